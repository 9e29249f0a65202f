import Foundation
import Testing

@testable import ActionLanguage

@Suite struct LimitTests {
  /// `.self1(.self1(… .empty …))`
  func nested(_ depth: Int) -> String {
    String(repeating: ".self1(", count: depth) + ".empty" + String(repeating: ")", count: depth)
  }

  @Test func deepTextsWithinTheLimitAreRead() throws {
    let text = nested(250)
    let value = try #require(try ActionDecoder().decode(text, as: Wide.self) as? Wide)
    #expect(ValuePrinter.text(of: value) == text)
    let dotted = String(repeating: "self1.", count: 250) + "empty"
    #expect(try ActionDecoder().decode(dotted, as: Wide.self) as? Wide == value)
  }

  @Test func longChainsAreRefused() {
    let error = #expect(throws: ActionLanguageError.self) {
      try ActionDecoder().decode(String(repeating: "self1.", count: 100_000) + "empty", as: Wide.self)
    }
    #expect(error?.kind == .tooComplex)
  }

  @Test func deepValuesArePrintedComparedAndShown() {
    func make(_ depth: Int, _ innermost: Wide) -> Wide {
      (0..<depth).reduce(innermost) { inside, _ in .self1(inside) }
    }
    let value = make(5_000, .empty)
    let other = make(5_000, .closure("x"))
    #expect(ValuePrinter.text(of: value).hasPrefix(".self1(.self1("))
    #expect(!ValuePrinter.dotted(action: value).isEmpty)
    #expect(ValueDiff.changes(from: value, to: value).isEmpty)
    _ = ValueDiff.changes(from: value, to: other)
    var node = ValueNode.inspect(value)
    for _ in 0..<4_000 {
      guard let child = node.children.first else { break }
      node = child
    }
    #expect(node.hasChildren)
  }

  @Test func largeSetsAreCompared() {
    let old = Set(0..<5_000)
    var new = old
    new.remove(17)
    new.insert(7_777)
    #expect(ValueDiff.changes(from: old, to: new).map { "\($0.kind) \($0.path)" } == ["removed [17]", "inserted [7777]"])
  }
}
