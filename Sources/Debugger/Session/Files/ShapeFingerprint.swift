import Reflection

/// A short text that changes when the types of a feature's state or action change, so that a session file can tell whether it was
/// recorded with the same feature.
enum ShapeFingerprint {
  /// The fingerprint of some types: sixteen hexadecimal digits, the same in every process.
  ///
  /// - Complexity: Linear in the number of different types they are made of.
  static func text(of types: [Any.Type]) -> String {
    var hash = Hash()
    var seen: [ObjectIdentifier: Int] = [:]
    var pending = types
    while let type = pending.popLast() {
      guard seen.updateValue(seen.count, forKey: ObjectIdentifier(type)) == nil else { continue }
      let shape = TypeShape.of(type)
      hash.add(shape.module + "." + shape.name)
      // Rows carry a mark of their own that says nothing of a feature, and that older sessions know nothing of.
      for field in shape.fields where shape.module != "IdentifiedCollections" || field.name != "membership" {
        hash.add(field.name + ":" + TypeShape.of(field.type).name)
        pending.append(field.type)
      }
      for enumCase in shape.cases {
        hash.add(enumCase.name + "(" + (enumCase.payload.map { TypeShape.of($0).name } ?? "") + ")")
        if let payload = enumCase.payload { pending.append(payload) }
      }
    }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// FNV-1a, 64 bits: short, seedless and good enough to notice a change.
  private struct Hash {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    mutating func add(_ text: String) {
      for byte in text.utf8 + [0] { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
  }
}
