/// Stands in for SwiftUI's type, so that features which name a transaction compile; nothing is animated.
public struct Transaction: Hashable, Sendable {
  public var animation: Animation?
  public var disablesAnimations = false
  public var isContinuous = false

  public init(animation: Animation? = nil) { self.animation = animation }
}

/// Runs `body`; nothing is animated.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try body()
}
