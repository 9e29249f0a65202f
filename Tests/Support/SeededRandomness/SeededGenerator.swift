import Foundation

/// The random numbers of tests: one seed decides all of them.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// The generator of a test in this run, by `seedOfThisRun(_:)`.
  public static func ofThisRun(_ test: String = #function) -> Self { Self(seed: seedOfThisRun(test)) }

  /// `HINDSIGHT_SEED`, or a new seed; printed with the name of the test either way.
  public static func seedOfThisRun(_ test: String = #function) -> UInt64 {
    let seed = ProcessInfo.processInfo.environment["HINDSIGHT_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000)
    print("\(test): HINDSIGHT_SEED=\(seed)")
    return seed
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
