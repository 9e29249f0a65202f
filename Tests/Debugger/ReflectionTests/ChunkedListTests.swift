import Reflection
import Testing

@Suite struct ChunkedListTests {
  @Test func copiesShareNothingThatIsAddedLater() {
    var list = ChunkedList<String>()
    for number in 0..<3 { list.append("\(number)") }
    var copy = list
    list.append("a")
    copy.append("b")
    copy.append("c")
    #expect((0..<list.count).map { list[$0] } == ["0", "1", "2", "a"])
    #expect((0..<copy.count).map { copy[$0] } == ["0", "1", "2", "b", "c"])
  }

  @Test func replacingInACopyLeavesTheOriginal() {
    var list = ChunkedList<String>()
    for number in 0..<2_000 { list.append("\(number)") }
    var copy = list
    copy[1_500] = "other"
    list.append("last")
    #expect(list[1_500] == "1500")
    #expect(copy[1_500] == "other")
    #expect(copy.count == 2_000)
    #expect(list.last == "last")
  }

  @Test(arguments: [0, 1, 15, 16, 17, 1_023, 1_024, 1_025, 3_000])
  func appendingAnotherListTakesAllOfIt(length: Int) {
    for start in [0, 1, 1_000, 1_024] {
      var list = ChunkedList<Int>()
      for number in 0..<start { list.append(number) }
      var other = ChunkedList<Int>()
      for number in 0..<length { other.append(10_000 + number) }
      list.append(contentsOf: other)
      #expect((0..<list.count).map { list[$0] } == Array(0..<start) + Array(10_000..<10_000 + length))
    }
  }

  @Test func releasingAWholeChunkGivesItsElementsBack() {
    final class Object {}
    var list = ChunkedList<Object>()
    weak var watched: Object?
    do {
      let object = Object()
      watched = object
      list.append(object)
    }
    for _ in 1..<2_500 { list.append(Object()) }
    for index in 0..<1_023 { list.release(index) }
    #expect(watched != nil)
    #expect(list.holds(0))
    list.release(1_023)
    #expect(watched == nil)
    #expect(!list.holds(0))
    #expect(!list.holds(1_023))
    #expect(list.holds(1_024))
    #expect(list.count == 2_500)
    list.append(Object())
    #expect(list.holds(2_500))
  }
}
