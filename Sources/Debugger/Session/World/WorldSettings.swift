import Foundation

/// What decides a session's world besides its inputs.
public struct WorldSettings: Hashable, Sendable {
  /// What the random number generator starts from.
  public var seed: UInt64 = 0
  /// The date at virtual time zero.
  public var date = Date(timeIntervalSince1970: 1_704_067_200)
  /// How many actions one input may lead to before the feature counts as running away.
  public var derivedActionLimit = 10_000

  /// The default world: seed 0, beginning on 1 January 2024, 00:00 UTC.
  public init() {}
}
