import ConcurrencyExtras
import CustomDump
import Foundation
import IdentifiedCollections
import Observation
import Sharing
import Testing

private struct Profile: Codable, Hashable, Identifiable {
  var id = 1
  var name = "Blob"
  var nickname: String?
}

private struct Row: Equatable, Identifiable {
  let id: Int
  var title: String
}

@Suite struct SharedTests {
  @Test func copiesShareOneValue() {
    withSharedWorld {
      @Shared(value: 0) var first
      let second = $first
      $first.withLock { $0 += 5 }
      #expect(second.wrappedValue == 5)
      second.wrappedValue = 7
      #expect(first == 7)
      #expect(second.withLock { value in (value, value += 1).0 } == 7)
      #expect(first == 8)
      #expect(Shared(8) == $first)
    }
  }

  @Test func aThrowingChangeKeepsWhatItDid() {
    struct Stop: Error {}
    withSharedWorld {
      @Shared(value: [1]) var numbers
      #expect(throws: Stop.self) {
        try $numbers.withLock { numbers in
          numbers.append(2)
          throw Stop()
        }
      }
      #expect(numbers == [1, 2])
    }
  }

  @Test func partsAreDerived() throws {
    try withSharedWorld {
      @Shared(value: Profile()) var profile
      let name = $profile.name
      name.withLock { $0 += " Jr." }
      #expect(profile == Profile(name: "Blob Jr."))
      let id: SharedReader<Int> = SharedReader($profile).id
      #expect(id.wrappedValue == 1)
      #expect(Shared($profile.nickname) == nil)
      $profile.withLock { $0.nickname = "B" }
      let nickname = try #require(Shared($profile.nickname))
      nickname.withLock { $0 += "!" }
      #expect(profile.nickname == "B!")
      $profile.withLock { $0.nickname = nil }
      #expect(nickname.wrappedValue == "B!")
      nickname.withLock { $0 = "lost" }
      #expect(profile.nickname == nil)
    }
  }

  @Test func rowsAreDerivedByIdentity() throws {
    try withSharedWorld {
      @Shared(value: IdentifiedArray(uniqueElements: [Row(id: 1, title: "A"), Row(id: 2, title: "B")])) var rows
      let second = try #require(Shared($rows[id: 2]))
      $rows.withLock { _ = $0.remove(id: 1) }
      second.withLock { $0.title = "C" }
      #expect(rows == [Row(id: 2, title: "C")])
      #expect(Shared($rows[id: 1]) == nil)
      $rows.withLock { _ = $0.remove(id: 2) }
      #expect(second.wrappedValue == Row(id: 2, title: "C"))
      second.withLock { $0.title = "lost" }
      #expect(rows.isEmpty)
    }
  }

  @Test func elementsAreSharedOneByOne() {
    withSharedWorld {
      @Shared(value: ["a", "b"]) var letters
      let elements = $letters.elements
      for element in elements { element.withLock { $0 = $0.uppercased() } }
      #expect(letters == ["A", "B"])
      $letters.withLock { _ = $0.removeLast() }
      elements[1].withLock { $0 = "lost" }
      #expect(letters == ["A"])
      #expect(elements[1].wrappedValue == "B")
    }
  }

  @Test func identifiedElementsAreFoundByTheirIdentityWhereverTheyMove() {
    withSharedWorld {
      @Shared(value: [Row(id: 1, title: "A"), Row(id: 2, title: "B"), Row(id: 3, title: "C")] as IdentifiedArrayOf<Row>) var rows
      let elements = Array($rows)
      #expect(elements.map(\.wrappedValue) == Array(rows))
      $rows.withLock {
        $0.remove(id: 1)
        $0.swapAt(0, 1)
      }
      elements[1].withLock { $0.title = "b" }
      #expect(rows == [Row(id: 3, title: "C"), Row(id: 2, title: "b")])
      elements[0].withLock { $0.title = "lost" }
      #expect(rows.ids == [3, 2])
      #expect(elements[0].wrappedValue.title == "A")
      $rows.elements[0].withLock { $0.title = "c" }
      #expect(rows[id: 3]?.title == "c")
    }
  }

  @Test func anArrayOfASharedCollectionSharesItsElements() {
    withSharedWorld {
      @Shared(value: [1, 2]) var numbers
      for number in Array($numbers) { number.withLock { $0 *= 10 } }
      #expect(numbers == [10, 20])
      #expect(ContiguousArray($numbers).count == 2)
    }
  }

  @Test func aWrapperCanBeReplaced() {
    withSharedWorld {
      struct State { @Shared(value: 1) var count }
      @Shared(value: 2) var other
      var state = State()
      state.$count = $other
      $other.withLock { $0 = 3 }
      #expect(state.count == 3)
    }
  }

  @Test func conformancesFollowTheValue() throws {
    try withSharedWorld {
      let shared = Shared(value: Profile(id: 4))
      #expect(shared == Shared(value: Profile(id: 4)))
      #expect(shared != Shared(value: Profile(id: 5)))
      #expect(shared.hashValue == Shared(value: Profile(id: 4)).hashValue)
      #expect(shared.id == 4)
      let data = try JSONEncoder().encode(shared)
      #expect(try JSONDecoder().decode(Profile.self, from: data) == Profile(id: 4))
      #expect(try JSONDecoder().decode(Shared<Profile>.self, from: data) == shared)
      #expect(String(customDumping: Shared(value: 5)) == "5")
      #expect(Shared(value: 5).description == "Shared<Int>(5)")
    }
  }

  @Test func observersHearOfChangesOnce() {
    withSharedWorld {
      @Shared(value: Profile()) var profile
      let changes = LockIsolated(0)
      let name = $profile.name
      withObservationTracking {
        _ = name.wrappedValue
      } onChange: {
        changes.withValue { $0 += 1 }
      }
      $profile.withLock { $0.name = "A" }
      $profile.withLock { $0.name = "B" }
      #expect(changes.value == 1)
    }
  }

  @Test func aCollectionWithOneOwnerIsNotCopied() {
    withSharedWorld {
      @Shared(.inMemory("numbers")) var numbers = Array(0..<1_000)
      let before = $numbers.withLock { $0.withUnsafeBufferPointer { $0.baseAddress } }
      $numbers.withLock { $0[0] = 1 }
      let part = $numbers[1]
      part.withLock { $0 = 5 }
      #expect($numbers.withLock { $0.withUnsafeBufferPointer { $0.baseAddress } } == before)
      #expect(numbers[0...1] == [1, 5])
    }
  }

  @Test func publishersGiveTheValueAndThenEachNewOne() async {
    await withSharedWorld {
      let profile = Shared(value: Profile())
      var names = profile.name.publisher.map { $0.uppercased() }.makeAsyncIterator()
      var distinct = profile.name.publisher.removeDuplicates().makeAsyncIterator()
      profile.withLock { $0.nickname = "B" }
      #expect(await names.next() == "BLOB")
      profile.name.withLock { $0 = "Second" }
      #expect(await names.next() == "BLOB")
      #expect(await names.next() == "SECOND")
      #expect(await distinct.next() == "Blob")
      #expect(await distinct.next() == "Second")
    }
  }

  @Test func writersOnSeveralThreadsLoseNothing() async {
    await withSharedWorld {
      let count = Shared(value: 0)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask { for _ in 0..<10 { count.withLock { $0 += 1 } } } }
      }
      #expect(count.wrappedValue == 1_000)
    }
  }
}

/// Sharing a value that is not sendable, taken out of a state that somebody else holds, must compile.
private final class Unsendable { var count = 0 }

@Suite struct UnsendableSharedTests {
  private struct State { var model = Unsendable() }

  @Test func valuesNeedNotBeSendable() {
    withSharedWorld {
      func share(_ state: inout State) -> Shared<Unsendable> { Shared(value: state.model) }
      var state = State()
      let shared = share(&state)
      shared.withLock { $0.count = 4 }
      let count = state.model.count
      #expect(count == 4)
    }
  }
}
