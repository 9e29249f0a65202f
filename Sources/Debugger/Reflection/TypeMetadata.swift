// The layouts read here are those of docs/ABI/TypeMetadata.rst of the Swift project, for 64-bit platforms.

/// The runtime's record of a type.
///
/// Invariant: `address` points at the record of `type`, which the runtime never frees, so that every pointer derived from it
/// by the documented offsets stays valid for the life of the process.
struct TypeMetadata {
  let type: Any.Type
  private let address: UnsafeRawPointer

  init(_ type: Any.Type) {
    self.type = type
    // A thick metatype is one pointer: the address of the metadata record.
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  private enum KindWord {
    static let structure: UInt = 0x200
    static let enumeration: UInt = 0x201
    static let optional: UInt = 0x202
    static let foreignClass: UInt = 0x203
    static let foreignReference: UInt = 0x204
    static let tuple: UInt = 0x301
    static let function: UInt = 0x302
    static let existential: UInt = 0x303
    static let metatype: UInt = 0x304
    static let existentialMetatype: UInt = 0x306
    static let extendedExistential: UInt = 0x307
    /// Words above are the class pointer of a class object.
    static let last: UInt = 0x7FF
  }

  var kind: TypeShape.Kind {
    // The first word of every record is its kind, or the isa pointer for a class.
    let word = address.load(as: UInt.self)
    if word > KindWord.last || word == 0 { return .class }
    guard isCopyable else { return .opaque }
    switch word {
    case KindWord.structure: return .structure
    case KindWord.enumeration: return .enumeration
    case KindWord.optional: return .optional
    case KindWord.foreignClass, KindWord.foreignReference: return .class
    case KindWord.tuple: return .tuple
    case KindWord.function: return .function
    case KindWord.existential, KindWord.extendedExistential: return .existential
    case KindWord.metatype, KindWord.existentialMetatype: return .metatype
    default: return .opaque
    }
  }

  /// How existentials of a type lie in memory.
  enum ExistentialLayout {
    case opaque, object, error, other
  }

  /// Asked only of existential types.
  var existentialLayout: ExistentialLayout {
    guard address.load(as: UInt.self) == KindWord.existential else { return .other }
    // The word after the kind: bit 31 is set when values need not be objects, bits 24 to 29 name a special protocol (1: Error).
    let flags = address.load(fromByteOffset: 8, as: UInt32.self)
    if (flags >> 24) & 0x3F == 1 { return .error }
    return flags & 0x8000_0000 == 0 ? .object : .opaque
  }

  /// Bit 17 marks values that existentials keep in a box.
  var isStoredInline: Bool { flags & 0x0002_0000 == 0 }

  /// What a function returns; `nil` for other types.
  var functionResult: Any.Type? {
    // A function's record: kind, flags, the result's type, the parameters' types.
    guard address.load(as: UInt.self) == KindWord.function else { return nil }
    return unsafeBitCast(address.load(fromByteOffset: 16, as: UnsafeRawPointer.self), to: Any.Type.self)
  }

  /// What a function takes; `nil` for other types.
  var functionParameters: [Any.Type]? {
    guard address.load(as: UInt.self) == KindWord.function else { return nil }
    // The lower half of the flags' first word counts the parameters, whose types stand behind the result's.
    let count = Int(address.load(fromByteOffset: 8, as: UInt.self) & 0xFFFF)
    return (0..<count).map {
      unsafeBitCast(address.load(fromByteOffset: 24 + 8 * $0, as: UnsafeRawPointer.self), to: Any.Type.self)
    }
  }

  // MARK: Value witnesses

  /// The word before the record points at the value witness table.
  private var witnesses: UnsafeRawPointer { (address - 8).load(as: UnsafeRawPointer.self) }

  var size: Int { witnesses.load(fromByteOffset: 8 * 8, as: Int.self) }
  private var flags: UInt32 { witnesses.load(fromByteOffset: 10 * 8, as: UInt32.self) }
  var stride: Int { witnesses.load(fromByteOffset: 9 * 8, as: Int.self) }
  var alignment: Int { Int(flags & 0xFF) + 1 }
  /// Bit 23 marks a type without copies; nothing here may ever duplicate its bytes.
  var isCopyable: Bool { flags & 0x0080_0000 == 0 }

  typealias GetEnumTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  typealias ProjectEnumData = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  typealias InjectEnumTag = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void
  typealias Destroy = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  // Invariant for the three enum witnesses: called only when `kind` is enumeration or optional; only then they exist, at these
  // words. Value witnesses take at most three pointer-sized arguments, for which Swift's and C's conventions agree.

  /// The tag of the enum at `value`, which must be an initialised value of `type`.
  func tag(of value: UnsafeRawPointer) -> Int {
    let witness = unsafeBitCast(witnesses.load(fromByteOffset: 11 * 8, as: UnsafeRawPointer.self), to: GetEnumTag.self)
    return Int(witness(value, address))
  }

  /// Turns the enum at `value` into its bare payload, in place.
  func projectPayload(_ value: UnsafeMutableRawPointer) {
    let witness = unsafeBitCast(witnesses.load(fromByteOffset: 12 * 8, as: UnsafeRawPointer.self), to: ProjectEnumData.self)
    witness(value, address)
  }

  /// Turns the bare payload at `value` into the enum with that tag, in place.
  func injectTag(_ tag: Int, into value: UnsafeMutableRawPointer) {
    let witness = unsafeBitCast(witnesses.load(fromByteOffset: 13 * 8, as: UnsafeRawPointer.self), to: InjectEnumTag.self)
    witness(value, UInt32(tag), address)
  }

  /// Destroys the initialised value of `type` at `value`.
  func destroy(_ value: UnsafeMutableRawPointer) {
    let witness = unsafeBitCast(witnesses.load(fromByteOffset: 1 * 8, as: UnsafeRawPointer.self), to: Destroy.self)
    witness(value, address)
  }

  // MARK: Shapes

  func shape() -> TypeShape {
    switch kind {
    case .structure:
      guard let fields = structureFields() else { return TypeShape(type: type, kind: .opaque, fields: [], cases: []) }
      return TypeShape(type: type, kind: .structure, fields: fields, cases: [])
    case .tuple:
      return TypeShape(type: type, kind: .tuple, fields: tupleElements(), cases: [])
    case .enumeration, .optional:
      guard let cases = enumCases() else { return TypeShape(type: type, kind: .opaque, fields: [], cases: []) }
      return TypeShape(type: type, kind: kind, fields: [], cases: cases)
    case .class, .function, .existential, .metatype, .opaque:
      return TypeShape(type: type, kind: kind, fields: [], cases: [])
    }
  }

  /// A record of a field descriptor.
  private struct Record {
    var name: String
    var type: Any.Type?
    var hasType: Bool
    var flags: UInt32
    var isStrong: Bool
  }

  /// The second word of struct and enum records is the context descriptor, whose fifth half-word refers to the field records.
  private var descriptor: UnsafeRawPointer { address.load(fromByteOffset: 8, as: UnsafeRawPointer.self) }

  private func records() -> [Record]? {
    guard let fields = Self.relative(descriptor + 16) else { return nil }
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).map { index in
      // Records of `recordSize` bytes follow the 16-byte head: flags, mangled type, name.
      let record = fields + 16 + index * recordSize
      var resolved: Any.Type?
      var isStrong = true
      let mangled = Self.relative(record + 4)
      if let mangled {
        let length = Self.mangledLength(mangled)
        isStrong = !Self.hasOwnership(mangled, length)
        // Generic arguments of structs and enums start after the descriptor word.
        resolved = _getTypeByMangledNameInContext(
          mangled.assumingMemoryBound(to: UInt8.self), UInt(length), genericContext: descriptor,
          genericArguments: address + 16)
      }
      // The name reference of a record is never null and refers to a C string in read-only data.
      let name = Self.relative(record + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
      return Record(
        name: name, type: resolved, hasType: mangled != nil, flags: record.load(as: UInt32.self), isStrong: isStrong)
    }
  }

  private func structureFields() -> [TypeShape.Field]? {
    guard let records = records() else { return nil }
    // The descriptor's seventh half-word tells at which word of the record the 32-bit field offsets begin; 0: not known.
    let count = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
    let vectorWord = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    guard vectorWord > 0, count == records.count else { return records.isEmpty ? [] : nil }
    return records.enumerated().map { index, record in
      let offset = address.load(fromByteOffset: vectorWord * 8 + index * 4, as: UInt32.self)
      return TypeShape.Field(
        name: record.name, label: record.name, type: record.type ?? Never.self, offset: Int(offset), index: index,
        isMutable: record.flags & 2 != 0,
        isAccessible: record.isStrong && record.type.map { TypeMetadata($0).isAccessible } ?? false)
    }
  }

  private var isAccessible: Bool {
    let word = address.load(as: UInt.self)
    if word > KindWord.last || word == 0 { return true }
    return isCopyable && word != 0x300
  }

  private func tupleElements() -> [TypeShape.Field] {
    // Record: kind, count, labels (C string, space after each label, or null), then (type, offset) pairs.
    let count = address.load(fromByteOffset: 8, as: Int.self)
    var labels = [String](repeating: "", count: count)
    if let text = address.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self) {
      let parts = String(cString: text).split(separator: " ", omittingEmptySubsequences: false)
      for (index, part) in parts.prefix(count).enumerated() { labels[index] = String(part) }
    }
    return (0..<count).map { index in
      let element = address + 24 + index * 16
      let type = unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self)
      let label = labels[index].isEmpty ? nil : labels[index]
      return TypeShape.Field(
        name: label ?? String(index), label: label, type: type,
        // The offset has 32 bits; the rest of its word is indeterminate.
        offset: Int(element.load(fromByteOffset: 8, as: UInt32.self)),
        index: index, isMutable: true, isAccessible: TypeMetadata(type).isAccessible)
    }
  }

  private func enumCases() -> [TypeShape.Case]? {
    guard let records = records() else { return nil }
    return records.enumerated().map { index, record in
      TypeShape.Case(
        name: record.name, payload: record.type, isIndirect: record.flags & 1 != 0, index: index,
        isAccessible: !record.hasType || (record.isStrong && record.type.map { TypeMetadata($0).isAccessible } ?? false))
    }
  }

  // MARK: Relative references and mangled names

  /// Follows the 32-bit self-relative reference at `place`; zero is null.
  private static func relative(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = Int(place.load(as: Int32.self))
    return offset == 0 ? nil : place + offset
  }

  /// The length of a mangled name, whose symbolic references may hold zero bytes.
  private static func mangledLength(_ name: UnsafeRawPointer) -> Int {
    var length = 0
    while true {
      switch name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return length
      case 0x01...0x17: length += 5  // a control byte and a 32-bit relative reference
      case 0x18...0x1F: length += 9  // a control byte and an absolute pointer
      default: length += 1
      }
    }
  }

  /// Whether the name ends in `Xw`, `Xo` or `Xu`: weak, unowned, unmanaged storage, which is not laid out as the bare type.
  private static func hasOwnership(_ name: UnsafeRawPointer, _ length: Int) -> Bool {
    guard length >= 3 else { return false }
    let last = name.load(fromByteOffset: length - 1, as: UInt8.self)
    return name.load(fromByteOffset: length - 2, as: UInt8.self) == UInt8(ascii: "X")
      && [UInt8(ascii: "w"), UInt8(ascii: "o"), UInt8(ascii: "u")].contains(last)
  }
}
