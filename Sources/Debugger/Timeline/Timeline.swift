/// The recorded tree of a session: every input, every action it led to, and the way back to any of them.
///
/// A pure value. It offers: `append` (record a step), `travel` (move to a position), `undo`/`redo` (by steps), `back`/`next` (by
/// entries), `branches`, and `state(at:)`, which starts from the nearest keyframe and reduces the recorded actions again.
/// Entry numbers are given out once and stay for ever, across branches; 0 is the initial state.
///
/// States are not kept per entry: a second owner of a collection would make each mutation copy it. Keyframes are sparse, and when
/// there are too many every other one is dropped, so memory is a small record an entry plus a bounded number of states.
public struct Timeline<State, Action> {
  /// Reduces a recorded entry again: sets the world, runs the reducer, starts no effect.
  public typealias Reduce = (_ action: Action, _ world: WorldState, _ state: inout State) -> Void

  /// All entries of all branches; entry N is at index N - 1.
  public internal(set) var entries = EntryList<State, Action>()
  /// All steps of all branches; step 0 is the initial state.
  public internal(set) var steps = StepList()
  /// Where the session looks at the moment.
  public private(set) var position = Position(step: 0, shown: 0)
  /// The current branch: its steps in order, from the initial state to the branch's end.
  public private(set) var branch: [Int] = [0]
  /// The names that were given to branches, by the step at their end.
  public internal(set) var branchNames: [Int: String] = [:]
  /// The steps of branches that were dropped; their numbers are not given out again.
  public internal(set) var droppedSteps = RangeSet<Int>()
  var branchPoints = BranchPoints()
  /// The steps nothing follows: the ends of the branches.
  var leaves: Set<Int> = [0]
  var keyframes: Keyframes<State>
  /// Where entries certainly left a part of the state as it was.
  var changeBlocks = ChangeBlocks(stateOfSize: MemoryLayout<State>.size)

  /// - Parameters:
  ///   - initialState: The state before any action.
  ///   - world: The world before any action.
  ///   - keyframeLimit: How many states may be kept at the most, at least 2.
  ///   - measure: How many bytes a state takes, for the budget of `limitKeyframes(toBytes:)`.
  public init(
    initialState: State, world: WorldState, keyframeLimit: Int = 8192, measure: @escaping @Sendable (State) -> Int = { _ in 0 }
  ) {
    keyframes = Keyframes(initialState: initialState, limit: keyframeLimit, measure: measure)
    steps.append(
      Step(
        input: nil, parent: 0, depth: 0, firstEntry: 1, entryCount: 0, entryBefore: 0, worldAfter: world, effectsInFlight: 0,
        entriesOnPath: 0))
  }

  // MARK: Where things are

  /// The number of the newest entry that counts as having happened at a position; 0 is the initial state.
  public func entry(at position: Position) -> Int {
    let step = steps[position.step]
    return position.shown == 0 ? step.entryBefore : step.firstEntry + position.shown - 1
  }

  /// The number of the newest entry at the current position.
  public var currentEntry: Int { entry(at: position) }
  /// The position at the end of the current branch.
  public var end: Position { quiet(branch[branch.count - 1]) }
  /// The number of the last entry of the current branch.
  public var lastEntry: Int { steps[branch[branch.count - 1]].lastEntry }
  /// Whether nothing of the current branch lies ahead.
  public var isAtEnd: Bool { position == end }
  /// Whether the current position is after all entries of its step.
  public var isQuiet: Bool { position.shown == steps[position.step].entryCount }

  /// The position after everything a step caused.
  public func quiet(_ step: Int) -> Position { Position(step: step, shown: steps.entryCount(of: step)) }

  /// The position just after an entry, or the start for entry 0; `nil` when there is no such entry, or its branch was dropped.
  public func position(ofEntry number: Int) -> Position? {
    if number == 0 { return Position(step: 0, shown: 0) }
    guard number > 0, number <= entries.count else { return nil }
    guard let step = entries.origins.step(at: number - 1), !droppedSteps.contains(step) else { return nil }
    return Position(step: step, shown: number - steps[step].firstEntry + 1)
  }

  /// The step an entry belongs to.
  public func step(ofEntry number: Int) -> Int { entries.origins.step(at: number - 1) ?? 0 }

  /// Whether a step is part of the current branch; constant time.
  public func isOnBranch(_ step: Int) -> Bool {
    let depth = steps.depth(of: step)
    return depth < branch.count && branch[depth] == step
  }

  /// The numbers of the entries of the current branch, oldest first.
  public var branchEntries: [Int] { branch.flatMap { steps.entries(of: $0) } }

  /// The entries that count as having happened at a position, oldest first; linear in their number.
  public func entries(upTo position: Position) -> [Int] {
    var ranges: [Range<Int>] = []
    let step = steps[position.step]
    ranges.append(step.firstEntry..<step.firstEntry + position.shown)
    var next = position.step
    while next != 0 {
      next = steps.parent(of: next)
      ranges.append(steps.entries(of: next))
    }
    return ranges.reversed().flatMap { $0 }
  }

  /// The steps from the one after `ancestor` to `step`, oldest first.
  public func steps(after ancestor: Int, through step: Int) -> [Int] {
    var result: [Int] = []
    var next = step
    while next != ancestor, next != 0 {
      result.append(next)
      next = steps.parent(of: next)
    }
    return result.reversed()
  }

  /// The nearest step at or before `step` after which no effect was in flight: a point from which inputs can be run again.
  public func resumePoint(for step: Int) -> Int {
    var next = step
    while steps.effectsInFlight(after: next) > 0 { next = steps.parent(of: next) }
    return next
  }

  /// The recorded step that follows `step` through exactly this input, on any branch.
  public func child(of step: Int, input: Input) -> Int? { branchPoints.child(of: step, input: input, in: steps) }

  // MARK: Recording

  /// Records a step after the current one and moves to its end. When something else was recorded there, this starts a branch.
  ///
  /// - Parameters:
  ///   - input: What came from outside.
  ///   - caused: The actions reduced because of it, in order, each with the world it was reduced in.
  ///   - state: The state after the last of them; kept only when a keyframe is due.
  ///   - worldAfter: The world once everything was quiet.
  ///   - effectsInFlight: How many effects were then in flight.
  ///   - changes: What `ChangeNotes` noted of them; without it, any entry may have changed anything.
  /// - Returns: The new step.
  @discardableResult
  public mutating func append(
    _ input: Input, caused: EntryList<State, Action>, state: @autoclosure () -> State, worldAfter: WorldState,
    effectsInFlight: Int, changes: [BlockNote] = []
  ) -> Int {
    let parent = position.step
    let number = steps.count
    let chains = chains(ofEffects: caused.origins.earlierEffects)
    let step = Step(
      input: input, parent: parent, depth: steps[parent].depth + 1, firstEntry: entries.count + 1, entryCount: caused.count,
      entryBefore: steps[parent].lastEntry, worldAfter: worldAfter, effectsInFlight: effectsInFlight,
      entriesOnPath: steps[parent].entriesOnPath + caused.count)
    entries.append(caused, asPartOf: number, chains: chains)
    changeBlocks.note(step.entries, changes)
    steps.append(step)
    branchPoints.add(number, to: parent, in: &steps)
    leaves.insert(number)
    // A branch that grows keeps its name.
    if leaves.remove(parent) != nil, let name = branchNames.removeValue(forKey: parent) { branchNames[number] = name }
    branch.removeSubrange(step.depth...)
    branch.append(number)
    position = quiet(number)
    if keyframes.isDue(atEntry: step.lastEntry, after: caused.count) { keyframes.store(state(), atEntry: step.lastEntry) }
    return number
  }

  /// Records a step whose entries come one by one; see `append(_:caused:state:worldAfter:effectsInFlight:)`.
  @discardableResult
  public mutating func append(
    _ input: Input, caused: [Entry<State, Action>], state: @autoclosure () -> State, worldAfter: WorldState,
    effectsInFlight: Int
  ) -> Int {
    append(input, caused: EntryList(caused), state: state(), worldAfter: worldAfter, effectsInFlight: effectsInFlight)
  }

  /// Records a step of one action that led to nothing else, at the end of a branch.
  ///
  /// - Parameters:
  ///   - input: What came from outside.
  ///   - action: The action.
  ///   - world: The world just before it was reduced.
  ///   - state: The state after it; kept only when a keyframe is due.
  ///   - worldAfter: The world after it.
  ///   - keyframeDistance: How many entries may lie between keyframes at least.
  /// - Precondition: Nothing lies ahead, and nothing is in flight.
  /// - Returns: The new step.
  @discardableResult
  public mutating func append(
    _ input: Input, action: Action, world: WorldState, state: @autoclosure () -> State, worldAfter: WorldState,
    keyframeDistance: Int
  ) -> Int {
    let parent = position.step
    let number = steps.count
    let entry = entries.count + 1
    entries.append(action: action, world: world, asPartOf: number)
    // Nobody noted what it changed: it may be anything.
    changeBlocks.note(entry..<entry + 1, [])
    steps.append(input, after: parent, entry: entry, worldAfter: worldAfter)
    branchPoints.add(number, to: parent, in: &steps)
    leaves.remove(parent)
    leaves.insert(number)
    if !branchNames.isEmpty, let name = branchNames.removeValue(forKey: parent) { branchNames[number] = name }
    branch.append(number)
    position = Position(step: number, shown: 1)
    if entry.isMultiple(of: max(keyframes.distance, keyframeDistance)) { keyframes.store(state(), atEntry: entry) }
    return number
  }

  /// Offers a state in the middle of the step that is being run and will be recorded next; kept only when a keyframe is due.
  ///
  /// - Parameters:
  ///   - count: How many entries of the step have come so far.
  ///   - state: The state after them.
  /// - Returns: After how many entries of the step the next state is wanted.
  @discardableResult
  public mutating func offer(_ state: @autoclosure () -> State, afterEntriesToCome count: Int) -> Int {
    let number = entries.count + count
    if number > 0, number.isMultiple(of: keyframes.distance) { keyframes.store(state(), atEntry: number) }
    return count + keyframes.distance - number % keyframes.distance
  }

  /// Forgets the states that were offered for a step that is not recorded after all.
  public mutating func forgetOffers() { keyframes.remove(entries.count + 1..<Int.max) }

  // MARK: Travel

  /// Moves to a position; when it lies on another branch, that branch becomes the current one.
  public mutating func travel(to target: Position) {
    if !isOnBranch(target.step) { follow(target.step) }
    position = target
  }

  /// Makes the branch through `step` the current one, on to the newest end below it.
  mutating func follow(_ step: Int) {
    var upward: [Int] = []
    var next = step
    while !isOnBranch(next) {
      upward.append(next)
      next = steps.parent(of: next)
    }
    branch.removeSubrange((steps.depth(of: next) + 1)...)
    branch.append(contentsOf: upward.reversed())
    while let newest = branchPoints.newestChild(of: branch[branch.count - 1], in: steps) { branch.append(newest) }
  }

  /// The position `count` steps earlier, or the start when there are fewer; a step shown in part counts as one.
  public func positionBefore(steps count: Int) -> Position {
    var step = position.step
    for _ in 0..<count where step != 0 { step = steps.parent(of: step) }
    return quiet(step)
  }

  /// The position `count` steps later on the current branch, or its end when there are fewer; the rest of a step shown in part counts
  /// as one.
  public func positionAfter(steps count: Int) -> Position {
    let ahead = isQuiet ? count : count - 1
    let depth = min(steps[position.step].depth + ahead, branch.count - 1)
    return quiet(branch[depth])
  }

  /// The position one entry earlier on the current branch, or `nil` at the start.
  public func positionBeforeEntry() -> Position? {
    if position.shown > 0 { return Position(step: position.step, shown: position.shown - 1).normalized(in: self) }
    guard position.step != 0 else { return nil }
    var step = steps.parent(of: position.step)
    while step != 0, steps.entryCount(of: step) == 0 { step = steps.parent(of: step) }
    guard step != 0 else { return Position(step: 0, shown: 0) }
    return Position(step: step, shown: steps[step].entryCount - 1).normalized(in: self)
  }

  /// The position one entry later on the current branch, or the branch's end when only the passing of time lies ahead; `nil` at the end.
  public func positionAfterEntry() -> Position? {
    guard !isAtEnd else { return nil }
    if !isQuiet { return Position(step: position.step, shown: position.shown + 1) }
    var depth = steps[position.step].depth + 1
    while depth < branch.count - 1, steps.entryCount(of: branch[depth]) == 0 { depth += 1 }
    let step = branch[depth]
    return Position(step: step, shown: min(1, steps[step].entryCount))
  }

  // MARK: Branches

  /// The steps at which branches end, oldest first.
  public var branchEnds: [Int] { leaves.sorted() }

  /// The steps that follow a step, oldest first.
  public func children(of step: Int) -> [Int] { branchPoints.children(of: step, in: steps) }

  // MARK: States

  /// The state at a position: the nearest keyframe before it, with the recorded actions reduced again.
  ///
  /// - Parameters:
  ///   - position: Where.
  ///   - reduce: Reduces one recorded action again.
  /// - Complexity: The entries since the nearest keyframe on the way there.
  public mutating func state(at position: Position, reduce: Reduce) -> State {
    let target = entry(at: position)
    if let state = keyframes[target] { return state }
    var pending: [Range<Int>] = []
    let step = steps[position.step]
    var range = step.firstEntry..<step.firstEntry + position.shown
    var next = position.step
    var state: State?
    while true {
      if let (number, found) = keyframes.newest(in: range) {
        pending.append(number + 1..<range.upperBound)
        state = found
        break
      }
      pending.append(range)
      guard next != 0 else { break }
      next = steps.parent(of: next)
      range = steps.entries(of: next)
    }
    var result = state ?? keyframes.initialState
    var count = 0
    for range in pending.reversed() {
      for number in range {
        entries.apply(at: number - 1, to: &result, reduce: reduce)
        count += 1
        // A walk in the past leaves keyframes behind, so that the next one nearby is short.
        if number != target, keyframes.isDue(atEntry: number, after: count) {
          keyframes.store(result, atEntry: number)
          count = 0
        }
      }
    }
    return result
  }

  /// Reduces a recorded entry again.
  ///
  /// - Parameter number: Its number.
  public func apply(entry number: Int, to state: inout State, reduce: Reduce) {
    entries.apply(at: number - 1, to: &state, reduce: reduce)
  }

  /// Reduces an entry again.
  public func apply(_ entry: Entry<State, Action>, to state: inout State, reduce: Reduce) {
    switch entry.event {
    case .action(let action): reduce(action, entry.world, &state)
    case .edit(let edit): edit.apply(&state)
    }
  }
}

extension Position {
  /// A place before the first entry of a step is the place after everything the step before caused.
  fileprivate func normalized<State, Action>(in timeline: Timeline<State, Action>) -> Position {
    guard shown == 0, step != 0 else { return self }
    return timeline.quiet(timeline.steps.parent(of: step))
  }
}
