/// What is inside an existential that lies in memory.
///
/// Copying an existential out generically would box the existential itself, and what is inside would stay hidden.
enum ExistentialContents {
  /// A copy of the value inside of the initialised existential of `type` at `address`.
  static func copy(_ address: UnsafeRawPointer, as type: Any.Type) -> Any {
    let metadata = TypeMetadata(type)
    switch metadata.existentialLayout {
    case .opaque:
      // Three words of buffer, then the dynamic type; a value that does not fit inline lies in a box whose object is the first word.
      let dynamicType = unsafeBitCast(address.load(fromByteOffset: 24, as: UnsafeRawPointer.self), to: Any.Type.self)
      var value = address
      if !TypeMetadata(dynamicType).isStoredInline {
        value = IndirectBox.payload(of: address.load(as: UnsafeRawPointer.self), as: dynamicType)
      }
      if TypeMetadata(dynamicType).kind == .existential { return copy(value, as: dynamicType) }
      func open<Value>(_: Value.Type) -> Any { value.assumingMemoryBound(to: Value.self).pointee }
      return _openExistential(dynamicType, do: open)
    case .object:
      // One reference, then witness tables.
      return address.assumingMemoryBound(to: AnyObject.self).pointee
    case .error:
      // An error that went through code generic over errors, such as a continuation's, may lie in a box within a box.
      func open<Value: Error>(_ error: Value) -> Any {
        guard TypeMetadata(Value.self).kind == .existential else { return error }
        return withUnsafePointer(to: error) { copy(UnsafeRawPointer($0), as: Value.self) }
      }
      return _openExistential(address.assumingMemoryBound(to: (any Error).self).pointee, do: open)
    case .other:
      func open<Value>(_: Value.Type) -> Any { address.assumingMemoryBound(to: Value.self).pointee }
      return _openExistential(type, do: open)
    }
  }
}
