/// The literal that a string is dumped as: quoted, or between triple quotes when it has several lines.
func literal(_ string: String) -> String {
  guard string.contains(where: \.isNewline) else {
    if string.contains(where: { $0 == "\"" || $0 == "\\" }) {
      let hashes = hashes(around: string, quote: "\"")
      if !hashes.isEmpty { return hashes + "\"" + string + "\"" + hashes }
    }
    return string.debugDescription
  }
  let hashes = hashes(around: string, quote: "\"\"\"")
  return hashes + "\"\"\"\n" + string + "\n\"\"\"" + hashes
}

/// As many number signs as keep quotes and escapes inside the string from ending or changing it.
private func hashes(around string: String, quote: String) -> String {
  var longest = -1
  for mark in [quote, "\\"] {
    var rest = string[...]
    while let range = rest.range(of: mark) {
      var count = 0
      var index = range.upperBound
      while index < string.endIndex, string[index] == "#" {
        count += 1
        index = string.index(after: index)
      }
      longest = max(longest, count)
      rest = string[range.upperBound...]
    }
  }
  return String(repeating: "#", count: longest + 1)
}

extension StringProtocol {
  /// The first place where a text occurs.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      formIndex(after: &start)
    }
    return nil
  }
}
