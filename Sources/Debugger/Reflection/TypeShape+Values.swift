#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Reading and building values. All raw memory is owned by `Scratch` or borrowed from a value for the length of one closure.

extension TypeShape {
  /// The case of an enum value and its payload, copied out.
  ///
  /// - Throws: `ReflectionError` when the value is not of this enum type or the payload cannot be copied.
  /// - Complexity: one copy of the value.
  public func project(_ value: Any) throws(ReflectionError) -> (case: Case, payload: Any?) {
    guard kind == .enumeration || kind == .optional else { throw .opaque(type) }
    try check(value, is: type)
    let metadata = TypeMetadata(type)
    let scratch = Scratch(metadata)
    defer { scratch.deallocate() }
    scratch.initialize(copying: value)
    let found = cases[metadata.tag(of: scratch.address)]
    guard let payloadType = found.payload, found.isAccessible else {
      scratch.destroy()
      if !found.isAccessible { throw .opaque(type) }
      return (found, nil)
    }
    // The copy is owned by the scratch memory; projecting leaves the bare payload (or its box) there, still owned by it.
    metadata.projectPayload(scratch.address)
    guard found.isIndirect else { return (found, Self.take(scratch.address, as: payloadType)) }
    let box = scratch.address.load(as: UnsafeRawPointer.self)
    let payload = Self.copy(IndirectBox.payload(of: box, as: payloadType), as: payloadType)
    // The scratch copy owned one reference to the box.
    Unmanaged<AnyObject>.fromOpaque(box).release()
    return (found, payload)
  }

  /// The case of an enum value.
  ///
  /// - Throws: `ReflectionError` when the value is not of this enum type.
  public func enumCase(of value: Any) throws(ReflectionError) -> Case {
    guard kind == .enumeration || kind == .optional else { throw .opaque(type) }
    try check(value, is: type)
    let metadata = TypeMetadata(type)
    return cases[Self.withBytes(of: value) { metadata.tag(of: $0) }]
  }

  /// A copy of one field of a struct or tuple value.
  ///
  /// - Throws: `ReflectionError` when the value is of another type or the field cannot be copied.
  public func read(_ field: Field, from value: Any) throws(ReflectionError) -> Any {
    try check(value, is: type)
    guard field.isAccessible, fields.indices.contains(field.index) else { throw .opaque(type) }
    // A field of this shape lies inside the value's bytes, and is initialised as the value is.
    return Self.withBytes(of: value) { Self.copy($0 + field.offset, as: field.type) }
  }

  /// What `body` makes of one field of a struct or tuple value, which it sees in place: nothing is copied out.
  ///
  /// - Throws: `ReflectionError` when the value or the field is of another type.
  public func withField<Content, Result>(
    _ field: Field, of value: Any, as type: Content.Type, _ body: (Content) -> Result
  ) throws(ReflectionError) -> Result {
    try check(value, is: self.type)
    guard field.isAccessible, fields.indices.contains(field.index), field.type == type else { throw .opaque(self.type) }
    // A field of this shape lies inside the value's bytes, and is initialised as the value is.
    return Self.withBytes(of: value) { body(($0 + field.offset).assumingMemoryBound(to: Content.self).pointee) }
  }

  /// Copies of all fields of a struct or tuple value, in order; `nil` for those that cannot be copied.
  ///
  /// - Throws: `ReflectionError` when the value is of another type.
  public func readAll(from value: Any) throws(ReflectionError) -> [Any?] {
    try check(value, is: type)
    return Self.withBytes(of: value) { bytes in
      fields.map { $0.isAccessible ? Self.copy(bytes + $0.offset, as: $0.type) : nil }
    }
  }

  /// Copies of the fields that have other bytes in one struct or tuple value than in another, in order, without those that cannot be
  /// copied. Fields of the same bytes are equal (`BitwiseIdentity`).
  ///
  /// - Throws: `ReflectionError` when a value is of another type.
  public func differingFields(_ old: Any, _ new: Any) throws(ReflectionError) -> [(field: Field, old: Any, new: Any)] {
    try check(old, is: type)
    try check(new, is: type)
    return Self.withBytes(of: old) { first in Self.withBytes(of: new) { differing(first, $0) } }
  }

  /// As `differingFields(_:_:)`, for values whose type is known: they are not put into boxes.
  ///
  /// - Throws: `ReflectionError` when the values are of another type.
  public func differingFields<Value>(
    of old: Value, and new: Value
  ) throws(ReflectionError) -> [(field: Field, old: Any, new: Any)] {
    guard Value.self == type else { throw .typeMismatch(expected: type, found: Value.self) }
    return withUnsafePointer(to: old) { first in
      withUnsafePointer(to: new) { differing(UnsafeRawPointer(first), UnsafeRawPointer($0)) }
    }
  }

  /// Both pointers lend an initialised value of this type.
  private func differing(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer
  ) -> [(field: Field, old: Any, new: Any)] {
    var differing: [(field: Field, old: Any, new: Any)] = []
    for field in fields where field.isAccessible {
      guard memcmp(old + field.offset, new + field.offset, TypeMetadata(field.type).size) != 0 else { continue }
      differing.append((field, Self.copy(old + field.offset, as: field.type), Self.copy(new + field.offset, as: field.type)))
    }
    return differing
  }

  /// Builds a struct or tuple from one part a field, in order.
  ///
  /// When a part does not fit, the parts already placed are destroyed again.
  /// - Throws: `ReflectionError` for a wrong number of parts, a part of another type, a field that cannot be written.
  public func build(parts: [Any]) throws(ReflectionError) -> Any {
    guard kind == .structure || kind == .tuple, isBuildable else { throw .opaque(type) }
    guard parts.count == fields.count else {
      throw .wrongPartCount(expected: fields.count, found: parts.count, of: type)
    }
    return try make { address in
      for index in fields.indices {
        guard Self.initialize(address + fields[index].offset, to: parts[index], as: fields[index].type) else {
          for placed in fields.prefix(index) { TypeMetadata(placed.type).destroy(address + placed.offset) }
          return .typeMismatch(expected: fields[index].type, found: Swift.type(of: parts[index]))
        }
      }
      // Every field is initialised, hence the whole is.
      return nil
    }
  }

  /// Builds an enum value.
  ///
  /// - Throws: `ReflectionError` when the payload is missing, superfluous or of another type.
  public func build(case enumCase: Case, payload: Any? = nil) throws(ReflectionError) -> Any {
    guard kind == .enumeration || kind == .optional else { throw .opaque(type) }
    guard cases.indices.contains(enumCase.index) else { throw .noSuchMember(enumCase.name, in: type) }
    guard enumCase.isAccessible else { throw .opaque(type) }
    if (enumCase.payload == nil) != (payload == nil) { throw .payloadMismatch(case: enumCase.name, of: type) }
    return try make { address in
      if let payloadType = enumCase.payload, let payload {
        let mismatch = ReflectionError.typeMismatch(expected: payloadType, found: Swift.type(of: payload))
        if enumCase.isIndirect {
          guard let box = IndirectBox.allocate(for: payloadType) else { return .opaque(type) }
          guard Self.initialize(box.value, to: payload, as: payloadType) else {
            IndirectBox.deallocate(box.object)
            return mismatch
          }
          // An indirect payload is stored as the owned reference to its box.
          address.storeBytes(of: box.object, as: UnsafeRawPointer.self)
        } else {
          guard Self.initialize(address, to: payload, as: payloadType) else { return mismatch }
        }
      }
      TypeMetadata(type).injectTag(enumCase.index, into: address)
      return nil
    }
  }

  /// Makes a value of the type in room of its own.
  ///
  /// - Parameter initialize: Initialises the value at an address, which has room for a box reference, too. Or says why not, and leaves
  ///   nothing initialised.
  private func make(_ initialize: (UnsafeMutableRawPointer) -> ReflectionError?) throws(ReflectionError) -> Any {
    let metadata = TypeMetadata(type)
    var made: Any?
    var failure = ReflectionError.opaque(type)
    // The room is freed at the end of the closure, by which time the value was moved out of it.
    withUnsafeTemporaryAllocation(
      byteCount: max(metadata.size, 16), alignment: max(metadata.alignment, 16)
    ) { room in
      guard let address = room.baseAddress else { return }
      if let error = initialize(address) { failure = error } else { made = Self.take(address, as: type) }
    }
    guard let made else { throw failure }
    return made
  }

  /// Replaces one field of a struct or tuple value.
  ///
  /// - Throws: `ReflectionError` when the value or the part is of another type; then the value is as before.
  public func replace(_ field: Field, in value: inout Any, with part: Any) throws(ReflectionError) {
    try check(value, is: type)
    guard field.isAccessible, fields.indices.contains(field.index) else { throw .opaque(type) }
    let partScratch = Scratch(TypeMetadata(field.type))
    defer { partScratch.deallocate() }
    guard Self.initialize(partScratch.address, to: part, as: field.type) else {
      throw .typeMismatch(expected: field.type, found: Swift.type(of: part))
    }
    let scratch = Scratch(TypeMetadata(type))
    defer { scratch.deallocate() }
    scratch.initialize(copying: value)
    TypeMetadata(field.type).destroy(scratch.address + field.offset)
    Self.move(partScratch.address, to: scratch.address + field.offset, as: field.type)
    value = Self.take(scratch.address, as: type)
  }

  /// Replaces the payload of an enum value and keeps its case.
  ///
  /// - Throws: `ReflectionError` when the value or the payload is of another type; then the value is as before.
  public func replacePayload(of value: inout Any, with payload: Any) throws(ReflectionError) {
    value = try build(case: enumCase(of: value), payload: payload)
  }

  // MARK: Raw memory

  private func check(_ value: Any, is expected: Any.Type) throws(ReflectionError) {
    guard Swift.type(of: value) == expected else {
      throw .typeMismatch(expected: expected, found: Swift.type(of: value))
    }
  }

  /// Uninitialised memory for one value of a type, with room for a box reference.
  private struct Scratch {
    let address: UnsafeMutableRawPointer
    let metadata: TypeMetadata

    init(_ metadata: TypeMetadata) {
      self.metadata = metadata
      address = .allocate(byteCount: max(metadata.size, 16), alignment: max(metadata.alignment, 16))
    }

    /// Initialises the memory; `value` has been checked to be of the scratch's type.
    func initialize(copying value: Any) {
      func open<Value>(_ value: Value) { address.assumingMemoryBound(to: Value.self).initialize(to: value) }
      _openExistential(value, do: open)
    }

    func destroy() { metadata.destroy(address) }
    func deallocate() { address.deallocate() }
  }

  /// Lends the bytes of a value; the pointer must not leave the closure.
  static func withBytes<Result>(of value: Any, _ body: (UnsafeRawPointer) -> Result) -> Result {
    func open<Value>(_ value: Value) -> Result { withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) } }
    return _openExistential(value, do: open)
  }

  /// Copies the initialised value of `type` at `address`.
  private static func copy(_ address: UnsafeRawPointer, as type: Any.Type) -> Any {
    if TypeMetadata(type).kind == .existential { return ExistentialContents.copy(address, as: type) }
    func open<Value>(_: Value.Type) -> Any { address.assumingMemoryBound(to: Value.self).pointee }
    return _openExistential(type, do: open)
  }

  /// Moves the initialised value of `type` out of `address`, which is uninitialised afterwards.
  private static func take(_ address: UnsafeMutableRawPointer, as type: Any.Type) -> Any {
    if TypeMetadata(type).kind == .existential {
      let value = ExistentialContents.copy(address, as: type)
      TypeMetadata(type).destroy(address)
      return value
    }
    func open<Value>(_: Value.Type) -> Any { address.assumingMemoryBound(to: Value.self).move() }
    return _openExistential(type, do: open)
  }

  private static func move(
    _ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, as type: Any.Type
  ) {
    func open<Value>(_: Value.Type) {
      target.assumingMemoryBound(to: Value.self).moveInitialize(
        from: source.assumingMemoryBound(to: Value.self), count: 1)
    }
    _openExistential(type, do: open)
  }

  /// Initialises the uninitialised memory at `address` with `value` as a `type`; does nothing and returns false when it does
  /// not fit.
  private static func initialize(_ address: UnsafeMutableRawPointer, to value: Any, as type: Any.Type) -> Bool {
    if Swift.type(of: value) == type {
      func same<Value>(_ value: Value) { address.assumingMemoryBound(to: Value.self).initialize(to: value) }
      // Opening a class instance whose static type is a superclass would still store one reference: the layouts agree.
      _openExistential(value, do: same)
      return true
    }
    // Existentials, optionals to be wrapped and superclasses go through a cast.
    func open<Target>(_: Target.Type) -> Bool {
      guard let converted = value as? Target else { return false }
      address.assumingMemoryBound(to: Target.self).initialize(to: converted)
      return true
    }
    return _openExistential(type, do: open)
  }
}
