/// Where a stored property lies inside values of a struct, to read it in place: no box, no copy of the whole.
public struct StoredPlace<Root, Value>: Sendable {
  private let offset: Int

  /// - Parameter keyPath: A key path from `Root` to `Value`.
  /// - Returns: `nil` when it has other types, or leads through anything but stored properties of structs.
  public init?(_ keyPath: AnyKeyPath) {
    guard let keyPath = keyPath as? KeyPath<Root, Value>, let offset = MemoryLayout<Root>.offset(of: keyPath) else { return nil }
    self.offset = offset
  }

  /// The value there.
  ///
  /// - Complexity: One load.
  @inline(__always)
  public func value(in root: borrowing Root) -> Value {
    // `offset` is where the runtime says that values of `Root` store a `Value`, and the borrowed root is initialised.
    withUnsafePointer(to: root) { (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee }
  }
}

extension TypeShape {
  /// The key path through stored properties of structs.
  ///
  /// - Parameter names: The stored properties' names, from the outside in.
  /// - Returns: `nil` when one of them is not there or not in a struct.
  public func keyPath(through names: some Sequence<String>) -> AnyKeyPath? {
    var shape = self
    var result: AnyKeyPath?
    for name in names {
      guard let field = shape.field(named: name), field.isAccessible, let next = shape.keyPath(named: name) else { return nil }
      guard let longer = result.map({ $0.appending(path: next) }) ?? next else { return nil }
      result = longer
      shape = TypeShape.of(field.type)
    }
    return result
  }
}
