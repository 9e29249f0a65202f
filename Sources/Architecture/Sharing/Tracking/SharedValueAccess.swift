/// A shared value of any type, for tools that look into states.
package protocol SharedValueAccess {
  /// The type of the value.
  static var contentType: Any.Type { get }
  /// The value as it is.
  var content: Any { get }
  /// What two wrappers of one value have in common.
  var contentIdentity: ObjectIdentifier { get }
  /// Writes a value, if it can be written and has the right type.
  ///
  /// - Returns: Whether it was written.
  func replaceContent(with value: Any) -> Bool
}

extension Shared: SharedValueAccess {
  package static var contentType: Any.Type { Value.self }
  package var content: Any { wrappedValue }
  package var contentIdentity: ObjectIdentifier { ObjectIdentifier(reference.root) }

  package func replaceContent(with value: Any) -> Bool {
    guard let value = value as? Value else { return false }
    wrappedValue = value
    return true
  }
}

extension SharedReader: SharedValueAccess {
  package static var contentType: Any.Type { Value.self }
  package var content: Any { wrappedValue }
  package var contentIdentity: ObjectIdentifier { ObjectIdentifier(reference.root) }

  package func replaceContent(with value: Any) -> Bool { false }
}
