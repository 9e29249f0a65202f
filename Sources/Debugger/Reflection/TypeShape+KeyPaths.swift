@_spi(Reflection) import Swift

extension TypeShape {
  /// The key path of a stored property of a struct, equal to the literal `\Root.name`; writable when the property is a `var`.
  ///
  /// - Parameter name: The stored property's name.
  /// - Returns: `nil` when there is no such property or the type is not a struct.
  /// - Complexity: linear in the number of fields.
  public func keyPath(named name: String) -> AnyKeyPath? {
    guard kind == .structure, field(named: name) != nil else { return nil }
    func open<Root>(_: Root.Type) -> AnyKeyPath? {
      var found: AnyKeyPath?
      _ = _forEachFieldWithKeyPath(of: Root.self) { fieldName, keyPath in
        // The runtime lends a C string for the length of the call.
        guard String(cString: fieldName) == name else { return true }
        found = keyPath
        return false
      }
      return found
    }
    return _openExistential(type, do: open)
  }
}
