/// The tree of branches as rows to draw: the current branch straight down, the others hanging where they leave it.
struct BranchTree {
  /// A piece of a branch between two forks.
  struct Row {
    /// How far to the right it hangs.
    var depth: Int
    /// Whether it is the first row of a branch that leaves the one above.
    var isFork: Bool
    /// Its steps.
    var steps: Set<Int>
    var firstEntry: Int?
    var lastEntry: Int?
    var entryCount: Int
    /// The step it ends with, when nothing follows.
    var end: Int?
  }

  private(set) var rows: [Row] = []

  /// - Complexity: The number of steps. A branch hangs at most the logarithm of the number of branches to the right, since of several
  ///   ways on the one with the most ends goes straight down.
  init(timeline: any TimelineReading) {
    let steps = timeline.steps
    let ends = timeline.branchEnds
    var endsBelow = [Int](repeating: 0, count: steps.count)
    for end in ends { endsBelow[end] = 1 }
    for step in steps.indices.reversed() where step != 0 && endsBelow[step] > 0 {
      endsBelow[steps[step].parent] += endsBelow[step]
    }

    /// Where to go on drawing, and how far to the right.
    var pending: [(step: Int, depth: Int, isFork: Bool)] = [(0, 0, false)]
    while let next = pending.popLast() {
      var row = Row(depth: next.depth, isFork: next.isFork, steps: [], firstEntry: nil, lastEntry: nil, entryCount: 0)
      var step = next.step
      var children: [Int] = []
      while true {
        row.steps.insert(step)
        let record = steps[step]
        if record.entryCount > 0 {
          row.firstEntry = row.firstEntry ?? record.firstEntry
          row.lastEntry = record.lastEntry
          row.entryCount += record.entryCount
        }
        children = timeline.children(of: step)
        // The initial state has a row of its own.
        guard children.count == 1, step != 0 else { break }
        step = children[0]
      }
      if children.isEmpty { row.end = step }
      rows.append(row)
      let straight =
        children.first { timeline.isOnBranch($0) }
        ?? children.max { (endsBelow[$0], $0) < (endsBelow[$1], $1) }
      if let straight { pending.append((straight, next.depth, false)) }
      for child in children.reversed() where child != straight { pending.append((child, next.depth + 1, true)) }
    }
  }
}
