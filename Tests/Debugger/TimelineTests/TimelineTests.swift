import SeededRandomness
import Testing
import Timeline

/// A timeline over a list of numbers, each action adding one; the state is the whole history, so any mistake shows.
private typealias Numbers = Timeline<[Int], Int>

private func reduce(_ action: Int, _ world: WorldState, _ state: inout [Int]) { state.append(action) }

extension Numbers {
  fileprivate init(limit: Int = 512) { self.init(initialState: [], world: WorldState(seed: 0), keyframeLimit: limit) }

  fileprivate mutating func act(_ actions: Int..., advance: Bool = false) {
    let before = state(at: position, reduce: reduce)
    append(
      advance ? .advance(.seconds(1)) : .action(text: "\(actions)"),
      caused: actions.map { Entry(event: .action($0), cause: .typed, world: WorldState(seed: 0)) },
      state: before + actions, worldAfter: WorldState(seed: 0), effectsInFlight: 0)
  }

  fileprivate var here: [Int] {
    mutating get { state(at: position, reduce: reduce) }
  }
}

@Suite struct TimelineTests {
  @Test func recordsStepsAndNumbersTheirEntries() {
    var timeline = Numbers()
    timeline.act(1)
    timeline.act(2, 3)
    #expect(timeline.currentEntry == 3)
    #expect(timeline.steps.map(\.entryCount) == [0, 1, 2])
    #expect(timeline.branchEntries == [1, 2, 3])
    #expect(timeline.here == [1, 2, 3])
  }

  @Test func aStepOfOneActionIsRecordedAlikeBothWays() {
    var long = Numbers()
    var short = Numbers()
    for number in 1...5_000 {
      long.act(number)
      short.append(
        .action(text: "\([number])"), action: number, world: WorldState(seed: 0), state: Array(1...number),
        worldAfter: WorldState(seed: 0), keyframeDistance: 64)
    }
    #expect(long.steps.map { "\($0)" } == short.steps.map { "\($0)" })
    #expect(long.position == short.position)
    #expect(long.branch == short.branch)
    #expect(long.branchEnds == short.branchEnds)
    #expect(long.entries.map { "\($0.cause) \($0.world)" } == short.entries.map { "\($0.cause) \($0.world)" })
    #expect(short.step(ofEntry: 4_000) == 4_000)
    #expect(short.chain(to: 4_000) == long.chain(to: 4_000))
    #expect(short.place(behindUnchanged: 0..<8, upTo: 4_000) == 4_000)
    #expect(short.here == Array(1...5_000))
    short.travel(to: Position(step: 77, shown: 1))
    #expect(short.here == Array(1...77))
    short.act(1)
    #expect(short.branchEnds == [5_000, 5_001])
  }

  @Test func undoGoesBackByStepsAndBackByEntries() throws {
    var timeline = Numbers()
    timeline.act(1)
    timeline.act(2, 3)
    timeline.travel(to: try #require(timeline.positionBeforeEntry()))
    #expect(timeline.here == [1, 2])
    #expect(!timeline.isQuiet)
    timeline.travel(to: timeline.positionBefore(steps: 1))
    #expect(timeline.here == [1])
    timeline.travel(to: timeline.positionAfter(steps: 1))
    #expect(timeline.here == [1, 2, 3])
    timeline.travel(to: timeline.positionBefore(steps: 99))
    #expect(timeline.here == [])
    #expect(timeline.positionBeforeEntry() == nil)
    timeline.travel(to: timeline.positionAfter(steps: 99))
    #expect(timeline.positionAfterEntry() == nil)
  }

  @Test func redoFromTheMiddleOfAStepFinishesIt() throws {
    var timeline = Numbers()
    timeline.act(1, 2)
    timeline.act(3)
    timeline.travel(to: try #require(timeline.position(ofEntry: 1)))
    timeline.travel(to: timeline.positionAfter(steps: 1))
    #expect(timeline.here == [1, 2])
  }

  @Test func entriesAreWalkedOverStepsWithoutAny() throws {
    var timeline = Numbers()
    timeline.act(1)
    timeline.act(advance: true)
    timeline.act(2)
    timeline.travel(to: try #require(timeline.positionBeforeEntry()))
    #expect(timeline.currentEntry == 1)
    #expect(timeline.position.step == 2, "time has passed, the entry after it has not happened")
    timeline.travel(to: try #require(timeline.positionBeforeEntry()))
    #expect(timeline.currentEntry == 0)
    timeline.travel(to: try #require(timeline.positionAfterEntry()))
    #expect(timeline.currentEntry == 1)
    timeline.travel(to: try #require(timeline.positionAfterEntry()))
    #expect(timeline.currentEntry == 2)
  }

  @Test func actingInThePastStartsABranchAndKeepsTheFuture() throws {
    var timeline = Numbers()
    timeline.act(1)
    timeline.act(2)
    timeline.act(3)
    timeline.travel(to: try #require(timeline.position(ofEntry: 1)))
    timeline.act(4)
    #expect(timeline.here == [1, 4])
    #expect(timeline.branchEntries == [1, 4])
    #expect(timeline.branchEnds == [3, 4])
    timeline.travel(to: try #require(timeline.position(ofEntry: 3)))
    #expect(timeline.here == [1, 2, 3])
    #expect(timeline.branchEntries == [1, 2, 3])
  }

  @Test func findsTheRecordedStepOfTheSameInput() throws {
    var timeline = Numbers()
    timeline.act(1)
    timeline.act(2)
    timeline.travel(to: try #require(timeline.position(ofEntry: 1)))
    #expect(timeline.child(of: 1, input: .action(text: "[2]")) == 2)
    #expect(timeline.child(of: 1, input: .action(text: "[3]")) == nil)
  }

  @Test func resumesFromTheLastStepWithNothingInFlight() {
    var timeline = Numbers()
    for inFlight in [0, 1, 1, 0, 2, 1] {
      timeline.append(
        .action(text: "x"), caused: [Entry(event: .action(1), cause: .typed, world: WorldState(seed: 0))], state: [],
        worldAfter: WorldState(seed: 0), effectsInFlight: inFlight)
    }
    #expect(timeline.resumePoint(for: 6) == 4)
    #expect(timeline.resumePoint(for: 3) == 1)
    #expect(timeline.resumePoint(for: 0) == 0)
    #expect(timeline.steps(after: 4, through: 6) == [5, 6])
  }

  @Test func unknownEntriesHaveNoPosition() {
    var timeline = Numbers()
    timeline.act(1)
    #expect(timeline.position(ofEntry: 2) == nil)
    #expect(timeline.position(ofEntry: -1) == nil)
    #expect(timeline.position(ofEntry: 0) == Position(step: 0, shown: 0))
  }

  @Test func everyStateComesBackHoweverFewKeyframesThereAre() throws {
    var timeline = Numbers(limit: 4)
    for number in 1...1000 { timeline.act(number) }
    #expect(timeline.keyframeCount <= 5)
    for number in [0, 1, 31, 32, 33, 500, 999, 1000] {
      let position = try #require(timeline.position(ofEntry: number))
      #expect(timeline.state(at: position, reduce: reduce) == Array(1..<number + 1))
    }
  }

  /// Random walks and actions, compared with a model that keeps every state of every entry.
  @Test func randomTravelAgreesWithAModelThatKeepsEveryState() throws {
    let seed = SeededGenerator.seedOfThisRun()
    var generator = SeededGenerator(seed: seed)
    var timeline = Numbers(limit: 6)
    var states: [[Int]] = [[]]
    for round in 0..<2000 {
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let target = Int.random(in: 0...timeline.entries.count, using: &generator)
        timeline.travel(to: try #require(timeline.position(ofEntry: target)))
        #expect(timeline.here == states[target], "seed \(seed), round \(round)")
        if !timeline.isQuiet { timeline.travel(to: timeline.quiet(timeline.position.step)) }
      } else {
        let before = timeline.here
        timeline.act(round, round + 1)
        states.append(before + [round])
        states.append(before + [round, round + 1])
        #expect(timeline.here == states[timeline.currentEntry], "seed \(seed), round \(round)")
      }
    }
  }

  @Test func droppingABranchGivesBackWhatItHeld() {
    final class Mark {}
    var timeline = Timeline<Int, Mark>(initialState: 0, world: WorldState(seed: 0))
    weak var watched: Mark?
    func act(_ text: String, watching: Bool = false) {
      let mark = Mark()
      if watching { watched = mark }
      timeline.append(
        .action(text: text), caused: [Entry(event: .action(mark), cause: .typed, world: WorldState(seed: 0))], state: 0,
        worldAfter: WorldState(seed: 0), effectsInFlight: 0)
    }
    act("a", watching: true)
    let first = timeline.position.step
    timeline.travel(to: Position(step: 0, shown: 0))
    act("b")
    #expect(watched != nil)
    let gone = timeline.drop(branchEndingAt: first)
    #expect(gone.steps == [first])
    #expect(gone.entryCount == 1)
    #expect(watched == nil)
    #expect(timeline.position(ofEntry: 1) == nil)
    #expect(timeline.child(of: 0, input: .action(text: "a")) == nil)
    #expect(timeline.child(of: 0, input: .action(text: "b")) != nil)
    // Numbers are not given out again.
    act("c")
    #expect(timeline.currentEntry == 3)
  }

  @Test func manyBranchesOfOneStepAreFoundByTheirInput() {
    var timeline = Numbers()
    for number in 1...50 {
      timeline.travel(to: Position(step: 0, shown: 0))
      timeline.act(number)
    }
    #expect(timeline.children(of: 0) == Array(1...50))
    for number in 1...50 { #expect(timeline.child(of: 0, input: .action(text: "[\(number)]")) == number) }
    for number in 1...49 where number != 7 {
      timeline.drop(branchEndingAt: number)
      #expect(timeline.child(of: 0, input: .action(text: "[\(number)]")) == nil)
    }
    #expect(timeline.children(of: 0) == [7, 50])
    #expect(timeline.child(of: 0, input: .action(text: "[7]")) == 7)
    timeline.drop(branchEndingAt: 7)
    #expect(timeline.children(of: 0) == [50])
    #expect(timeline.child(of: 0, input: .action(text: "[50]")) == 50)
    #expect(timeline.branchEnds == [50])
  }

  @Test func statesOfferedInTheMiddleOfAStepShortenTheWayThere() {
    var timeline = Numbers()
    let actions = Array(1...1_000)
    var wanted = timeline.offer([], afterEntriesToCome: 0)
    for count in 1...1_000 where count >= wanted {
      wanted = timeline.offer(Array(1...count), afterEntriesToCome: count)
    }
    #expect(timeline.keyframeEntries == stride(from: 32, through: 992, by: 32).map { $0 })
    timeline.append(
      .action(text: "all"), caused: actions.map { Entry(event: .action($0), cause: .typed, world: WorldState(seed: 0)) },
      state: actions, worldAfter: WorldState(seed: 0), effectsInFlight: 0)
    var reduced = 0
    let state = timeline.state(at: Position(step: 1, shown: 500)) { action, world, state in
      reduced += 1
      reduce(action, world, &state)
    }
    #expect(state == Array(1...500))
    #expect(reduced == 500 - 480)
    // A step that does not come about takes its offers with it.
    _ = timeline.offer([], afterEntriesToCome: 24)
    #expect(timeline.keyframeEntries.last == 1_024)
    timeline.forgetOffers()
    #expect(timeline.keyframeEntries.allSatisfy { $0 <= 1_000 })
  }

  // MARK: Chains of effects

  /// Records a step: for each entry the effect that sent it, 0 for the user, and how many effects had been started before it.
  private func append(_ entries: [(effect: Int, startedBefore: Int)], to timeline: inout Numbers) {
    var after = WorldState(seed: 0)
    after.effectCount = (entries.last?.startedBefore ?? timeline.steps[timeline.position.step].worldAfter.effectCount) + 1
    let before = timeline.here
    timeline.append(
      .action(text: "\(timeline.steps.count)"),
      caused: entries.map { entry in
        var world = WorldState(seed: 0)
        world.effectCount = entry.startedBefore
        return Entry(event: .action(0), cause: entry.effect == 0 ? .typed : .effect(entry.effect), world: world)
      },
      state: before + entries.map { _ in 0 }, worldAfter: after, effectsInFlight: 1)
  }

  /// The entry a chain begins with, and its length.
  private func chain(to number: Int, in timeline: Numbers) -> [Int] {
    let chain = timeline.chain(to: number)
    return [chain.beginning, chain.links]
  }

  @Test func aChainLeadsBackToItsInputWithinAStepAndAcrossSteps() {
    var timeline = Numbers()
    // 1 is typed and starts e1, which sends 2 and 3; 3 starts e3, which sends 4.
    append([(0, 0), (1, 1), (1, 2), (3, 3)], to: &timeline)
    // e4, started by 4, sends 5 in a step of its own; e1 is still there and sends 6.
    append([(4, 4), (1, 5)], to: &timeline)
    append([(0, 6)], to: &timeline)
    #expect(
      (1...7).map { chain(to: $0, in: timeline) } == [
        [1, 0], [1, 1], [1, 1],
        [1, 2], [1, 3], [1, 1],
        [7, 0],
      ])
    #expect((2...6).map { timeline.entryThatStarted(effect: [1, 1, 3, 4, 1][$0 - 2], seenFrom: $0) } == [1, 1, 3, 4, 1])
  }

  @Test func effectsAreFoundOnTheirOwnBranch() {
    var timeline = Numbers()
    append([(0, 0)], to: &timeline)
    append([(0, 1)], to: &timeline)
    append([(2, 2)], to: &timeline)
    timeline.travel(to: timeline.quiet(1))
    // On this branch e2 is started by 4.
    append([(0, 1)], to: &timeline)
    append([(2, 2)], to: &timeline)
    #expect(chain(to: 3, in: timeline) == [2, 1])
    #expect(chain(to: 5, in: timeline) == [4, 1])
    #expect(timeline.entryThatStarted(effect: 2, seenFrom: 5) == 4)
    #expect(timeline.entryThatStarted(effect: 2, seenFrom: 3) == 2, "off the current branch, too")
    #expect(timeline.entryThatStarted(effect: 1, seenFrom: 3) == 1)
  }

  @Test func entriesOfWhichNothingIsKnownMayHaveChangedAnything() {
    var timeline = Numbers()
    timeline.act(1, 2)
    #expect(timeline.place(behindUnchanged: 0..<8, upTo: 2) == 2)
  }
}
