import ComposableArchitecture
import Features
import Foundation
import Testing

@Suite @MainActor struct ContactsFeatureTests {
  private func store(_ names: String...) -> TestStoreOf<ContactsFeature> {
    var state = ContactsFeature.State()
    for (index, name) in names.enumerated() { state.contacts.append(Contact(id: UUID(100 + index), name: name)) }
    return TestStore(initialState: state) {
      ContactsFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test func aContactIsAddedThroughTheSheet() async {
    let store = store()
    await store.send(.addButtonTapped) {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(0), name: "")))
    }
    await store.send(\.destination.addContact.setName, "김철수 👋") {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(0), name: "김철수 👋")))
    }
    await store.send(\.destination.addContact.saveButtonTapped)
    await store.receive(\.destination.addContact.delegate.saveContact, Contact(id: UUID(0), name: "김철수 👋")) {
      $0.contacts = [Contact(id: UUID(0), name: "김철수 👋")]
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func cancellingAddsNothing() async {
    let store = store()
    await store.send(.addButtonTapped) {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(0), name: "")))
    }
    await store.send(\.destination.addContact.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func deletingAsksFirst() async {
    let store = store("김철수", "이영희")
    await store.send(.deleteButtonTapped(id: UUID(101))) {
      $0.destination = .alert(
        AlertState {
          TextState("Are you sure?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion(id: UUID(101))) {
            TextState("Delete")
          }
        })
    }
    await store.send(\.destination.alert.confirmDeletion, UUID(101)) {
      $0.contacts = [Contact(id: UUID(100), name: "김철수")]
      $0.destination = nil
    }
  }

  @Test func aDetailThatIsDeletedGoesFromTheStackAndTheList() async {
    let store = store("김철수")
    let contact = Contact(id: UUID(100), name: "김철수")
    await store.send(.contactTapped(id: contact.id)) { $0.path[id: 0] = ContactDetailFeature.State(contact: contact) }
    await store.send(\.path[id: 0].deleteButtonTapped) {
      $0.path[id: 0]?.alert = AlertState {
        TextState("Are you sure?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDeletion) {
          TextState("Delete")
        }
      }
    }
    await store.send(\.path[id: 0].alert.confirmDeletion) { $0.path[id: 0]?.alert = nil }
    await store.receive(\.path[id: 0].delegate.confirmDeletion) { $0.contacts = [] }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }
}
