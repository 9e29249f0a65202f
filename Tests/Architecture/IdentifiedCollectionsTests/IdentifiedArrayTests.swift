import Foundation
import IdentifiedCollections
import SeededRandomness
import Testing

/// Something with a name that others may share, and an identity they do not.
struct Row: Identifiable, Codable, Hashable, Comparable, Sendable {
  let id: Int
  var name = ""

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.name < rhs.name }
}

struct IdentifiedArrayTests {
  private var abc: IdentifiedArrayOf<Row> {
    [Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 3, name: "c")]
  }

  /// Look-up by identity and order must tell the same story.
  private func expectSound(_ rows: IdentifiedArrayOf<Row>, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(rows.elements.map { rows.index(id: $0.id) } == Array(rows.indices), sourceLocation: sourceLocation)
    #expect(rows.elements.map { rows[id: $0.id] } == rows.elements, sourceLocation: sourceLocation)
    #expect(Array(rows.ids) == rows.map(\.id), sourceLocation: sourceLocation)
  }

  @Test func making() {
    #expect(IdentifiedArrayOf<Row>().isEmpty)
    #expect(abc.map(\.name) == ["a", "b", "c"])
    expectSound(abc)
    #expect(IdentifiedArray(uniqueElements: abc.elements) == abc)
    #expect(IdentifiedArray(uncheckedUniqueElements: abc.elements) == abc)
    #expect(IdentifiedArrayOf<Row>([Row(id: 1, name: "a"), Row(id: 1, name: "z")]).map(\.name) == ["a"])
    let combined = IdentifiedArrayOf<Row>(
      [Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 1, name: "z")],
      uniquingIDsWith: { Row(id: $0.id, name: $0.name + $1.name) })
    #expect(combined.map(\.name) == ["az", "b"])
    expectSound(combined)
  }

  @Test func anIdentityMayBeAnyKeyPath() {
    var words = IdentifiedArray(uniqueElements: ["one", "three"], id: \.count)
    #expect(words[id: 5] == "three")
    #expect(words.append("six").inserted == false)
    #expect(words.updateOrAppend("six") == "one")
    #expect(words.elements == ["six", "three"])
    #expect(words[id: 3] == "six")
    let combined = IdentifiedArray(["a", "b", "cc"], id: \.count, uniquingIDsWith: { first, _ in first })
    #expect(combined.elements == ["a", "cc"])
    #expect(IdentifiedArray(uncheckedUniqueElements: ["a", "bb"], id: \.count)[id: 2] == "bb")
  }

  @Test func lookingUp() {
    #expect(abc[id: 2]?.name == "b")
    #expect(abc[id: 9] == nil)
    #expect(abc.index(id: 3) == 2)
    #expect(abc.index(id: 9) == nil)
    #expect(abc.ids.contains(3))
    #expect(!abc.ids.contains(4))
    #expect(abc.ids.firstIndex(of: 2) == 1)
    #expect(abc.ids == [1, 2, 3])
    #expect(abc.ids != [1, 3, 2])
    #expect(abc.ids.elements == [1, 2, 3])
    let written: IdentifiedArrayOf<Row>.IDs = [3, 1, 3]
    #expect(Array(written) == [3, 1])
    #expect(written.firstIndex(of: 1) == 1 && !written.contains(2))
    #expect(written.hashValue == IdentifiedArrayOf<Row>([Row(id: 3), Row(id: 1)]).ids.hashValue)
    #expect(abc.contains(Row(id: 1, name: "a")))
    #expect(!abc.contains(Row(id: 1, name: "z")))
    #expect(abc.first?.id == 1)
    #expect(abc.last?.id == 3)
    #expect(abc[1...].map(\.name) == ["b", "c"])
  }

  @Test func changingByIdentity() {
    var rows = abc
    rows[id: 1]?.name += "!"
    #expect(rows.map(\.name) == ["a!", "b", "c"])
    rows[id: 2] = nil
    #expect(rows.map(\.name) == ["a!", "c"])
    expectSound(rows)
    rows[id: 3] = nil
    rows[id: 7] = nil
    #expect(rows.map(\.name) == ["a!"])
    rows[id: 5] = Row(id: 5, name: "e")
    rows[id: 1] = Row(id: 1, name: "A")
    #expect(rows.map(\.name) == ["A", "e"])
    expectSound(rows)
  }

  @Test(arguments: 1...3) func removingThroughTheSubscriptKeepsTheOrder(id: Int) {
    var rows = abc
    rows[id: id] = nil
    #expect(rows.map(\.id) == [1, 2, 3].filter { $0 != id })
    expectSound(rows)
  }

  @Test func changingInPlaceCopiesNothing() {
    struct Holder: Identifiable {
      let id: Int
      var numbers: [Int]
    }
    var holders: IdentifiedArrayOf<Holder> = [Holder(id: 1, numbers: [1, 2, 3]), Holder(id: 2, numbers: [4])]
    let before = holders[0].numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    holders[id: 1]?.numbers[0] = 9
    let after = holders[0].numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    #expect(holders[0].numbers == [9, 2, 3])
    #expect(before == after)
  }

  @Test func adding() {
    var rows = abc
    #expect(rows.append(Row(id: 4, name: "d")) == (true, 3))
    #expect(rows.append(Row(id: 1, name: "z")) == (false, 0))
    #expect(rows.insert(Row(id: 0, name: "_"), at: 0) == (true, 0))
    #expect(rows.insert(Row(id: 3, name: "z"), at: 0) == (false, 3))
    #expect(rows.map(\.name) == ["_", "a", "b", "c", "d"])
    expectSound(rows)
    #expect(rows.updateOrAppend(Row(id: 2, name: "B"))?.name == "b")
    #expect(rows.updateOrAppend(Row(id: 9, name: "i")) == nil)
    let replaced = rows.updateOrInsert(Row(id: 3, name: "C"), at: 0)
    #expect(replaced.originalMember?.name == "c")
    #expect(replaced.index == 3)
    let inserted = rows.updateOrInsert(Row(id: 8, name: "h"), at: 1)
    #expect(inserted.originalMember == nil)
    #expect(inserted.index == 1)
    #expect(rows.map(\.name) == ["_", "h", "a", "B", "C", "d", "i"])
    #expect(rows.update(Row(id: 0, name: "-"), at: 0).name == "_")
    expectSound(rows)
    rows.append(contentsOf: [Row(id: 1), Row(id: 20, name: "t")])
    #expect(rows.map(\.name) == ["-", "h", "a", "B", "C", "d", "i", "t"])
    rows += [Row(id: 21, name: "u")]
    #expect((rows + [Row(id: 22, name: "v")]).count == 10)
    expectSound(rows)
  }

  @Test func removing() {
    var rows = IdentifiedArrayOf<Row>((1...9).map { Row(id: $0, name: "\($0)") })
    #expect(rows.remove(id: 5)?.id == 5)
    #expect(rows.remove(id: 5) == nil)
    #expect(rows.remove(at: 0).id == 1)
    #expect(rows.remove(Row(id: 9))?.name == "9")
    #expect(rows.removeFirst().id == 2)
    #expect(rows.removeLast().id == 8)
    #expect(rows.map(\.id) == [3, 4, 6, 7])
    expectSound(rows)
    rows.removeSubrange(1..<3)
    #expect(rows.map(\.id) == [3, 7])
    expectSound(rows)
    rows.removeAll { $0.id == 3 }
    #expect(rows.map(\.id) == [7])
    #expect(rows.popLast()?.id == 7)
    #expect(rows.popLast() == nil)
    rows = abc
    rows.removeSubrange(1...)
    #expect(rows.map(\.id) == [1])
    rows = abc
    rows.removeFirst(2)
    #expect(rows.map(\.id) == [3])
    rows = abc
    rows.removeLast(2)
    #expect(rows.map(\.id) == [1])
    rows.removeAll()
    #expect(rows.isEmpty)
    #expect(rows.index(id: 1) == nil)
  }

  @Test func reordering() {
    var rows = abc
    rows.swapAt(0, 2)
    #expect(rows.map(\.id) == [3, 2, 1])
    expectSound(rows)
    rows.sort()
    #expect(rows.map(\.id) == [1, 2, 3])
    rows.sort { $0.id > $1.id }
    #expect(rows.map(\.id) == [3, 2, 1])
    expectSound(rows)
    rows.reverse()
    #expect(rows.map(\.id) == [1, 2, 3])
    expectSound(rows)
    let start = rows.partition { $0.id == 1 }
    #expect(start == 2)
    #expect(rows[start...].map(\.id) == [1])
    expectSound(rows)
    rows.shuffle()
    expectSound(rows)
    #expect(Set(rows.map(\.id)) == [1, 2, 3])
    let filtered: IdentifiedArrayOf<Row> = abc.filter { $0.id != 2 }
    #expect(filtered.map(\.id) == [1, 3])
    expectSound(filtered)
  }

  @Test func writingThroughAnIndexMayChangeTheIdentity() {
    var rows = abc
    rows[0].name = "A"
    rows[1] = Row(id: 20, name: "B")
    #expect(rows.map(\.name) == ["A", "B", "c"])
    #expect(rows[id: 2] == nil)
    #expect(rows[id: 20]?.name == "B")
    expectSound(rows)
  }

  @Test func equalityIsOrderAndValues() {
    var other = abc
    #expect(other == abc)
    #expect(other.hashValue == abc.hashValue)
    other.swapAt(0, 1)
    #expect(other != abc)
    other.swapAt(0, 1)
    other[id: 1]?.name = "z"
    #expect(other != abc)
    #expect(abc.ids == IdentifiedArrayOf<Row>([Row(id: 1), Row(id: 2), Row(id: 3)]).ids)
  }

  @Test func codingIsThatOfAnArray() throws {
    let json = Data(#"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]"#.utf8)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: json) == abc)
    #expect(try JSONDecoder().decode([Row].self, from: JSONEncoder().encode(abc)) == abc.elements)
    let twice = Data(#"[{"id":1,"name":"a"},{"id":1,"name":"b"}]"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: twice) }
  }

  @Test func itPrintsAndReflectsAsAnArray() {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 1, name: "a")]
    #expect("\(rows)" == #"[IdentifiedCollectionsTests.Row(id: 1, name: "a")]"#)
    #expect(Mirror(reflecting: rows).displayStyle == .collection)
    #expect(Mirror(reflecting: rows).children.count == 1)
    #expect("\(rows.ids)" == "[1]")
  }

  /// Random walks against a plain array, which cannot be wrong.
  @Test func everyWalkAgreesWithAPlainArray() {
    let seed = SeededGenerator.seedOfThisRun()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var rows: IdentifiedArrayOf<Row> = []
      var model: [Row] = []
      for _ in 0..<60 {
        let id = Int.random(in: 0..<12, using: &generator)
        let name = String(Int.random(in: 0..<100, using: &generator))
        let place = Int.random(in: 0...model.count, using: &generator)
        let known = model.firstIndex { $0.id == id }
        switch Int.random(in: 0..<9, using: &generator) {
        case 0, 1:
          rows.append(Row(id: id, name: name))
          if known == nil { model.append(Row(id: id, name: name)) }
        case 2:
          rows.insert(Row(id: id, name: name), at: place)
          if known == nil { model.insert(Row(id: id, name: name), at: place) }
        case 3:
          rows[id: id] = Row(id: id, name: name)
          if let known { model[known].name = name } else { model.append(Row(id: id, name: name)) }
        case 4:
          rows[id: id]?.name = name
          if let known { model[known].name = name }
        case 5:
          rows[id: id] = nil
          if let known { model.remove(at: known) }
        case 6:
          rows.remove(id: id)
          if let known { model.remove(at: known) }
        case 7:
          let offsets = IndexSet(model.indices.filter { _ in Bool.random(using: &generator) })
          rows.move(fromOffsets: offsets, toOffset: place)
          model.move(fromOffsets: offsets, toOffset: place)
        default:
          let offsets = IndexSet(model.indices.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
          rows.remove(atOffsets: offsets)
          model = model.enumerated().filter { !offsets.contains($0.offset) }.map(\.element)
        }
        #expect(rows.elements == model, "seed \(seed)")
        expectSound(rows)
      }
    }
  }
}
