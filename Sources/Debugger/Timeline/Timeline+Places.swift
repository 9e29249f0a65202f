/// Places: the entries of the current branch counted from 1, whatever their permanent numbers are; place 0 is the initial state.
extension Timeline {
  /// How many entries the current branch has.
  public var branchEntryCount: Int { steps[branch[branch.count - 1]].entriesOnPath }

  /// The place of an entry on the current branch; `nil` when it is on another one.
  public func place(ofEntry number: Int) -> Int? {
    if number == 0 { return 0 }
    guard number > 0, number <= entries.count else { return nil }
    let step = step(ofEntry: number)
    guard isOnBranch(step) else { return nil }
    return steps[step].entriesOnPath - steps[step].entryCount + number - steps[step].firstEntry + 1
  }

  /// The number of the entry at a place of the current branch.
  ///
  /// - Parameter place: From 0 to `branchEntryCount`.
  /// - Complexity: Logarithmic in the number of steps.
  public func entry(atPlace place: Int) -> Int {
    guard place > 0 else { return 0 }
    let step = steps[branch[depth(ofPlace: place)]]
    return step.firstEntry + place - (step.entriesOnPath - step.entryCount) - 1
  }

  /// The entries at some places of the current branch, oldest first; linear in their number.
  public func entries(atPlaces places: Range<Int>) -> [Int] {
    guard !places.isEmpty else { return [] }
    var result: [Int] = []
    result.reserveCapacity(places.count)
    var place = max(places.lowerBound, 1)
    var depth = depth(ofPlace: place)
    while place < places.upperBound, depth < branch.count {
      let step = steps[branch[depth]]
      let before = step.entriesOnPath - step.entryCount
      while place < places.upperBound, place <= step.entriesOnPath {
        result.append(step.firstEntry + place - before - 1)
        place += 1
      }
      depth += 1
    }
    return result
  }

  /// The depth of the step that has a place, by halving.
  private func depth(ofPlace place: Int) -> Int {
    var low = 0
    var high = branch.count - 1
    while low < high {
      let middle = (low + high) / 2
      if steps[branch[middle]].entriesOnPath < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Visits the states at some places of the current branch in order, each made from the one before by its recorded action.
  ///
  /// One state is changed in place all the way; `visit` must not keep it, or the next action would copy it.
  ///
  /// - Parameters:
  ///   - places: The places, within the branch.
  ///   - state: The state at the first of them; at the end, the state at the last that was visited.
  ///   - reduce: Reduces one recorded action again.
  ///   - visit: Gets the entry's number, 0 for the initial state, and the state; `false` ends the walk.
  /// - Complexity: The number of places.
  public func walk(
    _ places: ClosedRange<Int>, from state: inout State, reduce: Reduce, visit: (_ entry: Int, _ state: State) throws -> Bool
  ) rethrows {
    guard try visit(entry(atPlace: places.lowerBound), state) else { return }
    var place = places.lowerBound
    var depth = depth(ofPlace: place + 1)
    while place < places.upperBound, depth < branch.count {
      let step = steps[branch[depth]]
      let before = step.entriesOnPath - step.entryCount
      while place < places.upperBound, place < step.entriesOnPath {
        let number = step.firstEntry + place - before
        apply(entries[number - 1], to: &state, reduce: reduce)
        place += 1
        guard try visit(number, state) else { return }
      }
      depth += 1
    }
  }

  /// How many effects had been started when an entry was reduced.
  public func effectCount(beforeEntry number: Int) -> Int { entries[number - 1].world.effectCount }

  /// The number of the entry that started an effect, as seen from an entry: effects are numbered along a branch, so it is the last
  /// entry before which fewer effects had been started; 0 when it was started before any.
  ///
  /// - Complexity: The number of entries between the two.
  public func entryThatStarted(effect: Int, seenFrom number: Int) -> Int {
    let step = step(ofEntry: number)
    for candidate in (steps[step].firstEntry..<number).reversed() where effectCount(beforeEntry: candidate) < effect {
      return candidate
    }
    return entryThatStarted(effect: effect, beforeStep: step)
  }

  /// The number of the entry that started an effect, as seen from the beginning of a step.
  public func entryThatStarted(effect: Int, beforeStep step: Int) -> Int {
    var step = step
    while step != 0 {
      step = steps[step].parent
      for candidate in steps[step].entries.reversed() where effectCount(beforeEntry: candidate) < effect { return candidate }
    }
    return 0
  }
}
