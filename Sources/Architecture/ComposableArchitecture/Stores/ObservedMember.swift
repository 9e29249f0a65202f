import Observation

/// A property of a state that somebody reads, with the value it had last.
@MainActor
final class ObservedMember<State>: Observable {
  private let registrar = ObservationRegistrar()
  private var takeChange: (State) -> Bool = { _ in false }
  private nonisolated var value: Void { () }

  init<Value>(_ keyPath: KeyPath<State, Value>, value: Value) {
    var last = value
    takeChange = { state in
      let value = state[keyPath: keyPath]
      defer { last = value }
      return !areEqual(last, value)
    }
  }

  func access() { registrar.access(self, keyPath: \.value) }

  func update(from state: State) {
    guard takeChange(state) else { return }
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}

/// Whether two values are equal, as far as their type can tell; values that cannot be compared are taken to differ.
func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func compare<Comparable: Equatable>(_ left: Comparable) -> Bool { left == right as? Comparable }
  guard let left = left as? any Equatable else { return false }
  return compare(left)
}
