/// Which case a value of an enum is in.
enum EnumTag {
  /// The number of the case, counted as the compiler does; 0 for a value of any other kind of type.
  ///
  /// Costs a few nanoseconds: it asks the type itself, as a `switch` would.
  static func tag<Value>(of value: Value) -> Int {
    let type: Any.Type = Value.self
    // Invariant: a type's metadata begins with its kind, and the word before it points to the table of its value witnesses
    // (Swift's ABI, TypeMetadata.rst). Only enums (kind 513) and optionals (514) have a 12th witness, which takes the value and
    // the metadata and answers the tag without changing either.
    let metadata = unsafeBitCast(type, to: UnsafePointer<Int>.self)
    let kind = metadata.pointee
    guard isEnum(kind: kind) else { return 0 }
    let table = UnsafeRawPointer(bitPattern: metadata[-1])
    guard let witness = table?.load(fromByteOffset: 11 * MemoryLayout<Int>.size, as: UnsafeRawPointer?.self) else { return 0 }
    typealias GetEnumTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    let getEnumTag = unsafeBitCast(witness, to: GetEnumTag.self)
    return withUnsafePointer(to: value) { Int(getEnumTag($0, metadata)) }
  }

  /// Whether the type is an enum.
  static func isEnum(_ type: Any.Type) -> Bool {
    // Invariant: a type's metadata begins with its kind.
    isEnum(kind: unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee)
  }

  private static func isEnum(kind: Int) -> Bool { kind == 513 || kind == 514 }
}
