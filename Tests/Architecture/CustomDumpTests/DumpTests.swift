import CustomDump
import Foundation
import Testing

private struct User: Equatable, Identifiable {
  var favoriteNumbers: [Int] = [42, 1729]
  var id: Int = 2
  var name: String = "Blob, Esq."
}

private struct Identifier: Equatable { var rawValue: Int }

private struct Empty: Equatable {}

private enum Choice: Equatable {
  case none
  case one(Int)
  case labelled(value: Int)
  case pair(Double, name: String)
  case user(User)
  case nested(Inner)
  enum Inner: Equatable { case left, right(Bool) }
}

private struct Generic<Value> { var value: Value }

private enum Namespace {
  struct Model { var title = "A" }
}

private final class Person {
  var name: String
  var friend: Person?
  init(name: String) { self.name = name }
}

@Suite struct DumpTests {
  @Test func structsPrintOnePartPerLine() {
    #expect(
      String(customDumping: User()) == """
        User(
          favoriteNumbers: [
            [0]: 42,
            [1]: 1729
          ],
          id: 2,
          name: "Blob, Esq."
        )
        """)
    #expect(String(customDumping: Empty()) == "Empty()")
    #expect(String(customDumping: Identifier(rawValue: 7)) == "Identifier(rawValue: 7)")
    #expect(String(customDumping: Namespace.Model()) == #"Namespace.Model(title: "A")"#)
    #expect(String(customDumping: Generic(value: [1])) == "Generic(\n  value: [\n    [0]: 1\n  ]\n)")
  }

  @Test func enumsNameTheirTypeOnlyAtTheRoot() {
    #expect(String(customDumping: Choice.none) == "Choice.none")
    #expect(String(customDumping: Choice.one(42)) == "Choice.one(42)")
    #expect(String(customDumping: Choice.labelled(value: 42)) == "Choice.labelled(value: 42)")
    #expect(
      String(customDumping: Choice.pair(0.5, name: "Blob")) == """
        Choice.pair(
          0.5,
          name: "Blob"
        )
        """)
    #expect(String(customDumping: Choice.nested(.left)) == "Choice.nested(.left)")
    #expect(
      String(customDumping: Choice.nested(.right(true))) == """
        Choice.nested(
          .right(true)
        )
        """)
    #expect(String(customDumping: [Choice.none]) == "[\n  [0]: .none\n]")
  }

  @Test func leavesPrintAsLiterals() {
    #expect(String(customDumping: 42) == "42")
    #expect(String(customDumping: 1.0) == "1.0")
    #expect(String(customDumping: "Blob") == #""Blob""#)
    #expect(String(customDumping: #"a "b""#) == ##"#"a "b""#"##)
    #expect(String(customDumping: "a\nb") == "\"\"\"\na\nb\n\"\"\"")
    #expect(String(customDumping: Character("a")) == #""a""#)
    #expect(String(customDumping: Optional<Int>.none) == "nil")
    #expect(String(customDumping: Optional(Optional(3))) == "3")
    #expect(String(customDumping: ()) == "()")
    #expect(String(customDumping: (1, x: "a")) == "(\n  1,\n  x: \"a\"\n)")
    #expect(String(customDumping: { (value: Int) in value }) == "(Function)")
    #expect(String(customDumping: [Int]?.self) == "[Int]?.self")
    #expect(String(customDumping: \User.name) == #"\User.name"#)
    #expect(String(customDumping: 1..<3) == "1..<3")
    #expect(String(customDumping: Duration.seconds(2)) == "2.0 seconds")
  }

  @Test func collectionsPrintInAFixedOrder() {
    #expect(String(customDumping: [Int]()) == "[]")
    #expect(String(customDumping: [Int: Int]()) == "[:]")
    #expect(String(customDumping: ["b": 2, "a": 1]) == "[\n  \"a\": 1,\n  \"b\": 2\n]")
    #expect(String(customDumping: Set([3, 1, 2])) == "Set([\n  1,\n  2,\n  3\n])")
    #expect(String(customDumping: [AnyHashable("a"): 1]) == "[\n  \"a\": 1\n]")
  }

  @Test func foundationValuesPrintShort() throws {
    #expect(String(customDumping: Date(timeIntervalSince1970: 0.5)) == "Date(1970-01-01T00:00:00.500Z)")
    let identifier = try #require(UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"))
    #expect(String(customDumping: identifier) == "UUID(DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF)")
    let url = try #require(URL(string: "https://example.com/a"))
    #expect(String(customDumping: url) == "URL(https://example.com/a)")
    #expect(String(customDumping: Data([1, 2, 3, 4])) == "Data(4 bytes)")
    #expect(String(customDumping: Data([1])) == "Data(1 byte)")
    #expect(String(customDumping: try #require(Decimal(string: "1.25"))) == "1.25")
    #expect(String(customDumping: Locale(identifier: "en_US")) == "Locale(en_US)")
    #expect(String(customDumping: try #require(TimeZone(identifier: "Asia/Seoul"))) == "TimeZone(Asia/Seoul)")
    #expect(String(customDumping: Calendar(identifier: .gregorian)) == "Calendar(gregorian)")
    #expect(
      String(customDumping: NSError(domain: "example", code: 42)) == """
        NSError(
          domain: "example",
          code: 42,
          userInfo: [:]
        )
        """)
  }

  @Test func objectsPrintOnceAndAreNumberedByType() {
    let first = Person(name: "A")
    let second = Person(name: "B")
    first.friend = second
    second.friend = first
    #expect(
      String(customDumping: first) == """
        Person(
          name: "A",
          friend: #2 Person(
            name: "B",
            friend: Person(↩︎)
          )
        )
        """)
  }

  @Test func depthNameAndIndentShapeTheText() {
    var text = ""
    customDump(User(), to: &text, name: "user", indent: 2, maxDepth: 1)
    #expect(text == "  user: User(\n    favoriteNumbers: […],\n    id: 2,\n    name: \"Blob, Esq.\"\n  )")
    text = ""
    customDump(User(), to: &text, maxDepth: 0)
    #expect(text == "User(…)")
  }

  @Test func wrappersAndMirrorsAreFollowed() {
    struct Described: CustomDumpStringConvertible { var customDumpDescription: String { "<described>" } }
    struct Wrapped: CustomDumpRepresentable { var customDumpValue: Any { [1] } }
    struct Mirrored: CustomDumpReflectable {
      var customDumpMirror: Mirror { Mirror(self, children: ["only": 1], displayStyle: .struct) }
    }
    struct Stored {
      var _name = "shown"
      var _$registrar = 0
    }
    #expect(String(customDumping: Described()) == "<described>")
    #expect(String(customDumping: Wrapped()) == "[\n  [0]: 1\n]")
    #expect(String(customDumping: Mirrored()) == "DumpTests.Mirrored(only: 1)")
    #expect(String(customDumping: Stored()) == #"DumpTests.Stored(name: "shown")"#)
  }

  @Test func anEndpointShowsUnderTheNameThatWasWritten() {
    struct Client { private let `_fetch(id:_:)`: (Int, Int) -> Int = { $0 + $1 } }
    #expect(String(customDumping: Client()) == "DumpTests.Client(fetch: (Function))")
  }
}
