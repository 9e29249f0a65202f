import Foundation
import IdentifiedCollections
import Testing

@testable import ActionLanguage

/// Every kind of wrong input, each behind wide characters: the caret stands where it is wrong, and what the error proposes works.
@Suite struct ErrorExampleTests {
  enum Action: Equatable {
    case pair(String, Int)
    case named(title: String, count: Int)
    case flag(String, Bool)
    case real(String, Double)
    case small(String, UInt8)
    case id(String, UUID)
    case moment(String, Date)
    case wait(String, Duration)
    case link(String, URL)
    case letter(String, Character)
    case list(String, [Int])
    case lookup(String, [String: Int])
    case choice(String, Theme)
    case record(String, Attendee)
    case maybe(String, Int?)
    case range(String, Range<Int>)
    case result(String, Result<Int, FactError>)
    case tuple(String, (Int, y: Int))
    case bytes(String, Data)
    case indices(String, IndexSet)
    case plain

    static func == (first: Self, second: Self) -> Bool { ValuePrinter.text(of: first) == ValuePrinter.text(of: second) }
  }

  private static let wide = "\"한글👨‍👩‍👧\""

  /// The line, the text at which the caret must stand, and the kind.
  private static let wrong: [(String, String, ActionLanguageError.Kind)] = [
    ("pair(\(wide), \"x\")", "\"x\"", .typeMismatch), ("pair(\(wide), true)", "true", .typeMismatch),
    ("flag(\(wide), 1)", "1", .typeMismatch), ("flag(\(wide), yes)", "yes", .typeMismatch),
    ("real(\(wide), nil)", "nil", .typeMismatch), ("small(\(wide), 300)", "300", .typeMismatch),
    ("small(\(wide), -1)", "-1", .typeMismatch), ("id(\(wide), \"zzz\")", "\"zzz\"", .typeMismatch),
    ("moment(\(wide), \"2023-02-29\")", "\"2023-02-29\"", .typeMismatch), ("wait(\(wide), 3x)", "3x", .typeMismatch),
    ("link(\(wide), 3)", "3", .typeMismatch), ("letter(\(wide), \"ab\")", "\"ab\"", .typeMismatch),
    ("list(\(wide), 3)", "3", .typeMismatch), ("list(\(wide), [1, \"한\"])", "\"한\"", .typeMismatch),
    ("lookup(\(wide), [1])", "[1]", .typeMismatch), ("lookup(\(wide), [\"a\": \"b\"])", "\"b\"", .typeMismatch),
    ("choice(\(wide), .indgo)", "indgo", .unknownName), ("choice(\(wide), 3)", "3", .typeMismatch),
    ("record(\(wide), Attendee(id: UUID(0), nam: \"x\"))", "nam", .unexpectedPart),
    ("record(\(wide), Attendee(UUID(0), name: \"x\"))", "UUID(0)", .missingPart),
    ("record(\(wide), Attendee(id: UUID(0)))", ")", .missingPart),
    ("record(\(wide), Standup(id: UUID(0)))", "Standup", .typeMismatch), ("maybe(\(wide), \"x\")", "\"x\"", .typeMismatch),
    ("range(\(wide), 3)", "3", .typeMismatch), ("range(\(wide), 3..<1)", "3..<1", .typeMismatch),
    ("result(\(wide), .success(\"x\"))", "\"x\"", .typeMismatch), ("result(\(wide), .failure(.offlin))", "offlin", .unknownName),
    ("tuple(\(wide), (1, z: 2))", "z", .unexpectedPart), ("bytes(\(wide), \"0\")", "\"0\"", .typeMismatch),
    ("indices(\(wide), [-1])", "-1", .typeMismatch), ("pair(\(wide), _)", "_", .missingPart),
    ("pair(\(wide), 3, 4)", "4", .unexpectedPart), ("pair(\(wide))", ")", .missingPart),
    ("named(titel: \(wide), count: 3)", "titel", .unexpectedPart),
    ("named(title: \(wide), title: \"x\")", "title: \"x\"", .unexpectedPart),
    ("pair(\(wide), $cuont)", "$cuont", .unknownName), ("pair(\(wide), $title)", "$title", .typeMismatch),
    ("pair(\(wide), $rows[7])", "7", .notFound), ("plain(\(wide))", "(\(wide))", .unexpectedPart),
    ("plain = \(wide)", "\(wide)", .unexpectedPart), ("plain \(wide)", "\(wide)", .unexpectedPart),
    ("plaim", "plaim", .unknownName), ("pair", "pair", .missingPart),
  ]

  struct State {
    var title = "x"
    var count = 3
    var rows: [Int] = [1]
  }

  private func accepts(_ line: String) -> Bool {
    (try? ActionDecoder().decode(line, as: Action.self, state: State())) != nil
  }

  @Test(arguments: wrong.indices)
  func theCaretStandsThereAndTheExampleIsAccepted(index: Int) throws {
    let (line, place, kind) = Self.wrong[index]
    let error = try #require(throws: ActionLanguageError.self) {
      try ActionDecoder().decode(line, as: Action.self, state: State())
    }
    let bytes = Array(line.utf8)
    #expect(String(decoding: bytes[error.range], as: UTF8.self) == place, "\(line)")
    #expect(error.kind == kind, "\(line): \(error.message)")
    let drawn = error.render(line: line)
    let before = String(decoding: bytes[..<error.range.lowerBound], as: UTF8.self)
    #expect(drawn[1].prefix { $0 == " " }.count == DisplayWidth.of(before), "\(line)")
    #expect(error.expected != nil || kind == .unknownName || kind == .notFound, "\(line): \(error.message)")
    if kind == .typeMismatch { #expect(error.found != nil, "\(line): \(error.message)") }
    if kind == .unknownName { #expect(error.nearest != nil, "\(line): \(error.message)") }
    // The example takes the place of what is wrong, or of the call or line around it.
    let example = try #require(error.example, "\(line): \(error.message)")
    let ends = bytes.indices.filter { ",() ".utf8.contains(bytes[$0]) }
    let starts = [0, error.range.lowerBound] + ends.map { $0 + 1 } + bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
    let works = starts.filter { $0 <= error.range.lowerBound }.contains { start in
      ([error.range.upperBound, bytes.count] + ends + ends.map { $0 + 1 }).filter { $0 >= error.range.upperBound }.contains {
        end in
        accepts(String(decoding: bytes[..<start] + Array(example.utf8) + bytes[end...], as: UTF8.self))
      }
    }
    #expect(works, "\(line): \(example)")
  }

  @Test func bindingErrorsNameAPropertyThatExists() throws {
    let state = try appState()
    for line in ["binding", "binding query", "binding query[0] = 3", "binding querry = \"x\"", "binding query = 3"] {
      let error = try #require(throws: ActionLanguageError.self) {
        try ActionDecoder().decode(line, as: App.Action.self, state: state)
      }
      let example = try #require(error.example, "\(line)")
      let tries = [example, "binding \(example) = \"x\"", "binding query = \(example)"]
      #expect(
        tries.contains { (try? ActionDecoder().decode($0, as: App.Action.self, state: state)) != nil },
        "\(line): \(error.message) \(example)")
    }
  }
}
