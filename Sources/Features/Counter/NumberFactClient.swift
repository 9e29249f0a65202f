import ComposableArchitecture
import Foundation

/// Finds a fact about a number; the outside world answers, unless the session is live.
@DependencyClient
public struct NumberFactClient: Sendable {
  public var fetch: @Sendable (_ number: Int) async throws -> String
}

extension NumberFactClient: DependencyKey {
  public static let testValue = NumberFactClient()

  /// Looks for divisors on another thread, as long as that takes.
  public static let liveValue = NumberFactClient { number in
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: fact(about: number)) }
    }
  }

  private static func fact(about number: Int) -> String {
    guard number > 1 else { return "\(number) is less than every prime." }
    var divisor = 2
    while divisor <= number / divisor {
      if number.isMultiple(of: divisor) { return "\(number) is \(divisor) times \(number / divisor)." }
      divisor += 1
    }
    return "\(number) is a prime."
  }
}

extension DependencyValues {
  public var numberFact: NumberFactClient {
    get { self[NumberFactClient.self] }
    set { self[NumberFactClient.self] = newValue }
  }
}
