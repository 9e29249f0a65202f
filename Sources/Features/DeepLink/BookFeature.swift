import ComposableArchitecture

/// One book on the stack.
@Reducer
public struct BookFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var book: Book
    public init(book: Book) { self.book = book }
  }

  public enum Action: Equatable {
    case delegate(Delegate)
    case likeButtonTapped
    case reviewsButtonTapped

    @CasePathable
    public enum Delegate: Equatable {
      case liked(id: Book.ID, Bool)
      case openReviews(id: Book.ID)
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none

      case .likeButtonTapped:
        state.book.isLiked.toggle()
        return .send(.delegate(.liked(id: state.book.id, state.book.isLiked)))

      case .reviewsButtonTapped:
        return .send(.delegate(.openReviews(id: state.book.id)))
      }
    }
  }
}
