import ComposableArchitecture
import Foundation
import SeededRandomness
import Testing

@testable import ActionLanguage

/// The law, text to value to text to value, for the types with literals of their own.
@Suite struct LiteralRoundTripTests {
  struct Flags: OptionSet, Hashable, Sendable { var rawValue: UInt8 }
  struct Tag: RawRepresentable, Hashable, Sendable { var rawValue: String }
  struct Root: Equatable, Sendable {
    var title = ""
    var inner = Inner()
    struct Inner: Equatable, Sendable { var count = 0 }
  }
  enum Offline: Error, Equatable, Sendable { case timeout(seconds: Int), refused }

  enum Literal {
    case exact(Decimal)
    case indices(IndexSet)
    case ranges(Range<Int>, ClosedRange<UInt8>, Range<Double>)
    case openRanges(PartialRangeFrom<Int>, PartialRangeUpTo<Double>, PartialRangeThrough<String>)
    case times(PartialRangeFrom<Date>, PartialRangeUpTo<Duration>, ClosedRange<Character>)
    case anyPath(AnyKeyPath)
    case flags(Flags)
    case tag(Tag)
    case element(StackElementID)
    case path(WritableKeyPath<Root, String>)
    case deepPath(PartialKeyPath<Root>)
    case link(URL)
    case big(Int128, UInt64, Int8)
    case real(Float, Double)
    case letters(Character, Substring)
    case result(Result<Tag, any Error>)
    case typed(Result<Int, Offline>)
    case error(any Error)
    case lookup([Tag: [Flags]], [Int?: Bool])
    case tuple((left: Int, right: (Bool, String)), Int?)
    case bound(BindingAction<Root>)
    case label(TextState)
    case nothing(Void)
  }

  private func text(_ random: inout SeededGenerator) -> String { String.make(&random, size: 0) }

  private func make(_ random: inout SeededGenerator) -> Literal {
    let number = Int.random(in: -1_000...1_000, using: &random)
    let low = min(number, Int.random(in: -1_000...1_000, using: &random))
    let flag = Bool.random(using: &random)
    switch Int.random(in: 0...22, using: &random) {
    case 20: return .openRanges(number..., ..<(Double(number) / 4), ...text(&random))
    case 21:
      return .times(Date(timeIntervalSinceReferenceDate: Double(number))..., ..<Duration.milliseconds(number), "a"..."한")
    case 22: return .anyPath([\Root.title, \Root.inner.count, \Root.Inner.count][abs(number) % 3])
    case 0: return .exact([Decimal(number) / 8, Decimal(string: "1e-30") ?? 0, .nan, .greatestFiniteMagnitude][abs(number) % 4])
    case 1: return .indices(IndexSet((0..<4).map { _ in Int.random(in: 0...9, using: &random) }))
    case 2: return .ranges(low..<number, UInt8(abs(low) % 100)...UInt8(100 + abs(number) % 100), -0.5..<Double(abs(number)))
    case 3: return .flags(Flags(rawValue: .random(in: 0...255, using: &random)))
    case 4: return .tag(Tag(rawValue: text(&random)))
    case 5: return .element(StackElementID(generation: abs(number)))
    case 6: return .path(\.title)
    case 7: return .deepPath(flag ? \Root.inner.count : \Root.inner)
    case 8: return .link(URL(string: "https://example.com/\(number)?q=%ED%95%9C") ?? URL(fileURLWithPath: "/"))
    case 9: return .big(flag ? .max : .min, .max, flag ? -128 : 127)
    case 10: return .real(flag ? -.infinity : Float(number) / 3, flag ? .nan : .leastNonzeroMagnitude)
    case 11: return .letters(Character.make(&random, size: 0), text(&random)[...])
    case 12: return .result(flag ? .success(Tag(rawValue: "a")) : .failure(WrittenError(text(&random))))
    case 13: return .typed(flag ? .success(number) : .failure(.timeout(seconds: number)))
    case 14: return .error(flag ? Offline.refused : WrittenError(text(&random)))
    case 15: return .lookup([Tag(rawValue: text(&random)): [Flags(rawValue: 3), []]], [nil: flag, number: !flag])
    case 16: return .tuple((left: number, right: (flag, text(&random))), flag ? nil : number)
    case 17: return .bound(flag ? .set(\.title, text(&random)) : .set(\.inner.count, number))
    case 18: return .label(TextState(text(&random)))
    default: return .nothing(())
    }
  }

  @Test func everyLiteralReadsBack() throws {
    var random = SeededGenerator.ofThisRun("everyLiteralReadsBack")
    for _ in 0..<800 {
      let value = make(&random)
      let written = ValuePrinter.text(of: value)
      #expect(!written.unicodeScalars.contains(where: Escaping.isHidden))
      #expect(!written.contains("_"), "\(written) leaves something out")
      for line in [written, ValuePrinter.dotted(action: value)] {
        do {
          let read = try ActionDecoder().decode(line, as: Literal.self)
          #expect(ValuePrinter.text(of: read) == written)
          #expect(ValueDiff.changes(from: value, to: read).isEmpty, "\(line)")
        } catch {
          Issue.record("\(error.render(line: line).joined(separator: "\n"))")
        }
      }
    }
  }

  private func value<Value>(_ text: String, _: Value.Type) throws -> Value? {
    try ActionDecoder().value(text, as: Value.self) as? Value
  }

  @Test func keyPathsAreThoseOfTheLiteral() throws {
    #expect(try value("\\.title", WritableKeyPath<Root, String>.self) == \Root.title)
    #expect(try value("\\Root.inner.count", KeyPath<Root, Int>.self) == \Root.inner.count)
    #expect(try value("\\.inner", PartialKeyPath<Root>.self) == \Root.inner)
    let other = #expect(throws: ActionLanguageError.self) { try value("\\.inner.count", WritableKeyPath<Root, String>.self) }
    #expect(other?.message.hasSuffix("and the property is Int") == true)
    #expect(other?.example == "\\.title")
    let wrong = #expect(throws: ActionLanguageError.self) { try value("\\.titel", WritableKeyPath<Root, String>.self) }
    #expect(wrong?.nearest == "title")
    let none = #expect(throws: ActionLanguageError.self) { try value("3", WritableKeyPath<Root, String>.self) }
    #expect(none?.example == "\\.title")
  }

  @Test func rangesMayLackASide() throws {
    #expect(try value("3...", PartialRangeFrom<Int>.self)?.lowerBound == 3)
    #expect(try value("(-3...)", PartialRangeFrom<Int>.self)?.lowerBound == -3)
    #expect(try value("..<5", PartialRangeUpTo<Int>.self)?.upperBound == 5)
    #expect(try value("... -5", PartialRangeThrough<Int>.self)?.upperBound == -5)
    #expect(try value("...now + 5m", PartialRangeThrough<Date>.self)?.upperBound == Date(timeIntervalSinceReferenceDate: 300))
    #expect(try value("[1..., 2...]", [PartialRangeFrom<Int>].self)?.map(\.lowerBound) == [1, 2])
    for (text, type) in [
      ("3...", Range<Int>.self as Any.Type), ("...3", Range<Int>.self), ("3", PartialRangeFrom<Int>.self),
      ("0...3", PartialRangeThrough<Int>.self), ("..<5", PartialRangeThrough<Int>.self),
    ] {
      let error = #expect(throws: ActionLanguageError.self) { try ActionDecoder().value(text, as: type) }
      #expect(error?.kind == .typeMismatch, "\(text)")
      #expect(throws: Never.self) { try ActionDecoder().value(error?.example ?? "", as: type) }
    }
    for text in ["...", "..<", "3.. .", "3..<", "3....", "...3...", "..3"] {
      #expect(throws: ActionLanguageError.self, "\(text)") { try ActionDecoder().value(text, as: PartialRangeFrom<Int>.self) }
    }
    for type in [Range<Date>.self, ClosedRange<String>.self, PartialRangeFrom<UUID>.self, ClosedRange<Double>.self] as [Any.Type]
    {
      #expect(throws: Never.self) { try ActionDecoder().value(ActionDecoder.example(of: type), as: type) }
    }
  }

  @Test func aPathWithoutARootNamesIt() throws {
    struct Watch { var name = ""; var path: AnyKeyPath = \Root.title }
    _ = ValuePrinter.text(of: Watch())
    let read = try #require(
      try ActionDecoder().value("Watch(name: \"a\", path: \\LiteralRoundTripTests.Root.inner)", as: Watch.self) as? Watch)
    #expect(read.path == \Root.inner)
    let refusal = #expect(throws: ActionLanguageError.self) {
      try ActionDecoder().value("Watch(name: \"\", path: \\.title)", as: Watch.self, state: Root())
    }
    #expect(refusal?.kind == .notWritable)
    #expect(refusal?.message.contains("the part \"path\" of") == true)
    #expect(refusal?.example == "\\LiteralRoundTripTests.Root.title")
    let unknown = #expect(throws: ActionLanguageError.self) {
      try ActionDecoder().value("Watch(name: \"\", path: \\Nothing.title)", as: Watch.self)
    }
    #expect(unknown?.message.contains("no type is known by which \"Nothing.title\" could begin") == true)
    #expect(unknown?.note?.contains("TypeName.title") == true)
  }

  @Test func optionsAreListedOrCounted() throws {
    #expect(try value("[]", Flags.self) == [])
    #expect(try value("[1, 4]", Flags.self) == Flags(rawValue: 5))
    #expect(try value("[Flags(rawValue: 2), 8]", Flags.self) == Flags(rawValue: 10))
    #expect(try value("0b11", Flags.self) == nil || value("3", Flags.self) == Flags(rawValue: 3))
    #expect(throws: ActionLanguageError.self) { try value("[\"x\"]", Flags.self) }
  }

  /// The rules of Swift: escapes are read behind the indentation, and what is not indented as the closing quotes is refused.
  @Test(arguments: [
    ("a\n  b", "a\n  b"), ("", ""), ("\n", "\n"), ("a\n\n    \n b", "a\n\n\n b"), ("a\\n b\\\n   c", "a\n b   c"),
    ("\\u{41}\\\\", "A\\"),
    ("say \"\"\\\"", "say \"\"\""),
  ])
  func aStringOfSeveralLinesIsReadAsSwiftReadsIt(content: String, expected: String) throws {
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    let indented = lines.map { $0.allSatisfy { $0 == " " } ? String($0) : "    " + $0 }.joined(separator: "\n")
    #expect(try value("\"\"\"\n\(indented)\n    \"\"\"", String.self) == expected)
    #expect(try value("#\"\"\"\n\(indented)\n    \"\"\"#", String.self)?.contains("\\") == content.contains("\\"))
  }

  @Test(arguments: [
    ("\"\"\"\n  a\n b\n  \"\"\"", "this line of the string is indented less than its closing quotes", 8),
    ("\"\"\"\n\ta\n  \"\"\"", "this line of the string is indented less than its closing quotes", 4),
    ("\"\"\"\n  a\"\"\"", "the closing quotes of a string of several lines have a line of their own", 7),
    ("\"\"\"\n  a\n  \"\"", "the string is not closed", 0),
    ("\"\"\" ;; a\nb\n\"\"\"", "the text of a string of several lines begins on a line of its own", 3),
    ("#\"\"\"a\n\"\"\"#", "the text of a string of several lines begins on a line of its own", 4),
    ("\"\"\"\n  a\\q\n  \"\"\"", "there is no such escape", 7),
  ])
  func aStringOfSeveralLinesThatSwiftRefusesIsRefused(text: String, message: String, place: Int) {
    let error = #expect(throws: ActionLanguageError.self) { try value(text, String.self) }
    #expect(error?.message == message)
    #expect(error?.range.lowerBound == place)
  }

  @Test func stringsInAllTheirForms() throws {
    #expect(try value("\"\"\"\n    a\n      \"b\"\n    \"\"\"", String.self) == "a\n  \"b\"")
    #expect(try value("##\"a \"# \\#n \\##n\"##", String.self) == "a \"# \\#n \n")
    #expect(try value("#\"\\#u{1F600}\"#", String.self) == "😀")
    let escape = #expect(throws: ActionLanguageError.self) { try value("\"\\q\"", String.self) }
    #expect(escape?.message == "there is no such escape")
    #expect(escape?.range == 1..<3)
    #expect(escape?.example == #""\\q""#)
    let long = #expect(throws: ActionLanguageError.self) { try value(#""a\글b""#, String.self) }
    #expect(long?.range == 2..<6, "a whole character")
    #expect(long?.example == #""a\\글b""#)
    let raw = #expect(throws: ActionLanguageError.self) { try value(##"#"a\#q"#"##, String.self) }
    #expect(raw?.candidates.prefix(3) == [##"\#\#q"##, ##"\#n"##, ##"\#r"##])
    #expect(try value(##"#"a\#\#q"#"##, String.self) == ##"a\#q"##)
  }

  @Test func identifiersOfOthersAreSpelledLikeOurs() {
    let id = "00000000-0000-0000-0000-00000000004D"
    #expect(ValuePrinter.spellingIdentifiers(in: "rows[\(id)]") == "rows[UUID(77)]")
    #expect(ValuePrinter.spellingIdentifiers(in: "row(id: UUID(\(id)), \(id))") == "row(id: UUID(77), UUID(77))")
    #expect(
      ValuePrinter.spellingIdentifiers(in: "F0000000-0000-0000-0000-00000000004D")
        == "UUID(\"F0000000-0000-0000-0000-00000000004D\")")
    for text in ["\"\(id)\"", "x\(id)", id.dropLast() + "", "한 - 글", "", "\(id)0", "-----"] {
      #expect(ValuePrinter.spellingIdentifiers(in: text) == text)
    }
  }
}
