// swift-format-ignore-file
// Exported by Hindsight from a session of contacts: 20 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct ContactsTests {
  @Test func session() async {
    let store = TestStore(initialState: ContactsFeature.State()) {
      ContactsFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped) {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(0), name: "")))
    }
    await store.send(.destination(.presented(.addContact(.setName("김철수 👋"))))) {
      $0.destination?.modify(\.addContact) { $0.contact.name = "김철수 👋" }
    }
    await store.send(.destination(.presented(.addContact(.saveButtonTapped))))
    await store.receive(\.destination.presented.addContact.delegate.saveContact, Contact(
      id: UUID(0),
      name: "김철수 👋"
    )) {
      $0.contacts.append(Contact(id: UUID(0), name: "김철수 👋"))
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    await store.send(.addButtonTapped) {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(1), name: "")))
    }
    await store.send(.destination(.presented(.addContact(.setName("Blob"))))) {
      $0.destination?.modify(\.addContact) { $0.contact.name = "Blob" }
    }
    await store.send(.destination(.presented(.addContact(.cancelButtonTapped))))
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    await store.send(.addButtonTapped) {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(2), name: "")))
    }
    await store.send(.destination(.presented(.addContact(.setName("이영희"))))) {
      $0.destination?.modify(\.addContact) { $0.contact.name = "이영희" }
    }
    await store.send(.destination(.presented(.addContact(.saveButtonTapped))))
    await store.receive(\.destination.presented.addContact.delegate.saveContact, Contact(
      id: UUID(2),
      name: "이영희"
    )) {
      $0.contacts.append(Contact(id: UUID(2), name: "이영희"))
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    await store.send(.addButtonTapped) {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(3), name: "")))
    }
    await store.send(.destination(.dismiss)) {
      $0.destination = nil
    }
    await store.send(.deleteButtonTapped(id: UUID(0))) {
      $0.destination = .alert(
        AlertState {
          TextState("Are you sure?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion(id: UUID(0))) {
            TextState("Delete")
          }
        }
      )
    }
    await store.send(.destination(.presented(.alert(.confirmDeletion(id: UUID(0)))))) {
      $0.contacts.remove(id: UUID(0))
      $0.destination = nil
    }
    await store.send(.contactTapped(id: UUID(2))) {
      $0.path[id: 0] = ContactDetailFeature.State(contact: Contact(id: UUID(2), name: "이영희"))
    }
    await store.send(.path(.element(id: 0, action: .deleteButtonTapped))) {
      $0.path[id: 0]?.alert = AlertState {
        TextState("Are you sure?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDeletion) {
          TextState("Delete")
        }
      }
    }
    await store.send(.path(.element(id: 0, action: .alert(.dismiss)))) {
      $0.path[id: 0]?.alert = nil
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path.pop(from: 0)
    }
    await store.send(.path(
      .push(id: 0, state: ContactDetailFeature.State(contact: Contact(id: UUID(2), name: "이영희")))
    )) {
      $0.path[id: 0] = ContactDetailFeature.State(contact: Contact(id: UUID(2), name: "이영희"))
    }
    await store.send(.path(.element(id: 0, action: .deleteButtonTapped))) {
      $0.path[id: 0]?.alert = AlertState {
        TextState("Are you sure?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDeletion) {
          TextState("Delete")
        }
      }
    }
    await store.send(.path(.element(id: 0, action: .alert(.presented(.confirmDeletion))))) {
      $0.path[id: 0]?.alert = nil
    }
    await store.receive(\.path[id: 0].delegate.confirmDeletion) {
      $0.contacts.remove(id: UUID(2))
    }
    await store.receive(\.path.popFrom, 0) {
      $0.path.pop(from: 0)
    }
    await store.finish()
  }
}
