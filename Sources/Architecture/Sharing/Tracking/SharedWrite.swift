/// A change of a shared value that is about to be made.
package struct SharedWrite: @unchecked Sendable {
  private let reference: any AnyStoredReference
  /// The value before it.
  package let before: Any

  init(_ reference: any AnyStoredReference) {
    self.reference = reference
    before = reference.anyValue
  }

  /// The value as it is now.
  package var current: Any { reference.anyValue }

  /// Whether the value is now another than before.
  package var isChange: Bool { isDifferent(from: before) }

  /// Whether the value is now another than a given one.
  package func isDifferent(from value: Any) -> Bool { reference.difference(from: value, to: reference.anyValue) != nil }

  /// Whether another change is one of the same shared value.
  package func isOfSameValue(as other: SharedWrite) -> Bool { reference === other.reference }

  /// Puts a value in place as if nothing had been changed.
  package func put(_ value: Any) { reference.restore(value) }

  /// Puts a value in place as any code would that changes it.
  package func overwrite(_ value: Any) {
    SharedChangeTracker.active.willChange(reference)
    reference.restore(value)
  }
}
