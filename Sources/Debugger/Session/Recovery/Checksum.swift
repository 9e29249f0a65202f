/// CRC-32 as in zip and PNG: finds every torn or overwritten end of a line.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    return value
  }

  /// The checksum of a text's UTF-8 bytes as eight hexadecimal digits.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
    let digits = String(value ^ 0xFFFF_FFFF, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
