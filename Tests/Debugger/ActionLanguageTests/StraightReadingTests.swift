import Foundation
import SeededRandomness
import Testing

@testable import ActionLanguage

/// The reading of plain lines gives what the reading of all of the language gives, or gives up.
@Suite struct StraightReadingTests {
  private func expectSame(_ line: String, as type: Any.Type, state: Any?) -> Bool {
    guard let straight = StraightReading.action(line, as: type, state: state) else { return false }
    do {
      let whole = try ActionDecoder().action(line, as: type, state: state)
      #expect(ValuePrinter.text(of: straight) == ValuePrinter.text(of: whole), "\(line)")
      #expect(ValueDiff.changes(from: whole, to: straight).isEmpty, "\(line)")
    } catch {
      Issue.record("\(line) is read, and should be refused: \(error.message)")
    }
    return true
  }

  @Test(arguments: [
    "path[#0].detail.editButtonTapped", ".path(.element(id: #0, action: .detail(.editButtonTapped)))", "query(\"x 한글\")",
    "plain", "nothing.at(all)",
  ])
  func linesOfTheApp(line: String) throws {
    _ = expectSame(line, as: App.Action.self, state: try appState())
  }

  @Test func plainLinesAreReadStraight() {
    let rows = Rows.State(id: 0, rows: [Rows.State(id: 7), Rows.State(id: 9, rows: [Rows.State(id: 3)])])
    for line in [
      "toggle", ".toggle", "rename(\"x\")", "rename(\"\")", ".rename(\"한 글 (a, b)\")", "row(id: 7, action: .toggle)",
      "row(id: -5, action: .row(id: 3, action: toggle))", "row[id: 7].toggle", "row[id: 9].row[id: 3].rename(\"a\")",
    ] {
      #expect(expectSame(line, as: Rows.Action.self, state: rows), "\(line)")
    }
    for line in ["tapped(id: UUID(2))", "moved(UUID(1), to: 3)", "numbered(pageID: 10)", "view.binding"] {
      #expect(expectSame(line, as: Library.Action.self, state: Library.State.two) == !line.hasSuffix("binding"), "\(line)")
    }
  }

  @Test func whatIsWrongOrOtherwiseIsLeft() {
    let rows = Rows.State(id: 0, rows: [Rows.State(id: 7)])
    for line in [
      "", ".", "_", "toggle ", " toggle", "toggle()", "toggle(1)", "togle", "rename", "rename()", "rename(\"a\\n\")", "rename(3)",
      "rename(text: \"a\")", "rename(\"\"\"a\"\"\")", "rename(\"a\"", "rename(\"a\"))", "row[id: 8].toggle", "row[0].toggle",
      "row[id: 7]", "row[id: 7](.toggle)", "row[id: 7.5].toggle", "row(action: .toggle, id: 7)", "row(id: 7 action: .toggle)",
      "row(id: 99999999999999999999, action: .toggle)", "theme(nil, flag: true)", "toggle = 3", "toggle.x", "..toggle",
      "row[#7].toggle",
    ] {
      #expect(StraightReading.action(line, as: Rows.Action.self, state: rows) == nil, "\(line)")
    }
  }

  /// Printed actions with bytes changed, left out and put in.
  @Test func mutatedLinesAreReadAlike() throws {
    var random = SeededGenerator.ofThisRun("mutatedLinesAreReadAlike")
    let rows = Rows.State(id: 0, rows: [Rows.State(id: 7), Rows.State(id: 9, rows: [Rows.State(id: 3)])])
    let lines =
      ActionCatalogue(of: Rows.Action.self, state: rows).entries.map(\.example) + [
        ".row(id: 9, action: .row(id: 3, action: .rename(\"a, b\")))", "row[id: 9].row[id: 3].toggle", "rename(\"x\")",
      ]
    let pieces = [
      ".", "(", ")", "[", "]", ",", " ", ":", "id: ", "7", "-", "\"", "\\", "_", "toggle", "row", "nil", "#", "한", "0", ".",
    ]
    var straight = 0
    for _ in 0..<20_000 {
      var line = lines.randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let place = line.index(line.startIndex, offsetBy: Int.random(in: 0...line.count, using: &random))
        if Bool.random(using: &random), place < line.endIndex {
          line.remove(at: place)
        } else {
          line.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
        }
      }
      if expectSame(line, as: Rows.Action.self, state: rows) { straight += 1 }
    }
    #expect(straight > 2_000, "only \(straight) lines were read straight")
  }

  @Test func aTableFindsTheFirstOfEqualNamesAndNothingElse() {
    let names = (0..<500).map { "case\($0)" } + ["case7", "", "케이스"]
    let table = NameTable(names)
    for (index, name) in names.enumerated() {
      let bytes = Array("x\(name)y".utf8)
      #expect(table.position(of: bytes, 1..<bytes.count - 1) == (index == 500 ? 7 : index))
    }
    #expect(table.position(of: Array("case500".utf8), 0..<7) == nil)
    #expect(NameTable([]).position(of: [1], 0..<1) == nil)
  }
}
