import Dependencies
import Synchronization

/// Gives the elements of all stacks of one store their ids.
package final class StackElementIDGenerator: Sendable {
  private let next: Atomic<Int>

  package init(nextGeneration: Int = 0) { next = Atomic(nextGeneration) }

  /// The number the next element gets.
  package var nextGeneration: Int {
    get { next.load(ordering: .relaxed) }
    set { next.store(newValue, ordering: .relaxed) }
  }

  package func callAsFunction() -> StackElementID {
    StackElementID(generation: next.wrappingAdd(1, ordering: .relaxed).oldValue)
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
