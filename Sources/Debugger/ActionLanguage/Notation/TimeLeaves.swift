import Foundation

extension Duration: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Duration {
    switch syntax.form {
    case .number(let text):
      if let duration = DurationText.parse(text) { return duration }
      if let problem = DurationText.problem(of: text) {
        throw ActionLanguageError(
          .typeMismatch, problem, expected: "Duration", found: "the number \(text)", example: example, at: syntax.range)
      }
    case .chain(let chain):
      if chain.steps.count == 1, chain.hasLeadingDot, chain.steps[0].name == "zero" { return .zero }
      if chain.steps.count >= 2, let unit = chain.steps[chain.steps.count - 2].name,
        case .call(let arguments) = chain.steps[chain.steps.count - 1].form, arguments.count == 1,
        case .number(let number) = arguments[0].value.form,
        let suffix = ["seconds": "s", "milliseconds": "ms", "microseconds": "us", "nanoseconds": "ns"][unit],
        let duration = DurationText.parse(number + suffix)
      {
        return duration
      }
    default: break
    }
    throw .mismatch(Self.self, syntax)
  }
  func append(to output: inout String) { output += DurationText.text(self) }
  static var example: String { "1.5s" }
}

/// Durations as digits with a unit.
package enum DurationText {
  private static let attosecondsPerUnit: [(suffix: String, attoseconds: Int128)] = [
    ("ms", 1_000_000_000_000_000), ("us", 1_000_000_000_000), ("\u{B5}s", 1_000_000_000_000),
    ("\u{3BC}s", 1_000_000_000_000), ("ns", 1_000_000_000),
    ("h", 3_600_000_000_000_000_000_000), ("min", 60_000_000_000_000_000_000), ("m", 60_000_000_000_000_000_000),
    ("s", 1_000_000_000_000_000_000), ("d", 86_400_000_000_000_000_000_000),
  ]

  /// `1.5s`, `200ms`, `1m30s`, exactly; `nil` when it is not a duration.
  package static func parse(_ text: String) -> Duration? {
    var rest = text.replacing("_", with: "")[...]
    var sign: Int128 = 1
    if rest.hasPrefix("-") {
      sign = -1
      rest = rest.dropFirst()
    }
    guard !rest.isEmpty, rest.utf8.count < 64 else { return nil }
    var total: Int128 = 0
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count)
      let suffix = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(suffix.count)
      guard !number.isEmpty, let unit = attosecondsPerUnit.first(where: { $0.suffix == suffix })?.attoseconds else { return nil }
      let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let whole = Int128(parts[0]) else { return nil }
      let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
      guard !overflow else { return nil }
      var (sum, sumOverflow) = total.addingReportingOverflow(product)
      if parts.count == 2 {
        var place = unit
        for digit in parts[1] {
          guard let value = digit.wholeNumberValue else { return nil }
          guard place % 10 == 0 else { return nil }
          place /= 10
          let (next, digitOverflow) = sum.addingReportingOverflow(Int128(value) * place)
          sum = next
          sumOverflow = sumOverflow || digitOverflow
        }
      }
      guard !sumOverflow else { return nil }
      total = sum
    }
    let second: Int128 = 1_000_000_000_000_000_000
    guard total / second <= Int128(Int64.max) else { return nil }
    total *= sign
    return Duration(secondsComponent: Int64(total / second), attosecondsComponent: Int64(total % second))
  }

  /// Why what is written like a duration is none; `nil` for what is written otherwise, such as a number without unit.
  package static func problem(of text: String) -> String? {
    let plain = text.replacing("_", with: "")
    let unit = String(plain.reversed().prefix { $0.isLetter }.reversed())
    guard attosecondsPerUnit.contains(where: { $0.suffix == unit }) else { return nil }
    let number = String(plain.dropLast(unit.count))
    if number.lowercased().contains("e") {
      guard let value = Double(number) else { return nil }
      let digits = Int64(exactly: value).map { ", such as \($0)\(unit)" } ?? ""
      return "the number of a Duration is written with digits alone, without an exponent\(digits)"
    }
    var rest = number.drop { $0 == "-" } + unit
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count)
      let suffix = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(suffix.count)
      guard Double(digits) != nil, digits.first != ".", attosecondsPerUnit.contains(where: { $0.suffix == suffix }) else {
        return nil
      }
    }
    let fraction = number.split(separator: ".", maxSplits: 1).dropFirst().first ?? ""
    return fraction.utf8.count > 9 && number.utf8.count < 40
      ? "\(text) is finer than a Duration can be: its smallest part is an attosecond"
      : "\(text) does not fit in a Duration, which takes up to \(Int64.max)s"
  }

  /// The shortest exact text: `1.5s`, `200ms`.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if attoseconds == 0 { return "\(seconds)s" }
    if seconds == 0, attoseconds % 1_000_000_000_000_000 == 0 { return "\(attoseconds / 1_000_000_000_000_000)ms" }
    var digits = String(attoseconds.magnitude)
    digits = String(repeating: "0", count: 18 - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds < 0 || attoseconds < 0 ? "-" : "")\(seconds.magnitude).\(digits)s"
  }
}

extension Date: LeafNotation {
  static func decode(_ syntax: Syntax, _ context: DecodingContext) throws(ActionLanguageError) -> Date {
    if let value = date(syntax, context) { return value }
    if let (text, range) = written(syntax), let problem = DateText.problem(of: text) {
      throw ActionLanguageError(
        .typeMismatch, problem, expected: "Date", found: "\"\(Escaping.escaped(text))\"", example: example, at: range)
    }
    if let number = numberWithoutUnit(syntax) { throw number }
    if let operand = wrongOperand(syntax, context) { throw operand }
    var error = ActionLanguageError.mismatch(Self.self, syntax)
    error.nearest = syntax.bareWord.flatMap { NearestName.of($0, in: ["now"]) }
    throw error
  }

  /// The error of what a sum begins with that is no date, or of what is added to one that is no time.
  private static func wrongOperand(_ syntax: Syntax, _ context: DecodingContext) -> ActionLanguageError? {
    switch syntax.form {
    case .binary(let symbol, let left, let right) where symbol == "+" || symbol == "-":
      do throws(ActionLanguageError) {
        _ = try decode(left, context)
        _ = try Duration.decode(right, context)
      } catch {
        var better = error
        if error.expected == "Duration" { better.example = "5m" }
        return better
      }
      return nil
    case .tuple(let arguments) where arguments.count == 1: return wrongOperand(arguments[0].value, context)
    default: return syntax.constructorArgument("Date").flatMap { wrongOperand($0, context) }
    }
  }

  /// The error of `now + 5`, which may be five of anything.
  private static func numberWithoutUnit(_ syntax: Syntax) -> ActionLanguageError? {
    switch syntax.form {
    case .binary(let symbol, let left, let right) where symbol == "+" || symbol == "-":
      if let inside = numberWithoutUnit(left) { return inside }
      guard case .number(let number) = right.form, Double(number.replacing("_", with: "")) != nil else { return nil }
      return ActionLanguageError(
        .typeMismatch, "\(number) has no unit: a date takes a Duration, such as \(number)s, \(number)m or \(number)h",
        expected: "Duration", found: "the number \(number)", example: number + "m", at: right.range)
    case .tuple(let arguments) where arguments.count == 1: return numberWithoutUnit(arguments[0].value)
    default: return syntax.constructorArgument("Date").flatMap(numberWithoutUnit)
    }
  }

  /// The text that stands for a date, alone, in brackets or in front of what is added to it.
  private static func written(_ syntax: Syntax) -> (text: String, range: Range<Int>)? {
    switch syntax.form {
    case .string(let text), .number(let text): (text, syntax.range)
    case .binary(_, let left, _): written(left)
    default: syntax.constructorArgument("Date").flatMap(written)
    }
  }

  private static func date(_ syntax: Syntax, _ context: DecodingContext) -> Date? {
    if syntax.isNow { return context.now }
    switch syntax.form {
    case .string(let text), .number(let text): return DateText.parse(text)
    case .binary(let symbol, let left, let right) where symbol == "+" || symbol == "-":
      guard let start = date(left, context), let duration = try? Duration.decode(right, context) else { return nil }
      let interval = duration / .seconds(1)
      return start.addingTimeInterval(symbol == "+" ? interval : -interval)
    default:
      for (label, origin) in [("timeIntervalSinceReferenceDate", 0.0), ("timeIntervalSince1970", -978_307_200.0)] {
        if let inside = syntax.constructorArgument("Date", label: label), case .number(let text) = inside.form,
          let seconds = Double(text)
        {
          return Date(timeIntervalSinceReferenceDate: origin + seconds)
        }
      }
      if let inside = syntax.constructorArgument("Date") { return date(inside, context) }
      return nil
    }
  }

  /// ISO 8601 when that is exact, the number of seconds otherwise.
  func append(to output: inout String) {
    if let text = DateText.text(self), DateText.parse(text) == self {
      output += "Date(\"\(text)\")"
    } else {
      output += "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate))"
    }
  }
  static var example: String { "\"2024-01-31T12:00:00Z\"" }
}

/// ISO 8601 in the proleptic Gregorian calendar, without any locale or time zone of the machine.
package enum DateText {
  /// `2024-01-31`, `2024-01-31T12:00:00Z`, with a fraction and with an offset from UTC.
  package static func parse(_ text: String) -> Date? {
    var bytes = Array(text.utf8)[...]
    func take(_ count: Int) -> Int? {
      guard bytes.count >= count else { return nil }
      var value = 0
      for byte in bytes.prefix(count) {
        guard byte >= 48, byte <= 57 else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      bytes = bytes.dropFirst(count)
      return value
    }
    func take(_ character: Character) -> Bool {
      guard let first = bytes.first, first == character.asciiValue else { return false }
      bytes = bytes.dropFirst()
      return true
    }
    guard let year = take(4), take("-"), let month = take(2), take("-"), let day = take(2),
      (1...12).contains(month), day >= 1, day <= daysIn(month, year)
    else { return nil }
    var seconds = Double(daysFromEpoch(year, month, day)) * 86_400
    if !bytes.isEmpty {
      guard take("T") || take(" "), let hour = take(2), take(":"), let minute = take(2), hour < 24, minute < 60 else {
        return nil
      }
      seconds += Double(hour * 3_600 + minute * 60)
      if take(":") {
        guard let second = take(2), second < 60 else { return nil }
        seconds += Double(second)
        if take(".") {
          let digits = bytes.prefix { $0 >= 48 && $0 <= 57 }
          guard !digits.isEmpty, let fraction = Double("0." + String(decoding: digits, as: UTF8.self)) else { return nil }
          bytes = bytes.dropFirst(digits.count)
          seconds += fraction
        }
      }
      if !take("Z"), !bytes.isEmpty {
        let sign: Double
        if take("+") { sign = -1 } else if take("-") { sign = 1 } else { return nil }
        guard let hours = take(2) else { return nil }
        _ = take(":")
        let minutes = bytes.isEmpty ? 0 : take(2)
        guard let minutes else { return nil }
        seconds += sign * Double(hours * 3_600 + minutes * 60)
      }
    }
    guard bytes.isEmpty else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds - 978_307_200)
  }

  /// Whether a text looks like a date, possible or not.
  static func isWritten(_ text: String) -> Bool {
    text.prefix { $0 != "T" }.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [4, 2, 2]
  }

  /// What is impossible about a text that is written as a date; `nil` when it is not written as one.
  package static func problem(of text: String) -> String? {
    let parts = text.prefix { $0 != "T" && $0 != " " }.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      year >= 0, month >= 0, day >= 0
    else { return nil }
    guard (1...12).contains(month) else { return "there is no month \(parts[1]) in a year" }
    let name = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ][month - 1]
    let last = daysIn(month, year)
    guard (1...last).contains(day) else { return "there is no \(day) \(name) \(parts[0]): that month has \(last) days" }
    let time = text.drop { $0 != "T" && $0 != " " }.dropFirst().prefix(8).split(separator: ":")
    for (part, (unit, limit)) in zip(time, [("hour", 24), ("minute", 60), ("second", 60)]) {
      if part.utf8.count == 2, let number = Int(part), number >= limit { return "there is no \(unit) \(part) in a day's time" }
    }
    return nil
  }

  /// The text in UTC with up to six digits of fraction; `nil` outside of the years 0 to 9999.
  package static func text(_ date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.isFinite, abs(interval) < 300_000_000_000 else { return nil }
    let total = interval + 978_307_200
    var whole = total.rounded(.down)
    var micros = ((total - whole) * 1_000_000).rounded()
    if micros >= 1_000_000 {
      whole += 1
      micros = 0
    }
    let days = Int((whole / 86_400).rounded(.down))
    let second = Int(whole) - days * 86_400
    let (year, month, day) = civil(days)
    guard (0...9999).contains(year) else { return nil }
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
    text += "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    if micros > 0 {
      var fraction = padded(Int(micros), 6)
      while fraction.hasSuffix("0") { fraction.removeLast() }
      text += "." + fraction
    }
    return text + "Z"
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
  private static func daysIn(_ month: Int, _ year: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1970-01-01. Years are counted from March, so that the leap day is the last.
  private static func daysFromEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
