import ActionLanguage

extension String {
  /// The text with a blank in place of each tab that stands in no string.
  var withoutTabs: String {
    guard utf8.contains(UInt8(ascii: "\t")) else { return self }
    var strings = StringScan()
    let bytes = utf8.map { byte in strings.takes(byte) || byte != UInt8(ascii: "\t") ? byte : UInt8(ascii: " ") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
