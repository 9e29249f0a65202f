// swift-format-ignore-file
// Exported by Hindsight from a session of contacts: 11 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct StacksTests {
  // Left out: #1 set contacts = [Contact(id: UUID(0), name: "Blob"), Contact(id: UUID(1), name: "…, since a test store has no way to edit the state by hand; what follows begins with the edited state.
  @Test func session() async {
    let store = TestStore(initialState: {
      var value = ContactsFeature.State()
      value.contacts = [Contact(id: UUID(0), name: "Blob"), Contact(id: UUID(1), name: "영희")]
      return value
    }()) {
      ContactsFeature()
    }

    await store.send(.contactTapped(id: UUID(0))) {
      $0.path[id: 0] = ContactDetailFeature.State(contact: Contact(id: UUID(0), name: "Blob"))
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
    await store.send(.contactTapped(id: UUID(0))) {
      $0.path[id: 1] = ContactDetailFeature.State(contact: Contact(id: UUID(0), name: "Blob"))
    }
    await store.send(.contactTapped(id: UUID(1))) {
      $0.path[id: 2] = ContactDetailFeature.State(contact: Contact(id: UUID(1), name: "영희"))
    }
    await store.send(.path(.popFrom(id: 1))) {
      $0.path.pop(from: 1)
    }
    await store.send(.contactTapped(id: UUID(1))) {
      $0.path[id: 3] = ContactDetailFeature.State(contact: Contact(id: UUID(1), name: "영희"))
    }
    await store.send(.path(.element(id: 3, action: .deleteButtonTapped))) {
      $0.path[id: 3]?.alert = AlertState {
        TextState("Are you sure?")
      } actions: {
        ButtonState(role: .destructive, action: .confirmDeletion) {
          TextState("Delete")
        }
      }
    }
    await store.send(.path(.element(id: 3, action: .alert(.presented(.confirmDeletion))))) {
      $0.path[id: 3]?.alert = nil
    }
    await store.receive(\.path[id: 3].delegate.confirmDeletion) {
      $0.contacts.remove(id: UUID(1))
    }
    await store.receive(\.path.popFrom, 3) {
      $0.path.pop(from: 3)
    }
    await store.finish()
  }
}
