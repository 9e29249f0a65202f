import ComposableArchitecture

/// A list of contacts: a sheet adds one, an alert deletes one, a stack shows one.
@Reducer
public struct ContactsFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var contacts: IdentifiedArrayOf<Contact> = []
    @Presents public var destination: Destination.State?
    public var path = StackState<ContactDetailFeature.State>()
    public init() {}
  }

  public enum Action {
    case addButtonTapped
    case contactTapped(id: Contact.ID)
    case deleteButtonTapped(id: Contact.ID)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<ContactDetailFeature>)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case confirmDeletion(id: Contact.ID)
    }
  }

  @Reducer
  public enum Destination {
    case addContact(AddContactFeature)
    case alert(AlertState<ContactsFeature.Action.Alert>)
  }

  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .addContact(AddContactFeature.State(contact: Contact(id: uuid(), name: "")))
        return .none

      case .contactTapped(let id):
        guard let contact = state.contacts[id: id] else { return .none }
        state.path.append(ContactDetailFeature.State(contact: contact))
        return .none

      case .deleteButtonTapped(let id):
        state.destination = .alert(
          AlertState {
            TextState("Are you sure?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmDeletion(id: id)) {
              TextState("Delete")
            }
          }
        )
        return .none

      case .destination(.presented(.addContact(.delegate(.saveContact(let contact))))):
        state.contacts.append(contact)
        return .none

      case .destination(.presented(.alert(.confirmDeletion(let id)))):
        state.contacts.remove(id: id)
        return .none

      case .destination:
        return .none

      case .path(.element(let id, .delegate(.confirmDeletion))):
        guard let detail = state.path[id: id] else { return .none }
        state.contacts.remove(id: detail.contact.id)
        return .none

      case .path:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path) {
      ContactDetailFeature()
    }
  }
}

extension ContactsFeature.Destination.State: Equatable {}
