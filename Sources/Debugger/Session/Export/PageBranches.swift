import Timeline

/// The entries of all branches as a page shows them: each once, with the branches as pieces of one list.
struct PageBranches {
  /// A branch: what it has of its own, hanging from an entry of another.
  struct Branch {
    let name: String
    /// Where the entry it leaves another branch behind stands in the list; -1 for one that begins with its own first.
    let origin: Int
    /// Where its own entries stand in the list.
    var own: Range<Int>
    /// Entries at its beginning that are not in the list.
    let omitted: Int
    /// What came from outside after its last entry.
    let trailing: [ArraySlice<Int>]
  }

  /// How an entry comes that is visited.
  enum Arrival {
    /// It is in the list already; a branch leaves another behind it.
    case origin
    /// It is the first that is shown of a branch that hangs nowhere.
    case beginning
    /// It follows the one before.
    case following
  }

  /// The branches, the current one first and then the newest.
  private(set) var branches: [Branch] = []
  /// The numbers of the entries, those of a branch in a row.
  private(set) var entries: [Int] = []
  /// Branches of which nothing is in the list.
  private(set) var omittedBranches = 0
  private var places: [Int: Int] = [:]

  /// Collects them.
  ///
  /// - Parameters:
  ///   - session: The session; it is on every branch once meanwhile, and where it was in the end.
  ///   - limit: How many entries all branches may have together. The current one has at least half of them if it needs them, and of
  ///     each the newest count.
  ///   - visit: Gets each entry with its state, in the order of the list, and before those of a branch the one it hangs from.
  init(of session: Session, limit: Int, visit: (_ entry: Int, _ state: Any, _ arrival: Arrival) throws -> Void) throws {
    let playback = session.playback
    let before = session.whereabouts
    defer { session.restore(before) }
    let end = before.end
    let others = playback.timeline.branchEnds.reversed().filter { $0 != end.step }
    let elsewhere = others.isEmpty ? 0 : playback.timeline.entryCount - playback.timeline.branchEntryCount
    var left = limit
    for step in [end.step] + others {
      guard left > 0 else {
        omittedBranches += 1
        continue
      }
      let isFirst = step == end.step
      playback.travel(to: playback.timeline.quiet(step))
      left -= max(1, try add(session, isFirst ? max(limit / 2, limit - elsewhere) : left, visit))
    }
  }

  /// Adds the current branch, and gives back how many entries it brought.
  private mutating func add(
    _ session: Session, _ allowed: Int, _ visit: (_ entry: Int, _ state: Any, _ arrival: Arrival) throws -> Void
  ) throws -> Int {
    let timeline = session.playback.timeline
    let count = timeline.branchEntryCount
    let first = max(0, count - allowed)
    let numbers = (first == 0 ? [0] : []) + timeline.entries(atPlaces: first..<count + 1)
    let known = numbers.lastIndex { places[$0] != nil }
    let own = numbers[(known.map { $0 + 1 } ?? 0)...]
    let origin = known.flatMap { places[numbers[$0]] } ?? -1
    var arrival = known == nil ? Arrival.beginning : .origin
    if !own.isEmpty {
      try session.playback.walk(first + (known ?? 0)...count) { entry, state in
        try visit(entry, state, arrival)
        arrival = .following
        return true
      }
    }
    for number in own {
      places[number] = entries.count
      entries.append(number)
    }
    branches.append(
      Branch(
        name: session.branchName(of: timeline.end.step), origin: origin, own: entries.count - own.count..<entries.count,
        omitted: known == nil ? max(0, first - 1) : 0, trailing: session.trailingInputLines()))
    return own.count
  }
}
