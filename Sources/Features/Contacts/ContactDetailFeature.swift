import ComposableArchitecture

/// One contact on the stack; deleting it asks first.
@Reducer
public struct ContactDetailFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public let contact: Contact
    public init(contact: Contact) { self.contact = contact }
  }

  public enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
    case deleteButtonTapped

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case confirmDeletion
    }
    @CasePathable
    public enum Delegate: Equatable {
      case confirmDeletion
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDeletion)):
        return .run { send in
          await send(.delegate(.confirmDeletion))
          await dismiss()
        }

      case .alert, .delegate:
        return .none

      case .deleteButtonTapped:
        state.alert = AlertState {
          TextState("Are you sure?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion) {
            TextState("Delete")
          }
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
