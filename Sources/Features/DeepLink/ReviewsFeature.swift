import ComposableArchitecture

/// What readers said about a book.
@Reducer
public struct ReviewsFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var bookID: Book.ID
    public var texts: [String]

    public init(bookID: Book.ID, texts: [String]) {
      self.bookID = bookID
      self.texts = texts
    }
  }

  public enum Action: Equatable {
    case delegate(Delegate)
    case writeButtonTapped

    @CasePathable
    public enum Delegate: Equatable {
      case writeReview(id: Book.ID)
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate: .none
      case .writeButtonTapped: .send(.delegate(.writeReview(id: state.bookID)))
      }
    }
  }
}
