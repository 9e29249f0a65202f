import Foundation
import IdentifiedCollections
import Testing

struct OffsetsTests {
  @Test(
    arguments: [
      ([0], 3, "bcade"),
      ([0], 5, "bcdea"),
      ([4], 0, "eabcd"),
      ([1, 3], 0, "bdace"),
      ([1, 3], 5, "acebd"),
      ([0, 4], 2, "baecd"),
      ([2], 2, "abcde"),
      ([2], 3, "abcde"),
      ([], 4, "abcde"),
    ] as [([Int], Int, String)])
  func movingPutsElementsBeforeTheDestination(source: [Int], destination: Int, expected: String) {
    var letters = Array("abcde")
    letters.move(fromOffsets: IndexSet(source), toOffset: destination)
    #expect(String(letters) == expected)

    var rows = IdentifiedArray(uniqueElements: Array("abcde"), id: \.self)
    rows.move(fromOffsets: IndexSet(source), toOffset: destination)
    #expect(String(rows.elements) == expected)
    #expect(rows.elements.map { rows.index(id: $0) } == Array(rows.indices))
  }

  @Test func removingAtOffsets() {
    var letters = Array("abcde")
    letters.remove(atOffsets: [0, 2, 4])
    #expect(letters == ["b", "d"])
    letters.remove(atOffsets: [])
    #expect(letters == ["b", "d"])

    var rows = IdentifiedArray(uniqueElements: Array("abcde"), id: \.self)
    rows.remove(atOffsets: [0, 2, 4])
    #expect(rows.elements == ["b", "d"])
    #expect(rows[id: "c"] == nil)
    #expect(rows.index(id: "d") == 1)
  }
}
