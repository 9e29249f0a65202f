import ConcurrencyExtras
import Foundation
import Testing

struct LockIsolatedTests {
  @Test func manyThreadsCountTogether() async {
    let count = LockIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { count.withValue { $0 += 1 } } }
      }
    }
    #expect(count.value == 8000)
  }

  @Test func readingReplacingAndReentering() {
    let words = LockIsolated(["a"])
    #expect(words.count == 1)
    words.setValue(["b", "c"])
    #expect(words.value == ["b", "c"])
    let countDuringTheChange = words.withValue { inside in
      inside.append("d")
      return words.value.count
    }
    #expect(countDuringTheChange == 2)
    #expect(words.value == ["b", "c", "d"])
  }

  @Test func equalityAndCoding() throws {
    #expect(LockIsolated(1) == LockIsolated(1))
    #expect(LockIsolated(1) != LockIsolated(2))
    #expect(LockIsolated(1).hashValue == LockIsolated(1).hashValue)
    let data = try JSONEncoder().encode(LockIsolated([1, 2]))
    #expect(String(decoding: data, as: UTF8.self) == "[1,2]")
    #expect(try JSONDecoder().decode(LockIsolated<[Int]>.self, from: data).value == [1, 2])
  }

  @Test func actorIsolation() async {
    let words = ActorIsolated(["a"])
    await words.withValue { $0.append("b") }
    #expect(await words.value == ["a", "b"])
    await words.setValue([])
    #expect(await words.count == 0)
  }

  @Test func uncheckedValuesBehaveAsTheirValue() throws {
    var wrapped = UncheckedSendable([1])
    wrapped.value.append(2)
    #expect(wrapped == UncheckedSendable([1, 2]))
    #expect(wrapped.count == 2)
    #expect(String(decoding: try JSONEncoder().encode(wrapped), as: UTF8.self) == "[1,2]")
    #expect(try JSONDecoder().decode(UncheckedSendable<[Int]>.self, from: Data("[3]".utf8)).value == [3])
  }
}
