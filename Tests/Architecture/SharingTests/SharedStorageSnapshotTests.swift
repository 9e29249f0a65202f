import Dependencies
import Foundation
import Sharing
import Testing

@Suite struct SharedStorageSnapshotTests {
  private let url = URL(fileURLWithPath: "/number.json")

  @Test func everythingGoesBackToWhereItWas() {
    withSharedWorld {
      @Shared(value: 1) var loose
      @Shared(.inMemory("memory")) var memory = 1
      @Shared(.appStorage("defaults")) var defaults = 1
      @Shared(.fileStorage(url)) var file = 1
      $defaults.withLock { $0 = 2 }
      $file.withLock { $0 = 2 }
      let snapshot = SharedStorageSnapshot.capture()

      for shared in [$loose, $memory, $defaults, $file] { shared.withLock { $0 = 9 } }
      snapshot.restore()
      let values: [Int] = [loose, memory, defaults, file]
      #expect(values == [1, 1, 2, 2])
      @Dependency(\.defaultAppStorage) var storage
      #expect(storage.object(forKey: "defaults") as? Int == 2)

      // Again: a snapshot can be restored more than once.
      $memory.withLock { $0 = 7 }
      snapshot.restore()
      #expect(memory == 1)
    }
  }

  @Test func keysThatWereNotThereYetStartAfresh() {
    withSharedWorld {
      let early = SharedStorageSnapshot.capture()
      @Shared(.inMemory("late")) var late = 1
      $late.withLock { $0 = 5 }
      let snapshot = SharedStorageSnapshot.capture()
      early.restore()
      @Shared(.inMemory("late")) var again = 2
      #expect(again == 2)
      $again.withLock { $0 = 3 }

      // Forward in time: the first reference has the key again.
      snapshot.restore()
      @Shared(.inMemory("late")) var third = 0
      #expect(third == 5)
      $third.withLock { $0 = 6 }
      #expect(late == 6)
      #expect(again == 3)
    }
  }

  @Test func valuesNobodyHoldsAreForgotten() {
    withSharedWorld {
      for number in 0..<1_000 { _ = Shared(value: number) }
      @Shared(value: 1) var kept
      let snapshot = SharedStorageSnapshot.capture()
      #expect(snapshot.valueCount == 1)
      $kept.withLock { $0 = 2 }
      snapshot.restore()
      #expect(kept == 1)
    }
  }

  @Test func restoringIsNoChangeToAssert() {
    withSharedWorld {
      let tracker = SharedChangeTracker()
      @Shared(value: 1) var value
      let snapshot = SharedStorageSnapshot.capture()
      tracker.track {
        snapshot.restore()
      }
      #expect(!tracker.hasChanges)
    }
  }
}
