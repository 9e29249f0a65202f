extension Timeline {
  /// Names the branch that ends at `step`; an empty name takes the name away. A branch keeps its name as it grows.
  public mutating func nameBranch(endingAt step: Int, _ name: String) {
    branchNames[step] = name.isEmpty ? nil : name
  }

  /// Forgets the steps of a branch that no other branch shares, and gives back their memory. The numbers of its entries are not given
  /// out again.
  ///
  /// - Parameter end: The step the branch ends at. Nothing happens when it is no end, or part of the current branch.
  /// - Returns: The steps that are gone, newest first, and how many entries they had.
  /// - Complexity: The number of steps that go.
  @discardableResult
  public mutating func drop(branchEndingAt end: Int) -> (steps: [Int], entryCount: Int) {
    var gone: (steps: [Int], entryCount: Int) = ([], 0)
    var step = end
    while step != 0, leaves.contains(step), !isOnBranch(step) {
      let parent = steps.parent(of: step)
      leaves.remove(step)
      droppedSteps.insert(contentsOf: step..<step + 1)
      branchNames[step] = nil
      let range = steps.entries(of: step)
      keyframes.remove(range)
      branchPoints.remove(step, from: parent, in: &steps)
      entries.release(range.lowerBound - 1..<range.upperBound - 1)
      steps.release(step)
      gone.steps.append(step)
      gone.entryCount += range.count
      guard branchPoints.newestChild(of: parent, in: steps) == nil else { break }
      leaves.insert(parent)
      step = parent
    }
    return gone
  }

  /// The nearest step that two steps have behind them in common.
  ///
  /// - Complexity: The distance to it.
  public func commonAncestor(of first: Int, and second: Int) -> Int {
    var (one, other) = (first, second)
    while one != other {
      if steps.depth(of: one) >= steps.depth(of: other) { one = steps.parent(of: one) } else { other = steps.parent(of: other) }
    }
    return one
  }
}
