extension TypeShape {
  /// The bits of a value of this enum or optional that tell which case it has, by bytes: while they stay the same, so does the case.
  ///
  /// They are found by writing cases over bytes of zeros and over bytes of ones, where what is written shows in one or the other. With
  /// several payloads, each case with a payload is told by bits that writing it sets, and so is that there is a payload. With one, there
  /// is a payload unless one of the other cases is there, whose bytes writing those sets.
  /// - Complexity: Twice the bytes of a value for each case; nothing is kept.
  public var caseBits: [(byte: Int, bits: UInt8)] {
    guard kind == .enumeration || kind == .optional, size > 0 else { return [] }
    let metadata = TypeMetadata(type)
    let payloads = cases.filter { $0.payload != nil }
    // What metadata does not describe, and what would take long, may be told by any byte.
    guard cases.count <= 256, cases.allSatisfy(\.isAccessible) else { return (0..<size).map { ($0, .max) } }
    let written = payloads.count > 1 ? payloads : cases.filter { $0.payload == nil }
    var bits = [UInt8](repeating: payloads.isEmpty ? .max : 0, count: size)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(size, 16), alignment: max(metadata.alignment, 16))
    defer { bytes.deallocate() }
    // Injecting a case stores bits and reads no reference, so the bytes need not be a payload; they are never used as a value.
    for background: UInt8 in [0, 0xFF] {
      for found in written {
        bytes.initializeMemory(as: UInt8.self, repeating: background, count: size)
        metadata.injectTag(found.index, into: bytes)
        for offset in 0..<size { bits[offset] |= bytes.load(fromByteOffset: offset, as: UInt8.self) ^ background }
      }
    }
    return bits.enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element) }
  }
}
