import ComposableArchitecture
import Foundation

/// A library that a URL can lead into: one action sets the whole stack and what is presented over it, or says why it does not.
@Reducer
public struct DeepLinkFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var books: IdentifiedArrayOf<Book> = .library
    @Presents public var destination: Destination.State?
    public var path = StackState<Path.State>()
    /// The last URL that led nowhere, and why; nothing else changes then.
    public var refusal: String?

    public init() {}
  }

  public enum Action {
    case bookTapped(id: Book.ID)
    case destination(PresentationAction<Destination.Action>)
    case openURL(URL)
    case path(StackActionOf<Path>)
    case searchButtonTapped
  }

  @Reducer(state: .equatable)
  public enum Destination {
    case search(SearchFeature)
    case writeReview(ReviewFormFeature)
  }

  @Reducer(state: .equatable)
  public enum Path {
    case book(BookFeature)
    case reviews(ReviewsFeature)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bookTapped(let id):
        guard let book = state.books[id: id] else { return .none }
        state.path.append(.book(BookFeature.State(book: book)))
        return .none

      case .destination(.presented(.search(.delegate(.found(let id))))):
        return follow(.book(id: id), from: "the search", &state)

      case .destination(.presented(.writeReview(.delegate(.wrote(let text, let id))))):
        state.books[id: id]?.reviews.append(text)
        for (element, screen) in zip(state.path.ids, state.path) {
          guard case .reviews(var reviews) = screen, reviews.bookID == id else { continue }
          reviews.texts.append(text)
          state.path[id: element] = .reviews(reviews)
        }
        return .none

      case .destination:
        return .none

      case .openURL(let url):
        do throws(DeepLink.Refusal) {
          return follow(try DeepLink(url), from: url.absoluteString, &state)
        } catch {
          return refuse(url.absoluteString, error, &state)
        }

      case .path(.element(_, .book(.delegate(.liked(let id, let isLiked))))):
        state.books[id: id]?.isLiked = isLiked
        return .none

      case .path(.element(_, .book(.delegate(.openReviews(let id))))):
        guard let book = state.books[id: id] else { return .none }
        state.path.append(.reviews(ReviewsFeature.State(bookID: id, texts: book.reviews)))
        return .none

      case .path(.element(_, .reviews(.delegate(.writeReview(let id))))):
        state.destination = .writeReview(ReviewFormFeature.State(bookID: id))
        return .none

      case .path:
        return .none

      case .searchButtonTapped:
        state.destination = .search(SearchFeature.State(books: state.books))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }

  /// Sets the stack and what is presented to what a link asks for, in one step.
  private func follow(_ link: DeepLink, from source: String, _ state: inout State) -> Effect<Action> {
    func book(_ id: Book.ID) -> Book? { state.books[id: id] }
    let path: [Path.State]
    let destination: Destination.State?
    switch link {
    case .library:
      (path, destination) = ([], nil)

    case .book(let id):
      guard let book = book(id) else { return refuse(source, .unknownBook(id: id), &state) }
      (path, destination) = ([.book(BookFeature.State(book: book))], nil)

    case .reviews(let id), .newReview(let id, _):
      guard let book = book(id) else { return refuse(source, .unknownBook(id: id), &state) }
      path = [
        .book(BookFeature.State(book: book)), .reviews(ReviewsFeature.State(bookID: id, texts: book.reviews)),
      ]
      if case .newReview(_, let text) = link {
        destination = .writeReview(ReviewFormFeature.State(bookID: id, text: text))
      } else {
        destination = nil
      }

    case .search(let query):
      (path, destination) = ([], .search(SearchFeature.State(books: state.books, query: query)))
    }
    state.destination = destination
    state.path = StackState(path)
    state.refusal = nil
    return .none
  }

  private func refuse(_ source: String, _ reason: DeepLink.Refusal, _ state: inout State) -> Effect<Action> {
    let text =
      switch reason {
      case .foreign: "not a link of this app"
      case .malformed(let what): what
      case .unknownBook(let id): "no book \(id)"
      case .unknownScreen(let name): "no screen \"\(name)\""
      }
    state.refusal = "\(source): \(text)"
    return .none
  }
}
