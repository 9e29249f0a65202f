import CustomDump
import IdentifiedCollections
import Testing

private struct User: Equatable, Identifiable {
  var id: Int
  var name: String
  var numbers: [Int] = [1, 2]
}

private struct Point: Equatable {
  var x: Int
  var y: Int
}

private struct Unequatable {
  var name: String
  var action: () -> Void = {}
}

private enum Action: Equatable {
  case load(User)
  case loaded(Result<Int, Failure>)
  case tap
  struct Failure: Error, Equatable {}
}

/// A row of rows.
private struct Tree: Equatable {
  var label = "leaf"
  var rows: [Tree] = []
}

private final class Box: Equatable {
  var count = 0
  static func == (_: Box, _: Box) -> Bool { false }
}

@Suite struct DiffTests {
  @Test func equalValuesHaveNone() {
    #expect(diff(1, 1) == nil)
    #expect(diff(Unequatable(name: "A"), Unequatable(name: "A")) == nil)
    #expect(diff([1: ["a"]], [1: ["a"]]) == nil)
  }

  @Test func leavesAreReplaced() {
    #expect(diff(1, 2) == "- 1\n+ 2")
    #expect(diff(1, 2, format: .proportional) == "\u{2212} 1\n+ 2")
    #expect(diff(Int?.none, 2) == "- nil\n+ 2")
    #expect(diff(1 as Any, 1.0 as Any) == "- 1\n+ 1.0")
    #expect(diff(1 as Any, UInt8(1) as Any) == "- 1 as Int\n+ 1 as UInt8")
  }

  @Test func alikeFieldsAreFolded() {
    #expect(
      diff(User(id: 1, name: "A"), User(id: 1, name: "B")) == """
          User(
            id: 1,
        -   name: "A",
        +   name: "B",
            numbers: […]
          )
        """)
    #expect(
      diff(Unequatable(name: "A"), Unequatable(name: "B")) == """
          Unequatable(
        -   name: "A",
        +   name: "B",
            action: (Function)
          )
        """)
  }

  @Test func addedAndRemovedElementsKeepTheirCommas() {
    #expect(diff([42], [42, 91]) == "  [\n    [0]: 42,\n+   [1]: 91\n  ]")
    #expect(diff([42, 91], [42]) == "  [\n    [0]: 42,\n-   [1]: 91\n  ]")
    #expect(diff([1, 2, 3], [1, 20, 3]) == "  [\n    [0]: 1,\n-   [1]: 2,\n+   [1]: 20,\n    [2]: 3\n  ]")
    #expect(diff([Int](), [1]) == "  [\n+   [0]: 1\n  ]")
    #expect(diff([1], []) == "  [\n-   [0]: 1\n  ]")
  }

  @Test func oneChangedRowOfManyShowsWithElidedNeighbours() {
    let old = (0..<10_000).map { User(id: $0, name: "User \($0)") }
    var new = old
    new[5_000].name = "Changed"
    #expect(
      diff(old, new) == """
          [
            … (5000 unchanged),
            [5000]: User(
              id: 5000,
        -     name: "User 5000",
        +     name: "Changed",
              numbers: […]
            ),
            … (4999 unchanged)
          ]
        """)
    let identified = IdentifiedArray(uniqueElements: old)
    var changed = identified
    changed.remove(id: 0)
    #expect(
      diff(identified, changed) == """
          [
        -   [0]: User(
        -     id: 0,
        -     name: "User 0",
        -     numbers: [
        -       [0]: 1,
        -       [1]: 2
        -     ]
        -   ),
            … (9999 unchanged)
          ]
        """)
  }

  @Test func elementsWithoutIdentityAreComparedInPlace() {
    #expect(
      diff([Point(x: 0, y: 0), Point(x: 1, y: 1)], [Point(x: 0, y: 0), Point(x: 1, y: 2)]) == """
          [
            [0]: Point(…),
            [1]: Point(
              x: 1,
        -     y: 1
        +     y: 2
            )
          ]
        """)
  }

  @Test func dictionariesAndSetsPairByKey() {
    #expect(
      diff(["a": 1, "b": 2, "c": 3], ["a": 1, "b": 20, "d": 4]) == """
          [
            "a": 1,
        -   "b": 2,
        +   "b": 20,
        -   "c": 3
        +   "d": 4
          ]
        """)
    #expect(diff(Set([1, 2]), Set([2, 3])) == "  Set([\n-   1,\n    2,\n+   3\n  ])")
    #expect(diff([String: Int](), ["a": 1]) == "  [\n+   \"a\": 1\n  ]")
    #expect(diff(["a": 1], [:]) == "  [\n-   \"a\": 1\n  ]")
  }

  @Test func casesAreReplacedAndPayloadsCompared() {
    #expect(
      diff(Action.tap, .load(User(id: 1, name: "A", numbers: []))) == """
        - Action.tap
        + Action.load(
        +   User(
        +     id: 1,
        +     name: "A",
        +     numbers: []
        +   )
        + )
        """)
    #expect(
      diff(Action.loaded(.success(1)), .loaded(.success(2))) == """
          Action.loaded(
        -   .success(1)
        +   .success(2)
          )
        """)
    #expect(
      diff(Action.loaded(.success(1)), .loaded(.failure(Action.Failure()))) == """
          Action.loaded(
        -   .success(1)
        +   .failure(Action.Failure())
          )
        """)
  }

  @Test func linesOfStringsAreCompared() {
    #expect(diff("a\nb\nc", "a\nB\nc") == "  \"\"\"\n  a\n- b\n+ B\n  c\n  \"\"\"")
  }

  @Test func unequalValuesThatPrintAlikeSaySo() {
    #expect(
      diff(Box(), Box()) == """
          // Not equal but no difference detected:
        - Box(count: 0)
        + Box(count: 0)
        """)
  }

  @Test func largeListsThatShareLittleAreStillAligned() {
    // 3 000 × 3 000 pairs is past the exact search; hashable elements are aligned by the longest kept run.
    let old = Array(0..<3_000)
    let new = Array(1..<3_000) + [-1]
    let text = diff(old, new)
    #expect(text == "  [\n-   [0]: 0,\n    … (2999 unchanged),\n+   [2999]: -1\n  ]")
  }

  @Test func deepValuesAreCompared() {
    var old = Tree()
    var new = Tree(label: "changed")
    let depth = 300
    for _ in 0..<depth {
      old = Tree(label: "row", rows: [old])
      new = Tree(label: "row", rows: [new])
    }
    let lines = (diff(old, new) ?? "").split(separator: "\n").map(String.init)
    // Each level indents its rows by two, and a row's own fields by two more.
    let indent = String(repeating: " ", count: 4 * depth + 2)
    let removed = lines.filter { $0.hasPrefix("-") }
    let added = lines.filter { $0.hasPrefix("+") }
    #expect(removed == ["- \(indent)label: \"leaf\","])
    #expect(added == ["+ \(indent)label: \"changed\","])
  }
}
