import CasePaths
import Testing

/// Cases as older feature files have them; no conformance of any kind.
indirect enum Legacy {
  case row(id: Int, action: Leaf)
  case labelled(x: Int)
  case labelled(y: Int)
  case empty
  case other
  case optional(Int?)
  case void(Void)
  case tuple((Int, String))
  case leaf(Leaf)
  case secondLeaf(Leaf)
  case again(Legacy)
  case animal(any Animal)
  case callback(@Sendable (Int) -> Int)
  case boxed(Result<@Sendable (Int) -> Int, any Error>)
  case result(Result<Int, any Error>)

  enum Leaf: Equatable { case a, b(Int) }
}

protocol Animal: Sendable {}
struct Dog: Animal, Equatable { var name = "Rex" }

@Suite struct CasePathOperatorTests {
  func path<Value>(_ path: CasePath<Legacy, Value>) -> CasePath<Legacy, Value> { path }

  @Test func onePayload() {
    #expect((/Legacy.leaf).extract(from: .leaf(.b(2))) == .b(2))
    #expect((/Legacy.leaf).extract(from: .secondLeaf(.b(2))) == nil)
    #expect((/Legacy.leaf).extract(from: .empty) == nil)
    #expect((/Legacy.leaf).extract(from: (/Legacy.leaf).embed(.a)) == .a)
  }

  @Test func noPayload() {
    #expect(path(/Legacy.empty).extract(from: .empty) != nil)
    #expect(path(/Legacy.empty).extract(from: .other) == nil)
    #expect(path(/Legacy.empty).extract(from: .leaf(.a)) == nil)
    guard case .empty = path(/Legacy.empty).embed(()) else { Issue.record("embeds another case"); return }
    let leaf: CasePath<Legacy.Leaf, Void> = /Legacy.Leaf.a
    #expect(leaf.extract(from: .a) != nil)
    #expect(leaf.extract(from: .b(1)) == nil)
  }

  @Test func severalLabelledPayloads() {
    let row: CasePath<Legacy, (Int, Legacy.Leaf)> = /Legacy.row(id:action:)
    let found = row.extract(from: .row(id: 3, action: .b(1)))
    #expect(found?.0 == 3)
    #expect(found?.1 == .b(1))
    #expect(row.extract(from: .leaf(.a)) == nil)
    guard case .row(id: 5, action: .a) = row.embed((5, .a)) else { Issue.record("embeds something else"); return }
  }

  @Test func oneLabelledPayloadAmongOverloads() {
    let x: CasePath<Legacy, Int> = /Legacy.labelled(x:)
    #expect(x.extract(from: .labelled(x: 3)) == 3)
    #expect(x.extract(from: .labelled(y: 3)) == nil)
  }

  @Test func optionalVoidAndTuplePayloads() {
    #expect((/Legacy.optional).extract(from: .optional(3)) == .some(3))
    #expect((/Legacy.optional).extract(from: .optional(nil)) == .some(nil))
    #expect((/Legacy.optional).extract(from: .empty) == nil)
    #expect((/Legacy.void).extract(from: .void(())) != nil)
    #expect((/Legacy.void).extract(from: .empty) == nil)
    let tuple = (/Legacy.tuple).extract(from: .tuple((1, "b")))
    #expect(tuple?.0 == 1)
    #expect(tuple?.1 == "b")
  }

  @Test func recursiveExistentialAndFunctionPayloads() {
    let again: CasePath<Legacy, Legacy> = /Legacy.again
    #expect(path(/Legacy.empty).extract(from: again.extract(from: .again(.empty))!) != nil)
    #expect(again.extract(from: .empty) == nil)
    #expect((again .. again .. (/Legacy.leaf)).extract(from: .again(.again(.leaf(.a)))) == .a)
    #expect((again .. again .. (/Legacy.leaf)).extract(from: .again(.leaf(.a))) == nil)
    #expect((/Legacy.animal).extract(from: .animal(Dog())) as? Dog == Dog())
    #expect(throws: Never.self) { try #expect((/Legacy.result).extract(from: .result(.success(3)))?.get() == 3) }
  }

  @Test func aFunctionIsNotExtractedRatherThanBroken() {
    #expect((/Legacy.callback).extract(from: .callback { $0 + 1 }) == nil)
    let boxed = (/Legacy.boxed).extract(from: .boxed(.success { $0 + 1 }))
    #expect(throws: Never.self) { try #expect(boxed?.get()(2) == 3) }
  }

  @Test func identities() {
    let whole: CasePath<Legacy.Leaf, Legacy.Leaf> = /Legacy.Leaf.self
    #expect(whole.extract(from: .b(2)) == .b(2))
    let same: CasePath<Legacy.Leaf, Legacy.Leaf> = /.self
    #expect(same.extract(from: .a) == .a)
  }

  @Test func optionals() {
    let some: CasePath<Int?, Int> = /Optional.some
    #expect(some.extract(from: 3) == 3)
    #expect(some.extract(from: nil) == nil)
    let nested: CasePath<Legacy?, Legacy.Leaf> = /Legacy.leaf
    #expect(nested.extract(from: .leaf(.a)) == .a)
    #expect(nested.extract(from: .some(.empty)) == nil)
    #expect(nested.extract(from: nil) == nil)
  }

  @Test func asAFunction() {
    let values: [Legacy] = [.leaf(.a), .empty, .leaf(.b(1)), .secondLeaf(.a)]
    #expect(values.compactMap(/Legacy.leaf) == [.a, .b(1)])
    let extract: (Legacy) -> Legacy.Leaf? = /Legacy.leaf
    #expect(extract(.leaf(.a)) == .a)
  }

  @Test func asAPattern() {
    func isLeaf(_ value: Legacy) -> Bool {
      switch value {
      case /Legacy.leaf: true
      default: false
      }
    }
    #expect(isLeaf(.leaf(.a)))
    #expect(!isLeaf(.empty))
  }
}
