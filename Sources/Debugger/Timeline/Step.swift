/// One input and everything derived from it: a node of the timeline's tree.
public struct Step: Sendable {
  /// What came from outside; `nil` for step 0, the initial state.
  public let input: Input?
  /// The step it followed.
  public let parent: Int
  /// How many steps lie between the initial state and this one.
  public let depth: Int
  /// The number its first entry has, or would have if it caused none.
  public let firstEntry: Int
  /// How many entries it caused; none when time passed and nothing was due.
  public let entryCount: Int
  /// The number of the last entry before this step on its own branch; 0 at the start.
  public let entryBefore: Int
  /// The world after everything became quiet.
  public let worldAfter: WorldState
  /// How many effects were in flight when everything became quiet.
  public let effectsInFlight: Int
  /// How many entries lie between the initial state and the end of this step, on its own branch.
  public let entriesOnPath: Int

  /// The numbers of its entries.
  public var entries: Range<Int> { firstEntry..<firstEntry + entryCount }
  /// The number of the newest entry once this step is done.
  public var lastEntry: Int { entryCount == 0 ? entryBefore : firstEntry + entryCount - 1 }
}
