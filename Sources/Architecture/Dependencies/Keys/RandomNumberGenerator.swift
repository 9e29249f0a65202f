import IssueReporting
import Synchronization

/// Lends a random number generator to an operation.
public final class WithRandomNumberGenerator: Sendable {
  private struct Box: @unchecked Sendable { var generator: any RandomNumberGenerator }
  private let box: Mutex<Box>

  /// - Parameter generator: The generator it lends, kept between uses.
  public init<T: RandomNumberGenerator & Sendable>(_ generator: T) { box = Mutex(Box(generator: generator)) }

  /// Runs an operation with the generator.
  public func callAsFunction<R>(_ work: (inout any RandomNumberGenerator) -> R) -> R {
    // Copied out and back: the operation may use other dependencies, and must not hold the lock meanwhile.
    var box = box.withLock { $0 }
    let result = work(&box.generator)
    self.box.withLock { $0 = box }
    return result
  }
}

private struct ReportingGenerator: RandomNumberGenerator, Sendable {
  var base = SystemRandomNumberGenerator()
  mutating func next() -> UInt64 {
    reportIssue("Unimplemented: @Dependency(\\.withRandomNumberGenerator)")
    return base.next()
  }
}

private enum RandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  static let testValue = WithRandomNumberGenerator(ReportingGenerator())
}

extension DependencyValues {
  /// Lends a random number generator to an operation.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[RandomNumberGeneratorKey.self] }
    set { self[RandomNumberGeneratorKey.self] = newValue }
  }
}
