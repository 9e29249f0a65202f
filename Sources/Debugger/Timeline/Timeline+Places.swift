import Reflection

/// Places: the entries of the current branch counted from 1, whatever their permanent numbers are; place 0 is the initial state.
extension Timeline {
  /// How many entries the current branch has.
  public var branchEntryCount: Int { steps.entriesOnPath(to: branch[branch.count - 1]) }

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
      let last = steps.entriesOnPath(to: branch[depth])
      let entries = steps.entries(of: branch[depth])
      let before = last - entries.count
      while place < places.upperBound, place <= last {
        result.append(entries.lowerBound + place - before - 1)
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
      if steps.entriesOnPath(to: branch[middle]) < place { low = middle + 1 } else { high = middle }
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
      let last = steps.entriesOnPath(to: branch[depth])
      let range = steps.entries(of: branch[depth])
      let before = last - range.count
      while place < places.upperBound, place < last {
        let number = range.lowerBound + place - before
        entries.apply(at: number - 1, to: &state, reduce: reduce)
        place += 1
        guard try visit(number, state) else { return }
      }
      depth += 1
    }
  }

  /// Where the chain of effects that leads to an entry begins; constant time.
  public func chain(to number: Int) -> EffectChain { entries.origins.chain(to: number - 1) }

  /// The entry before an entry on its own branch; 0 is the initial state.
  public func entry(before number: Int) -> Int {
    let step = step(ofEntry: number)
    let first = steps.entries(of: step).lowerBound
    return number > first ? number - 1 : steps.entryBefore(of: step)
  }

  /// How many effects had been started when an entry was reduced.
  public func effectCount(beforeEntry number: Int) -> Int { entries.origins.effectCount(at: number - 1) }

  /// The number of the entry that started an effect, as seen from an entry: effects are numbered along a branch, so it is the last
  /// entry before which fewer effects had been started; 0 when it was started before any.
  ///
  /// - Complexity: Logarithmic, apart from the steps between the entry and the current branch.
  public func entryThatStarted(effect: Int, seenFrom number: Int) -> Int {
    let step = step(ofEntry: number)
    let first = steps.firstEntry(of: step)
    if number > first, entries.origins.effectCount(at: first - 1) < effect {
      return entries.origins.lastIndex(in: first - 1..<number - 1, startedBefore: effect) + 1
    }
    return entryThatStarted(effect: effect, beforeStep: step)
  }

  /// The number of the entry that started an effect, as seen from the beginning of a step.
  public func entryThatStarted(effect: Int, beforeStep step: Int) -> Int {
    guard step != 0 else { return 0 }
    var step = steps.parent(of: step)
    // What is not on the current branch can only be walked.
    while step != 0, !isOnBranch(step), steps.effectCount(after: steps.parent(of: step)) >= effect {
      step = steps.parent(of: step)
    }
    if isOnBranch(step) {
      // The first step after which the effect had been started, if not this one.
      var (low, high) = (0, steps.depth(of: step))
      while low < high {
        let middle = (low + high) / 2
        if steps.effectCount(after: branch[middle]) < effect { low = middle + 1 } else { high = middle }
      }
      step = branch[low]
    }
    while step != 0 {
      let range = steps.entries(of: step)
      if !range.isEmpty, entries.origins.effectCount(at: range.lowerBound - 1) < effect {
        return entries.origins.lastIndex(in: range.lowerBound - 1..<range.upperBound - 1, startedBefore: effect) + 1
      }
      step = steps.parent(of: step)
    }
    return 0
  }

  /// The chains to effects that are in flight after the current step.
  func chains(ofEffects effects: [Int]) -> [Int: EffectChain] {
    var chains: [Int: EffectChain] = [:]
    for effect in effects {
      // What follows the current step follows its parents too, so its own entries count as before.
      let range = steps.entries(of: position.step)
      let starter =
        !range.isEmpty && entries.origins.effectCount(at: range.lowerBound - 1) < effect
        ? entries.origins.lastIndex(in: range.lowerBound - 1..<range.upperBound - 1, startedBefore: effect) + 1
        : entryThatStarted(effect: effect, beforeStep: position.step)
      guard starter > 0 else { continue }
      let before = chain(to: starter)
      chains[effect] = EffectChain(beginning: before.beginning, links: before.links + 1)
    }
    return chains
  }

  // MARK: Changes

  /// The place behind which, up to another place, all entries certainly left some bytes of the state as they were; the place itself when
  /// the entry there may have changed them.
  ///
  /// - Parameters:
  ///   - bytes: Bytes of a value of `State`.
  ///   - place: A place of the current branch.
  /// - Complexity: The number of entries skipped, divided by some hundreds.
  public func place(behindUnchanged bytes: Range<Int>, upTo place: Int) -> Int {
    self.place(behindBlocksUpTo: place) { changeBlocks.mayChange(bytes, inBlock: $0) }
  }

  /// As `place(behindUnchanged:upTo:)`, for what is found in the state at that place.
  public func place(behindUnchanged watched: WatchedPlace, upTo place: Int) -> Int {
    self.place(behindBlocksUpTo: place) { changeBlocks.mayChange(watched, inBlock: $0) }
  }

  private func place(behindBlocksUpTo place: Int, thatMayChangeIt mayChange: (Int) -> Bool) -> Int {
    var place = place
    while place > 0 {
      let block = ChangeBlocks.block(ofEntry: entry(atPlace: place))
      guard !mayChange(block) else { break }
      place = lastPlace(beforeEntry: ChangeBlocks.firstEntry(ofBlock: block))
    }
    return place
  }

  /// The last place of the current branch whose entry has a smaller number; entries are numbered in order along a branch.
  private func lastPlace(beforeEntry number: Int) -> Int {
    var (low, high) = (0, branch.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if steps.firstEntry(of: branch[middle]) < number { low = middle } else { high = middle - 1 }
    }
    let range = steps.entries(of: branch[low])
    return steps.entriesOnPath(to: branch[low]) - max(0, range.upperBound - max(number, range.lowerBound))
  }
}
