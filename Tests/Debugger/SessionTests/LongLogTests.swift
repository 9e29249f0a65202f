import ActionLanguage
import ComposableArchitecture
import SeededRandomness
import Testing

@testable import Session

/// Looking back in logs that are too long to reduce again.
@Suite struct LongLogTests {
  @Test func aLongChainShowsItsEndsAndHowManyAreBetween() throws {
    let session = try TranscriptSession(Storm.root)
    session.type("storm(seed: 1, left: 5000)")
    let lines = session.type("who turns").split(separator: "\n")
    #expect(lines.count == 2 + 20 * 2 + 1 + 2, "\(session.output)")
    #expect(lines[2].hasPrefix("#5000 storm(seed:"))
    #expect(lines[3] == "  (e4999, started by #4999)")
    #expect(
      lines.suffix(3)
        == ["  (… 4979 more entries, each started by the next, back to:)", "#1 storm(seed: 1, left: 5000)", "  (typed)"][...])
  }

  @Test func aChainThatIsJustTooLongIsShownWhole() throws {
    let session = try TranscriptSession(Storm.root)
    session.type("storm(seed: 1, left: 21)")
    let shown = session.type("why")
    #expect(!shown.contains("more entries"))
    #expect(shown.split(separator: "\n").filter { $0.hasPrefix("#") }.count == 21)
  }

  @Test func whatNoEntryChangedIsKnownWithoutReducingThemAgain() throws {
    let session = try TranscriptSession(Storm.root)
    session.type("storm(seed: 1, left: 5000)", "storm(seed: 2, left: 5000)")
    let playback = session.session.playback
    for path in ["quiet", "still", "still[0]", "child.title"] {
      #expect(playback.place(behindUnchanged: try StatePath(path), upTo: 10_000) == 0, "\(path)")
      #expect(session.type("who \(path)").hasPrefix("nothing changed \(path) since the start"))
    }
    #expect(playback.place(behindUnchanged: try StatePath("turns"), upTo: 10_000) == 10_000)
    #expect(playback.place(behindUnchanged: try StatePath("object"), upTo: 10_000) == 10_000, "nothing is known of objects")
  }

  /// Compares with what is found by looking at every state, on several branches and with edits by hand.
  @Test func everyChangeIsFoundThoughItMayHaveBeenTakenBack() throws {
    let seed = SeededGenerator.seedOfThisRun()
    var random = SeededGenerator(seed: seed)
    let session = try TranscriptSession(Storm.root)
    var ends = [0]
    for turn in 0..<6 {
      session.type("goto \(ends.randomElement(using: &random) ?? 0)")
      session.type(
        "storm(seed: \(Int.random(in: 0..<1_000_000, using: &random)), left: \(Int.random(in: 1...1_800, using: &random)))")
      if turn == 3 { session.type("set child.count = 99") }
      ends.append(session.session.playback.timeline.currentEntry)
    }
    for end in ends.dropFirst().suffix(2) {
      session.type("goto \(end)")
      let playback = session.session.playback
      let count = session.session.currentPlace
      let paths = try Storm.paths.map { try StatePath($0) }
      let changes = try playback.changes(of: paths, upTo: count)
      for (index, path) in paths.enumerated() {
        for place in [count, count / 2, Int.random(in: 1...count, using: &random)] {
          let expected = changes[index].last { (playback.timeline.place(ofEntry: $0) ?? 0) <= place }
          #expect(
            try session.session.lastChange(of: path, upTo: place)?.entry == expected, "\(path) at \(place), seed \(seed)")
        }
      }
    }
  }
}

/// Changes its state in all kinds of ways, each of them seldom, and mostly changes it back.
private struct Storm: Reducer, Sendable {
  final class Thing: Equatable, Sendable {
    static func == (first: Thing, second: Thing) -> Bool { first === second }
  }
  struct Child: Equatable, Sendable {
    var count = 0
    var title = "a title that is too long to be kept in the string itself"
  }
  struct State: Equatable, Sendable {
    var flag = false
    var quiet = 0
    var small: UInt8 = 0
    var note = ""
    var text = "a text that is too long to be kept in the string itself"
    var list = [1, 2, 3]
    var still = [4, 5]
    var maybe: Int?
    var child = Child()
    var object = Thing()
    var turns = 0
    var tail = false
  }
  enum Action: Equatable, Sendable {
    case storm(seed: Int, left: Int)
  }

  static let paths = [
    "flag", "quiet", "small", "note", "text", "list", "list[1]", "list.count", "maybe", "child", "child.count", "child.title",
    "turns",
    "tail", "",
  ]

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .storm(let seed, let left) = action else { return .none }
      state.turns += 1
      let next = (seed &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      switch next >> 8 & 0x3FF {
      case 0, 1: state.flag.toggle()
      case 2: state.small ^= 1
      case 3: state.note = state.note.isEmpty ? "now" : ""
      case 4: state.text = state.text.hasPrefix("a") ? "the text, as long as it was before, reads otherwise" : State().text
      case 5: state.list[1] = 5 - state.list[1]
      case 6: if state.list.count > 3 { state.list.removeLast() } else { state.list.append(7) }
      case 7: state.maybe = state.maybe == nil ? 5 : nil
      case 8: state.child.count = 1 - state.child.count
      case 9: state.tail.toggle()
      default: break
      }
      return left > 1 ? .send(.storm(seed: next, left: left - 1)) : .none
    }
  }

  static let root = RootFeature("storm", summary: "changes now and then", tryFirst: "storm(seed: 1, left: 3)") {
    State()
  } reducer: {
    Storm()
  }
}
