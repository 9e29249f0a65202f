import Dependencies
import Synchronization

/// Gives the elements of all stacks of one store their ids.
package final class StackElementIDGenerator: Sendable {
  private let next: Mutex<Int>

  package init(nextGeneration: Int = 0) { next = Mutex(nextGeneration) }

  /// The number the next element gets.
  package var nextGeneration: Int {
    get { next.withLock { $0 } }
    set { next.withLock { $0 = newValue } }
  }

  package func callAsFunction() -> StackElementID {
    next.withLock { next in
      defer { next += 1 }
      return StackElementID(generation: next)
    }
  }

  /// A generator that goes on from here on its own, so that what an assertion pushes does not advance this one (C34).
  package func copy() -> StackElementIDGenerator { StackElementIDGenerator(nextGeneration: nextGeneration) }
}

extension DependencyValues {
  package var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDGeneratorKey.self] }
    set { self[StackElementIDGeneratorKey.self] = newValue }
  }
}

private enum StackElementIDGeneratorKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()
  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}
