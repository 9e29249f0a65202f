import ComposableArchitecture

/// The form to write a review.
@Reducer
public struct ReviewFormFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public let bookID: Book.ID
    public var text: String

    public init(bookID: Book.ID, text: String = "") {
      self.bookID = bookID
      self.text = text
    }
  }

  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped

    @CasePathable
    public enum Delegate: Equatable {
      case wrote(String, bookID: Book.ID)
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .saveButtonTapped:
        return .run { [text = state.text, id = state.bookID] send in
          await send(.delegate(.wrote(text, bookID: id)))
          await dismiss()
        }
      }
    }
  }
}
