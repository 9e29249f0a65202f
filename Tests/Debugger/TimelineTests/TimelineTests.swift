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
    let seed = UInt64(Environment.value("HINDSIGHT_SEED") ?? "") ?? UInt64.random(in: 0...(.max))
    var generator = SeededGenerator(state: seed)
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
}
