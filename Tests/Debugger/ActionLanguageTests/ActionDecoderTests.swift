import Foundation
import Testing

@testable import ActionLanguage

@Suite struct ActionDecoderTests {
  @Test(arguments: [
    (".tab1(.incrementButtonTapped)", Tabs.Action.tab1(.incrementButtonTapped)),
    ("tab1.incrementButtonTapped", .tab1(.incrementButtonTapped)),
    (".tab1.incrementButtonTapped", .tab1(.incrementButtonTapped)),
    ("Tabs.Action.tab1(Counter.Action.incrementButtonTapped)", .tab1(.incrementButtonTapped)),
    ("tab1(.set(1_000))", .tab1(.set(1000))),
    ("tab2.set(-0x10)", .tab2(.set(-16))),
    ("tab1.none", .tab1(.none)),
    ("nothing", .nothing),
    ("tab1.rename(first: \"Blob\", last: \"유비\")", .tab1(.rename(first: "Blob", last: "유비"))),
    ("tab1.move([0, 2], to: 1)", .tab1(.move([0, 2], to: 1))),
    ("tab1.factResponse(.success(\"3 is prime\"))", .tab1(.factResponse(.success("3 is prime")))),
    ("tab1.factResponse.success(\"3 is prime\")", .tab1(.factResponse(.success("3 is prime")))),
    ("tab1.factResponse(.failure(.status(404)))", .tab1(.factResponse(.failure(.status(404))))),
    ("row(id: 3, action: .tab1(.set(2)))", .row(id: 3, action: .tab1(.set(2)))),
    ("row[id: 3].tab1.set(2)", .row(id: 3, action: .tab1(.set(2)))),
    ("row(id: 3).nothing", .row(id: 3, action: .nothing)),
    ("row[id: 1].row[id: 2].nothing", .row(id: 1, action: .row(id: 2, action: .nothing))),
    ("pick(.indigo)", .pick(.indigo)),
    ("pick.indigo", .pick(.indigo)),
    ("pick(nil)", .pick(nil)),
    ("pick", .pick(nil)),
    ("  nothing  ", .nothing),
  ])
  func bothSpellings(_ text: String, _ expected: Tabs.Action) throws {
    #expect(try decode(text) == expected)
  }

  @Test func structs() throws {
    let expected = Standup(
      id: uuid(7), title: "Design", duration: .milliseconds(1500), attendees: [Attendee(id: uuid(1), name: "Blob")], theme: nil)
    let text = "save(Standup(id: UUID(7), title: \"Design\", duration: 1.5s, attendees: [Attendee(id: UUID(1), name: \"Blob\")]))"
    #expect(try decode(text) == .save(expected))
    #expect(try decode(text.replacing("Standup(", with: ".init(")) == .save(expected))
    #expect(try decode(text.replacing("save(Standup(", with: "save((")) == .save(expected))
  }

  @Test func overloadedCasesAreToldApartByLabels() throws {
    enum Action: Equatable {
      case set(x: Int)
      case set(y: Int)
    }
    #expect(try decode("set(y: 3)", as: Action.self) == .set(y: 3))
    let error = #expect(throws: ActionLanguageError.self) { try decode("set(3)", as: Action.self) }
    #expect(error?.candidates == ["set(x: Int)", "set(y: Int)"])
  }
}

@Suite struct LiteralTests {
  func value<Value>(_ text: String, _ type: Value.Type) throws -> Value? {
    try ActionDecoder(now: Date(timeIntervalSinceReferenceDate: 1000)).value(text, as: type) as? Value
  }

  @Test func numbers() throws {
    #expect(try value("0xFF", Int.self) == 255)
    #expect(try value("0b101", UInt8.self) == 5)
    #expect(try value("-1_000", Int.self) == -1000)
    #expect(try value("1.5e3", Double.self) == 1500)
    #expect(try value("1.5e-3", Double.self) == 0.0015)
    #expect(try value("3", Double.self) == 3)
    #expect(try value("-.infinity", Double.self) == -Double.infinity)
    #expect(try value("0.1", Decimal.self) == Decimal(string: "0.1"))
    let error = #expect(throws: ActionLanguageError.self) { try value("300", UInt8.self) }
    #expect(error?.message == "300 does not fit in UInt8")
    #expect(error?.expected == "0...255")
  }

  @Test func strings() throws {
    #expect(try value(#""a\n\t\"\\\u{1F600}""#, String.self) == "a\n\t\"\\😀")
    #expect(try value(##"#"raw \n "quoted""#"##, String.self) == #"raw \n "quoted""#)
    #expect(try value("\"\"\"\n  two\n    lines\n  \"\"\"", String.self) == "two\n  lines")
    #expect(try value("\"한\"", Character.self) == "한")
  }

  @Test func foundation() throws {
    #expect(try value("UUID(3)", UUID.self) == uuid(3))
    #expect(try value("\"00000000-0000-0000-0000-0000000000FF\"", UUID.self) == uuid(255))
    #expect(try value("\"https://example.com/a\"", URL.self) == URL(string: "https://example.com/a"))
    #expect(try value("Data(\"00ff\")", Data.self) == Data([0, 255]))
    #expect(try value("[0, 2..<4]", IndexSet.self) == [0, 2, 3])
  }

  @Test func time() throws {
    #expect(try value("1.5s", Duration.self) == .milliseconds(1500))
    #expect(try value("1m30s", Duration.self) == .seconds(90))
    #expect(try value(".milliseconds(3)", Duration.self) == .milliseconds(3))
    #expect(try value("now", Date.self) == Date(timeIntervalSinceReferenceDate: 1000))
    #expect(try value("now + 5m", Date.self) == Date(timeIntervalSinceReferenceDate: 1300))
    #expect(try value("\"2001-01-01T00:00:01.5Z\"", Date.self) == Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(try value("\"2001-01-01T09:00:00+09:00\"", Date.self) == Date(timeIntervalSinceReferenceDate: 0))
    #expect(try value("\"2024-02-29\"", Date.self) == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(throws: ActionLanguageError.self) { try value("\"2023-02-29\"", Date.self) }
  }

  @Test func collections() throws {
    #expect(try value("[1, 2, 3]", [Int].self) == [1, 2, 3])
    #expect(try value("[1, 2, 2]", Set<Int>.self) == [1, 2])
    #expect(try value("[\"a\": [1], \"b\": []]", [String: [Int]].self) == ["a": [1], "b": []])
    #expect(try value("[:]", [String: Int].self) == [:])
    #expect(try value("0..<3", Range<Int>.self) == 0..<3)
    #expect(try value("0...3", ClosedRange<Int>.self) == 0...3)
  }

  @Test func optionals() throws {
    #expect(try value("nil", Int?.self) == .some(nil))
    #expect(try value("3", Int?.self) == .some(3))
    #expect(try value(".some(nil)", Int??.self) == .some(.some(nil)))
  }

  @Test func literalConformances() throws {
    struct Tag: ExpressibleByStringLiteral, Equatable {
      var text: String
      init(stringLiteral value: String) { text = value }
    }
    struct Options: OptionSet, Equatable { var rawValue: Int }
    #expect(try value("\"x\"", Tag.self) == Tag(stringLiteral: "x"))
    #expect(try value("3", Options.self) == Options(rawValue: 3))
    #expect(try value("Options(rawValue: 3)", Options.self) == Options(rawValue: 3))
  }

  @Test func errors() throws {
    let result = try value(".failure(\"offline\")", Result<Int, any Error>.self)
    #expect(throws: WrittenError("offline")) { try result?.get() }
    let typed = try ActionDecoder().decode("done(.failure(FactError.status(3)))", as: Load.self) as? Load
    guard case .done(.failure(let error)) = typed else {
      Issue.record("not decoded")
      return
    }
    #expect(error as? FactError == .status(3))
  }
}
enum Load { case done(Result<Int, any Error>) }
