extension Timeline {
  /// Names the branch that ends at `step`; an empty name takes the name away. A branch keeps its name as it grows.
  public mutating func nameBranch(endingAt step: Int, _ name: String) {
    branchNames[step] = name.isEmpty ? nil : name
  }

  /// Forgets the steps of a branch that no other branch shares. The numbers of its entries are not given out again.
  ///
  /// - Parameter end: The step the branch ends at. Nothing happens when it is no end, or part of the current branch.
  /// - Returns: The steps that are gone, newest first.
  /// - Complexity: The number of steps that go.
  @discardableResult
  public mutating func drop(branchEndingAt end: Int) -> [Int] {
    var gone: [Int] = []
    var step = end
    while step != 0, leaves.contains(step), !isOnBranch(step) {
      let parent = steps[step].parent
      leaves.remove(step)
      droppedSteps.insert(step)
      branchNames[step] = nil
      keyframes.remove(steps[step].entries)
      children[parent]?.removeAll { $0 == step }
      gone.append(step)
      guard children[parent]?.isEmpty == true else { break }
      children[parent] = nil
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
      if steps[one].depth >= steps[other].depth { one = steps[one].parent } else { other = steps[other].parent }
    }
    return one
  }
}
