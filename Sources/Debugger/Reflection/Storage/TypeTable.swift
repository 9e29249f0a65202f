/// What is known of types, found by their identity; a good deal faster than a dictionary, which would mix the identity's bits first.
public struct TypeTable<Value> {
  private var keys: [UInt]
  private var values: [Value?]
  private var count = 0

  public init() {
    keys = Array(repeating: 0, count: 256)
    values = Array(repeating: nil, count: 256)
  }

  /// What is known of a type; setting it again replaces it, and nothing is ever taken out.
  ///
  /// - Complexity: constant on average.
  public subscript(type: Any.Type) -> Value? {
    get { values[slot(of: Self.key(type))] }
    set {
      guard let newValue else { return }
      let key = Self.key(type)
      var slot = slot(of: key)
      if keys[slot] == 0 {
        if count * 2 >= keys.count {
          grow()
          slot = self.slot(of: key)
        }
        count += 1
        keys[slot] = key
      }
      values[slot] = newValue
    }
  }

  private static func key(_ type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  /// Where a key is, or would be.
  private func slot(of key: UInt) -> Int {
    // Metadata is aligned, so that the lowest bits say nothing; the product's upper half depends on all others.
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: ((key >> 3) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while keys[slot] != key, keys[slot] != 0 { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: 0, count: 2 * oldKeys.count)
    values = Array(repeating: nil, count: 2 * oldKeys.count)
    for (key, value) in zip(oldKeys, oldValues) where key != 0 {
      let slot = slot(of: key)
      keys[slot] = key
      values[slot] = value
    }
  }
}
