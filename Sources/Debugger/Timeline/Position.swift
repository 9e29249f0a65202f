/// A place in the timeline: a step, and how many of its entries are shown.
public struct Position: Hashable, Sendable {
  /// The step.
  public var step: Int
  /// How many of the step's entries count as having happened; all of them where the world was quiet.
  public var shown: Int

  /// - Parameters:
  ///   - step: The step.
  ///   - shown: How many of its entries count as having happened.
  public init(step: Int, shown: Int) {
    self.step = step
    self.shown = shown
  }
}
