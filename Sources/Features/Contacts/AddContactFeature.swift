import ComposableArchitecture

/// The sheet that adds a contact: it tells its parent through a delegate action and dismisses itself.
@Reducer
public struct AddContactFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var contact: Contact
    public init(contact: Contact) { self.contact = contact }
  }

  public enum Action: Equatable {
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped
    case setName(String)

    @CasePathable
    public enum Delegate: Equatable {
      case saveContact(Contact)
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .delegate:
        return .none

      case .saveButtonTapped:
        return .run { [contact = state.contact] send in
          await send(.delegate(.saveContact(contact)))
          await dismiss()
        }

      case .setName(let name):
        state.contact.name = name
        return .none
      }
    }
  }
}
