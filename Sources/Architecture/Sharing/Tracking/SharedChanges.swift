/// The shared values that one action changed: each with what it was before and what it became.
package struct SharedChanges: @unchecked Sendable {
  struct Change {
    let reference: any AnyStoredReference
    let before: Any
    var after: Any
  }

  private(set) var changes: [ObjectIdentifier: Change] = [:]
  private(set) var order: [ObjectIdentifier] = []

  package init() {}

  /// Whether nothing changed.
  package var isEmpty: Bool { order.isEmpty }

  /// Whether each value is again what it was before.
  package var isWithoutEffect: Bool {
    changes.values.allSatisfy { $0.reference.difference(from: $0.before, to: $0.after) == nil }
  }

  /// What changed, as a difference for each value, in the order of the first writes.
  package var descriptions: [String] {
    order.compactMap { changes[$0] }.compactMap { $0.reference.difference(from: $0.before, to: $0.after) }
  }

  /// These changes and then later ones, as one.
  package func followed(by later: SharedChanges) -> SharedChanges {
    var result = self
    for identifier in later.order {
      guard let change = later.changes[identifier] else { continue }
      if result.changes[identifier] == nil {
        result.order.append(identifier)
        result.changes[identifier] = change
      } else {
        result.changes[identifier]?.after = change.after
      }
    }
    return result
  }

  mutating func note(_ reference: any AnyStoredReference) {
    let identifier = ObjectIdentifier(reference)
    guard changes[identifier] == nil else { return }
    let value = reference.anyValue
    changes[identifier] = Change(reference: reference, before: value, after: value)
    order.append(identifier)
  }

  func completed() -> SharedChanges {
    var result = self
    for (identifier, change) in changes { result.changes[identifier]?.after = change.reference.anyValue }
    return result
  }
}
