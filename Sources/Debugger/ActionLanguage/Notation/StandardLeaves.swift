import Foundation
import Reflection

// MARK: Numbers

protocol IntegerNotation: LeafNotation, FixedWidthInteger {}

extension IntegerNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Self {
    guard case .number(let text) = syntax.form else { throw .mismatch(Self.self, syntax) }
    // A number without decoration is by far the most common.
    if let value = Self(text) { return value }
    let plain = text.replacing("_", with: "")
    let (isNegative, digits) = plain.hasPrefix("-") ? (true, plain.dropFirst()) : (false, plain[...])
    let radices: [(String, Int)] = [("0x", 16), ("0b", 2), ("0o", 8)]
    let radix = radices.first { digits.hasPrefix($0.0) }
    let value =
      radix.map { Self((isNegative ? "-" : "") + digits.dropFirst(2), radix: $0.1) }
      ?? Self(plain.hasPrefix("+") ? String(plain.dropFirst()) : plain)
    if let value { return value }
    if let radix, digits.dropFirst(2).contains(where: { $0.hexDigitValue.map { $0 >= radix.1 } ?? true }) {
      throw ActionLanguageError(
        .typeMismatch, "\(Escaping.escaped(text)) is no number: not all that follows \(radix.0) are digits of that kind",
        expected: Notation.of(Self.self).name, found: Escaping.escaped(text), example: "\(radix.0)10", at: syntax.range)
    }
    let isWhole = !digits.isEmpty && digits.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
    if isWhole || radix != nil {
      throw ActionLanguageError(
        .typeMismatch, "\(text) does not fit in \(Self.self)", expected: "\(Self.min)...\(Self.max)", found: text,
        example: example,
        at: syntax.range)
    }
    throw .mismatch(Self.self, syntax)
  }
  func append(to output: inout String) { output += description }
  static var example: String { "3" }
}
extension Int: IntegerNotation {}
extension Int8: IntegerNotation {}
extension Int16: IntegerNotation {}
extension Int32: IntegerNotation {}
extension Int64: IntegerNotation {}
extension Int128: IntegerNotation {}
extension UInt: IntegerNotation {}
extension UInt8: IntegerNotation {}
extension UInt16: IntegerNotation {}
extension UInt32: IntegerNotation {}
extension UInt64: IntegerNotation {}
extension UInt128: IntegerNotation {}

protocol FloatingNotation: LeafNotation, BinaryFloatingPoint, LosslessStringConvertible {}

extension FloatingNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Self {
    switch syntax.form {
    case .number(let text):
      if let value = Self(text.replacing("_", with: "")) { return value }
    case .chain(let chain) where chain.steps.count == 1:
      switch chain.steps[0].name {
      case "nan": return .nan
      case "infinity": return .infinity
      default: break
      }
    default: break
    }
    throw .mismatch(Self.self, syntax)
  }
  func append(to output: inout String) {
    if isNaN {
      output += ".nan"
    } else if isInfinite {
      output += self < 0 ? "-.infinity" : ".infinity"
    } else {
      output += description
    }
  }
  static var example: String { "1.5" }
}
extension Double: FloatingNotation {}
extension Float: FloatingNotation {}

extension Decimal: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Decimal {
    if case .chain(let chain) = syntax.form, chain.steps.count == 1, chain.steps[0].name == "nan" { return .nan }
    guard case .number(let text) = syntax.form,
      let value = Decimal(string: text.replacing("_", with: ""), locale: nil)
    else { throw .mismatch(Self.self, syntax) }
    return value
  }
  func append(to output: inout String) { output += isNaN ? ".nan" : description }
  static var example: String { "1.50" }
}

// MARK: Bool and text

extension Bool: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Bool {
    switch syntax.bareWord {
    case "true": return true
    case "false": return false
    default: throw .mismatch(Self.self, syntax)
    }
  }
  func append(to output: inout String) { output += self ? "true" : "false" }
  static var example: String { "true" }
}

extension String: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> String {
    guard case .string(let text) = syntax.form else { throw .mismatch(Self.self, syntax) }
    return text
  }
  func append(to output: inout String) { Escaping.appendLiteral(self, to: &output) }
  static var example: String { "\"text\"" }
}

extension Substring: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Substring {
    guard case .string(let text) = syntax.form else { throw .mismatch(Self.self, syntax) }
    return text[...]
  }
  func append(to output: inout String) { Escaping.appendLiteral(String(self), to: &output) }
  static var example: String { "\"text\"" }
}

extension Character: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Character {
    guard case .string(let text) = syntax.form, let first = text.first, text.count == 1 else {
      throw .mismatch(Self.self, syntax)
    }
    return first
  }
  func append(to output: inout String) { Escaping.appendLiteral(String(self), to: &output) }
  static var example: String { "\"a\"" }
}

// MARK: Foundation

extension UUID: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> UUID {
    var argument = syntax
    if let inside = syntax.constructorArgument("UUID", label: "uuidString") { argument = inside }
    switch argument.form {
    case .string(let text):
      if let value = UUID(uuidString: text) { return value }
    case .number(let text):
      let isWhole = text.drop { $0 == "-" }.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
      let number = isWhole ? UInt64(text) ?? .max : try UInt64.decode(argument, context)
      guard number < 1 << 48 else {
        throw ActionLanguageError(
          .typeMismatch, "\(text) is too \(text.hasPrefix("-") ? "small" : "large") for the number of a UUID",
          expected: "0...281474976710655", found: text, example: example, at: argument.range)
      }
      var bytes: [UInt8] = Array(repeating: 0, count: 16)
      for index in 0..<6 { bytes[15 - index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))) }
      return UUID(
        uuid: (
          bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
          bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
        ))
    default: break
    }
    throw .mismatch(Self.self, syntax)
  }
  /// `UUID(3)` for the ids that count up, the full form for others.
  func append(to output: inout String) {
    let bytes = uuid
    if bytes.0 | bytes.1 | bytes.2 | bytes.3 | bytes.4 | bytes.5 | bytes.6 | bytes.7 | bytes.8 | bytes.9 == 0 {
      var number: UInt64 = 0
      for byte in [bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15] { number = number << 8 | UInt64(byte) }
      output += "UUID(\(number))"
    } else {
      output += "UUID(\"\(uuidString)\")"
    }
  }
  static var example: String { "UUID(3)" }
}

extension URL: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> URL {
    let argument = syntax.constructorArgument("URL", label: "string") ?? syntax
    guard case .string(let text) = argument.form, let url = URL(string: text) else { throw .mismatch(Self.self, syntax) }
    return url
  }
  func append(to output: inout String) {
    output += "URL("
    Escaping.appendLiteral(absoluteString, to: &output)
    output += ")"
  }
  static var example: String { "\"https://example.com\"" }
}

extension Data: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Data {
    let argument = syntax.constructorArgument("Data") ?? syntax
    guard case .string(let text) = argument.form else { throw .mismatch(Self.self, syntax) }
    let digits = text.utf8.filter { $0 != 32 }
    guard digits.count.isMultiple(of: 2) else { throw .mismatch(Self.self, syntax) }
    var data = Data(capacity: digits.count / 2)
    var high: UInt8?
    for digit in digits {
      let value: UInt8
      switch digit {
      case 48...57: value = digit - 48
      case 65...70: value = digit - 55
      case 97...102: value = digit - 87
      default: throw .mismatch(Self.self, syntax)
      }
      if let first = high {
        data.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return data
  }
  func append(to output: inout String) {
    output += "Data(\""
    let digits = Array("0123456789abcdef")
    for byte in self {
      output.append(digits[Int(byte >> 4)])
      output.append(digits[Int(byte & 15)])
    }
    output += "\")"
  }
  static var example: String { "Data(\"00ff\")" }
}

extension IndexSet: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> IndexSet {
    let inside =
      syntax.constructorArgument("IndexSet", label: "integer") ?? syntax.constructorArgument("IndexSet", label: "integersIn")
      ?? syntax
    let elements: [Syntax]
    switch inside.form {
    case .array(let list): elements = list
    default: elements = [inside]
    }
    var result = IndexSet()
    for element in elements {
      if case .binary = element.form {
        let range = try Range<Int>.decode(element, context)
        guard range.lowerBound >= 0 else { throw negative(element, found: "\(range.lowerBound)") }
        result.insert(integersIn: range)
      } else {
        guard case .number = element.form else { throw .mismatch(Self.self, element) }
        let index = try Int.decode(element, context)
        guard index >= 0 else { throw negative(element, found: "\(index)") }
        guard index < Int.max else {
          throw ActionLanguageError(
            .typeMismatch, "\(index) is too large for an index", expected: "an index below \(Int.max)", found: "\(index)",
            example: Int.example, at: element.range)
        }
        result.insert(index)
      }
    }
    return result
  }
  private static func negative(_ element: Syntax, found: String) -> ActionLanguageError {
    ActionLanguageError(
      .typeMismatch, "an index is not negative", expected: "0 or more", found: found, example: Int.example, at: element.range)
  }
  func append(to output: inout String) {
    output += "["
    var isFirst = true
    for range in rangeView {
      if !isFirst { output += ", " }
      isFirst = false
      output += range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..<\(range.upperBound)"
    }
    output += "]"
  }
  static var example: String { "[0, 2]" }
}

// MARK: Ranges

extension Range: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Range {
    guard case .binary(let symbol, let left, let right) = syntax.form, symbol == "..<" || symbol == "..." else {
      throw .mismatch(Self.self, syntax)
    }
    let lower = try context.decode(left, as: Bound.self)
    var upper = try context.decode(right, as: Bound.self)
    if symbol == "..." {
      guard let number = upper as? Int else {
        throw ActionLanguageError(
          .typeMismatch, "a \(Notation.of(Self.self).name) of \(Notation.of(Bound.self).name) ends before its end: write ..<",
          expected: "..<", found: "...", example: example, at: syntax.range)
      }
      guard number < Int.max, let next = number + 1 as? Bound else {
        throw ActionLanguageError(
          .typeMismatch, "the range ends too high: nothing is above \(number)", expected: "an end below \(Int.max)",
          found: "\(number)", example: RangeExample.bound(Bound.self), at: right.range)
      }
      upper = next
    }
    guard lower <= upper else {
      throw ActionLanguageError(
        .typeMismatch, "the range ends before it begins", expected: Notation.of(Self.self).name,
        found: Escaping.escaped(syntax.summary), example: example, at: syntax.range)
    }
    return lower..<upper
  }
  func append(to output: inout String) {
    output += ValuePrinter.text(of: lowerBound) + "..<" + ValuePrinter.text(of: upperBound)
  }
  static var example: String { RangeExample.between("..<", of: Bound.self) }
}

extension ClosedRange: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> ClosedRange {
    guard case .binary("...", let left, let right) = syntax.form else { throw .mismatch(Self.self, syntax) }
    let lower = try context.decode(left, as: Bound.self)
    let upper = try context.decode(right, as: Bound.self)
    guard lower <= upper else {
      throw ActionLanguageError(
        .typeMismatch, "the range ends before it begins", expected: Notation.of(Self.self).name,
        found: Escaping.escaped(syntax.summary), example: example, at: syntax.range)
    }
    return lower...upper
  }
  func append(to output: inout String) {
    output += ValuePrinter.text(of: lowerBound) + "..." + ValuePrinter.text(of: upperBound)
  }
  static var example: String { RangeExample.between("...", of: Bound.self) }
}

extension PartialRangeFrom: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> PartialRangeFrom {
    guard case .postfix("...", let bound) = syntax.form else { throw .mismatch(Self.self, syntax) }
    return try context.decode(bound, as: Bound.self)...
  }
  func append(to output: inout String) { output += ValuePrinter.text(of: lowerBound) + "..." }
  static var example: String { RangeExample.bound(Bound.self) + "..." }
}

extension PartialRangeUpTo: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> PartialRangeUpTo {
    guard case .prefix("..<", let bound) = syntax.form else { throw .mismatch(Self.self, syntax) }
    return try ..<context.decode(bound, as: Bound.self)
  }
  func append(to output: inout String) { output += "..<" + ValuePrinter.text(of: upperBound) }
  static var example: String { "..<" + RangeExample.bound(Bound.self) }
}

extension PartialRangeThrough: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> PartialRangeThrough {
    guard case .prefix("...", let bound) = syntax.form else { throw .mismatch(Self.self, syntax) }
    return try ...context.decode(bound, as: Bound.self)
  }
  func append(to output: inout String) { output += "..." + ValuePrinter.text(of: upperBound) }
  static var example: String { "..." + RangeExample.bound(Bound.self) }
}

/// Ranges that decode, whatever their bounds are.
private enum RangeExample {
  static func bound<Bound: Comparable>(_: Bound.Type) -> String {
    isNumber(Bound.self) ? "3" : Notation.of(Bound.self).example
  }

  static func between<Bound: Comparable>(_ symbol: String, of _: Bound.Type) -> String {
    (isNumber(Bound.self) ? "0" : bound(Bound.self)) + symbol + bound(Bound.self)
  }

  private static func isNumber(_ type: Any.Type) -> Bool {
    type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
  }
}
