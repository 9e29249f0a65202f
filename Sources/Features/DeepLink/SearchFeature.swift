import ComposableArchitecture

/// Finds a book by its title.
@Reducer
public struct SearchFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public let books: IdentifiedArrayOf<Book>
    public var query: String

    public init(books: IdentifiedArrayOf<Book>, query: String = "") {
      self.books = books
      self.query = query
    }

    /// The books whose titles contain what is looked for.
    public var found: [Book] { query.isEmpty ? [] : books.filter { $0.title.localizedCaseInsensitiveContains(query) } }
  }

  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case firstResultTapped

    @CasePathable
    public enum Delegate: Equatable {
      case found(id: Book.ID)
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none

      case .firstResultTapped:
        guard let book = state.found.first else { return .none }
        return .send(.delegate(.found(id: book.id)))
      }
    }
  }
}
