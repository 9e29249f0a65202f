// swift-format-ignore-file
// Exported by Hindsight from a session of contacts: 9 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct PresentationTests {
  @Test func session() async {
    let store = TestStore(initialState: ContactsFeature.State()) {
      ContactsFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped) {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(0), name: "")))
    }
    await store.send(.destination(.presented(.addContact(.setName("Blob"))))) {
      $0.destination?.modify(\.addContact) { $0.contact.name = "Blob" }
    }
    await store.send(.destination(.dismiss)) {
      $0.destination = nil
    }
    await store.send(.addButtonTapped) {
      $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(1), name: "")))
    }
    await store.send(.destination(.presented(.addContact(.setName("Blob"))))) {
      $0.destination?.modify(\.addContact) { $0.contact.name = "Blob" }
    }
    await store.send(.destination(.presented(.addContact(.saveButtonTapped))))
    await store.receive(\.destination.presented.addContact.delegate.saveContact, Contact(
      id: UUID(1),
      name: "Blob"
    )) {
      $0.contacts.append(Contact(id: UUID(1), name: "Blob"))
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    // The session reported: An "ifLet" received a presentation action when destination state was "nil".
    await withExpectedIssue {
      await store.send(.destination(.presented(.addContact(.setName("too late")))))
    }
    await store.send(.deleteButtonTapped(id: UUID(1))) {
      $0.destination = .alert(
        AlertState {
          TextState("Are you sure?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion(id: UUID(1))) {
            TextState("Delete")
          }
        }
      )
    }
    await store.send(.destination(.presented(.alert(.confirmDeletion(id: UUID(1)))))) {
      $0.contacts.remove(id: UUID(1))
      $0.destination = nil
    }
    await store.finish()
  }
}
