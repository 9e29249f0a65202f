import ConcurrencyExtras
import CustomDump
import Observation
@testable import Sharing
import Testing

private struct State: Equatable {
  @Shared var count: Int
  var name = "A"
}

@Suite struct SharedChangeTests {
  @Test func changesAreTakenByWhoeverMadeThem() {
    withSharedWorld {
      let tracker = SharedChangeTracker()
      @Shared(value: 0) var count
      $count.withLock { $0 = 1 }
      #expect(!tracker.hasChanges)
      tracker.track {
        $count.withLock { $0 = 2 }
        $count.withLock { $0 = 3 }
      }
      #expect(tracker.hasChanges)
      let changes = tracker.takeChanges()
      #expect(changes.descriptions == ["\u{2212} 1\n+ 3"])
      #expect(!tracker.hasChanges)
      tracker.track {
        $count.withLock { $0 = 4 }
        $count.withLock { $0 = 3 }
      }
      #expect(tracker.takeChanges().isWithoutEffect)
    }
  }

  @Test func anAssertionWritesBesideTheValueAndTellsNobody() {
    withSharedWorld {
      let tracker = SharedChangeTracker()
      var state = State(count: Shared(value: 0))
      let before = state
      tracker.track {
        state.$count.withLock { $0 = 2 }
        state.name = "B"
      }
      let notified = LockIsolated(false)
      withObservationTracking {
        _ = state.count
      } onChange: {
        notified.setValue(true)
      }
      let published = LockIsolated(0)
      let subscription = state.$count.reference.observe { published.withValue { $0 += 1 } }
      defer { subscription.cancel() }
      let assertion = SharedAssertion(tracker.takeChanges())
      var expected = before
      #expect(!assertion.expectsChange)
      assertion.run {
        #expect(expected.count == 0)
        expected.$count.withLock { $0 = 0 }
      }
      #expect(!assertion.expectsChange)
      assertion.run {
        expected.$count.withLock { $0 += 1 }
        expected.name = "B"
        #expect(expected.count == 1)
        #expect(expected != state)
        #expect(
          diff(expected, state) == """
              State(
            -   count: #1 1,
            +   count: #1 2,
                name: "B"
              )
            """)
      }
      #expect(assertion.expectsChange)
      #expect(assertion.unassertedDifferences == ["\u{2212} 1\n+ 2"])
      #expect(state.count == 2)
      #expect(!notified.value)
      #expect(published.value == 0)
      assertion.run {
        expected.$count.withLock { $0 += 1 }
        #expect(expected == state)
      }
      #expect(assertion.unassertedDifferences == [])
      #expect(state.count == 2)
    }
  }

  @Test func aWriteBelongsToItsOwnAction() {
    withSharedWorld {
      let tracker = SharedChangeTracker()
      let state = State(count: Shared(value: 0))
      tracker.track { state.$count.withLock { $0 = 1 } }
      let first = tracker.takeChanges()
      tracker.track { state.$count.withLock { $0 = 2 } }
      let second = tracker.takeChanges()

      // Both actions ran already; the first is asserted as if the second had not.
      let firstAssertion = SharedAssertion(first, later: [second])
      firstAssertion.run {
        state.$count.withLock { $0 = 1 }
        #expect(state == state)
      }
      #expect(firstAssertion.unassertedDifferences == [])
      let secondAssertion = SharedAssertion(second)
      secondAssertion.run { #expect(state.count == 1) }
      #expect(secondAssertion.unassertedDifferences == ["\u{2212} 1\n+ 2"])
      secondAssertion.expectEverything()
      #expect(secondAssertion.unassertedDifferences == [])

      // An action that changed nothing still does not see what later ones did.
      let nothing = SharedAssertion(SharedChanges(), later: [first, second])
      nothing.run {
        #expect(state.count == 0)
        #expect(state == state)
        state.$count.withLock { $0 = 9 }
      }
      #expect(nothing.unassertedDifferences == ["\u{2212} 9\n+ 0"])
      #expect(first.followed(by: second).descriptions == ["\u{2212} 0\n+ 2"])
    }
  }

  @Test func tasksStartedWhileTrackingAreTracked() async {
    await withSharedWorld {
      let tracker = SharedChangeTracker()
      let count = Shared(value: 0)
      let task = tracker.track { Task { count.withLock { $0 = 1 } } }
      await task.value
      #expect(tracker.takeChanges().descriptions == ["\u{2212} 0\n+ 1"])
    }
  }
}
