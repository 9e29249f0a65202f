import ActionLanguage
import ComposableArchitecture
import SeededRandomness
import Testing

@testable import Session

/// Looking back for values inside of collections and presented children, in logs that are too long to reduce again.
@Suite struct LongCollectionTests {
  /// What never changes beside something in the same collection or child that changes all the time.
  @Test(arguments: [
    "rows[id: 7].title", "rows[id: 7].tags", "rows[id: 7].tags[1]", "rows[id: 7].nested", "rows[5].title", "rows.count",
    "rows.last.title",
    "rows[id: 99].title", "plain[1].text", "path[#0].detail.title", "path[#0].title", "path.count",
    "path[#0].detail.inner.title", "path[#8]", "destination.edit.title", "destination.title", "destination.add", "child.title",
    "absent.title", "grid[1][0]", "either.word",
  ])
  func whatNeverChangesIsKnownBesideWhatDoes(path: String) throws {
    let session = try TranscriptSession(Gallery.root)
    session.type("bustle(left: 5000)", "bustle(left: 5000)")
    let playback = session.session.playback
    #expect(playback.place(behindUnchanged: try StatePath(path), upTo: 10_000) == 0)
    #expect(session.type("who \(path)").hasPrefix("nothing changed \(path) since the start"), "\(session.output)")
  }

  @Test(arguments: [
    "rows[id: 3].count", "rows[3].count", "rows", "plain[0].number", "path[#0].detail.seconds", "path[#0].detail.inner.seconds",
    "path[#0].detail.inner", "destination.edit.seconds", "child.seconds", "grid[0][0]", "either.number",
  ])
  func whatChangesAllTheTimeIsFoundAtOnce(path: String) throws {
    let session = try TranscriptSession(Gallery.root)
    session.type("bustle(left: 5000)", "bustle(left: 5000)")
    let playback = session.session.playback
    #expect(playback.place(behindUnchanged: try StatePath(path), upTo: 10_000) == 10_000)
    #expect(session.session.playback.timeline.lastEntry == 10_000)
    #expect(session.type("who \(path)").contains("#10000 "), "\(session.output)")
  }

  /// Compares with what is found by looking at every state, on several branches and with edits by hand.
  @Test func everyChangeInsideIsFoundThoughItMayHaveBeenTakenBack() throws {
    let seed = SeededGenerator.seedOfThisRun()
    var random = SeededGenerator(seed: seed)
    let session = try TranscriptSession(Gallery.root)
    var ends = [0]
    for turn in 0..<6 {
      session.type("goto \(ends.randomElement(using: &random) ?? 0)")
      session.type(
        "storm(seed: \(Int.random(in: 0..<1_000_000, using: &random)), left: \(Int.random(in: 1_100...2_500, using: &random)))")
      if turn == 3 { session.type("set rows[0].title = \"by hand\"") }
      ends.append(session.session.playback.timeline.currentEntry)
    }
    var skipped = 0
    for end in ends.dropFirst().suffix(3) {
      session.type("goto \(end)")
      let playback = session.session.playback
      let count = session.session.currentPlace
      let paths = try Gallery.paths.map { try StatePath($0) }
      let changes = try playback.changes(of: paths, upTo: count)
      for (index, path) in paths.enumerated() {
        for place in [count, count / 2, Int.random(in: 1...count, using: &random)] {
          let expected = changes[index].last { (playback.timeline.place(ofEntry: $0) ?? 0) <= place }
          #expect(
            try session.session.lastChange(of: path, upTo: place)?.entry == expected, "\(path) at \(place), seed \(seed)")
          if playback.place(behindUnchanged: path, upTo: place) < place { skipped += 1 }
        }
      }
    }
    // How much is passed over is chance, but for the two paths into what stays nil, at each of the three ends.
    #expect(skipped >= 6, "the law is about blocks that are passed over; seed \(seed)")
  }
}

/// Collections and children of all kinds, changed in all kinds of ways, mostly one element and mostly back again.
private struct Gallery: Reducer, Sendable {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var count = 0
    var tags = [1, 2, 3]
    var nested = [[1], [2]]
  }
  struct Item: Equatable, Sendable {
    var number: Int8 = 0
    var text = "an item's text that is too long for the string itself"
  }
  struct Inner: Equatable, Sendable {
    var seconds = 0
    var title = "inner"
  }
  enum Page: Equatable, Sendable {
    case detail(Detail)
    case settings(on: Bool)
    case size(Int, Bool)
    case blank
  }
  struct Detail: Equatable, Sendable {
    var seconds = 0
    var title = "a page"
    @PresentationState var inner: Inner?
  }
  enum Destination: Equatable, Sendable {
    case edit(Detail)
    case add(Item)
    case nothing
  }
  enum Either: Equatable, Sendable {
    case both(number: Int, word: String)
    case neither
  }
  struct State: Equatable, Sendable {
    var turns = 0
    var rows = IdentifiedArray(uniqueElements: (0..<12).map { Row(id: $0, title: "row \($0)") })
    var saved = IdentifiedArrayOf<Row>()
    var plain = [Item(), Item(), Item()]
    var path = StackState<Page>()
    @PresentationState var destination: Destination? = .edit(Detail())
    var child: Detail? = Detail()
    var absent: Detail?
    var grid = [[0, 0], [7, 8]]
    var either = Either.both(number: 0, word: "word")

    init() {
      path.append(.detail(Detail(inner: Inner())))
      path.append(.settings(on: false))
    }
  }
  enum Action: Equatable, Sendable {
    case storm(seed: Int, left: Int)
    case bustle(left: Int)
  }

  static let paths = [
    "rows[id: 0].title", "rows[id: 7].title", "rows[id: 7]", "rows[id: 7].count", "rows[id: 7].tags", "rows[id: 7].tags[1]",
    "rows[id: 7].tags.count", "rows[id: 7].nested[1][0]", "rows[0].title", "rows[5].id", "rows.last.id", "rows.last.title",
    "rows.count",
    "rows[id: 99].title", "rows[id: 99]", "rows[12].title", "saved[0].title", "saved.count", "plain[1].text", "plain[1].number",
    "plain[3].text", "plain.last.number", "path.count", "path[#0].detail.title", "path[#0].title", "path[#0].detail.seconds",
    "path[#0].detail.inner.title", "path[#0].detail.inner.seconds", "path[#0].detail.inner", "path[#1].settings", "path[#3]",
    "path[0].detail.title", "path.last", "destination.edit.title", "destination.title", "destination.add.text", "destination.add",
    "destination", "destination.edit.inner.title", "child.title", "child.inner.title", "child.inner", "child", "absent.title",
    "absent",
    "grid[1][0]", "grid[0][1]", "grid[0]", "grid[2][0]", "either.both.word", "either.word", "either.number", "either.neither",
    "turns",
  ]

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.turns += 1
      switch action {
      case .bustle(let left):
        // Something in each of them, over and over.
        let row = left % 12 == 7 ? 6 : left % 12
        state.rows[id: row]?.count += 1
        if row != 3 { state.rows[id: 3]?.count += 1 }
        state.rows[id: row]?.nested[0][0] += row == 7 ? 0 : 1
        state.plain[0].number = state.plain[0].number &+ 1
        onPage(&state.path[0]) {
          $0.seconds += 1
          $0.inner?.seconds += 1
        }
        onDestination(&state.destination) { $0.seconds += 1 }
        state.child?.seconds += 1
        state.grid[0][0] += 1
        if case .both(let number, let word) = state.either { state.either = .both(number: number + 1, word: word) }
        return left > 1 ? .send(.bustle(left: left - 1)) : .none
      case .storm(let seed, let left):
        let next = (seed &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
        let choice = next >> 8 & 0x3FF
        // Mostly what is not asked for.
        state.rows[id: 10]?.count += 1
        if choice < 60 { change(&state, choice, next >> 18) }
        return left > 1 ? .send(.storm(seed: next, left: left - 1)) : .none
      }
    }
  }

  private func onPage(_ page: inout Page, _ body: (inout Detail) -> Void) {
    guard case .detail(var detail) = page else { return }
    page = .blank
    body(&detail)
    page = .detail(detail)
  }

  private func onDestination(_ destination: inout Destination?, _ body: (inout Detail) -> Void) {
    guard case .edit(var detail)? = destination else { return }
    destination = nil
    body(&detail)
    destination = .edit(detail)
  }

  private func toggle<Value>(_ value: inout Value?, _ path: WritableKeyPath<Value, String>, _ one: String, _ other: String) {
    guard let now = value?[keyPath: path] else { return }
    value?[keyPath: path] = now == one ? other : one
  }

  private func change(_ state: inout State, _ choice: Int, _ number: Int) {
    let id = number % 12
    switch choice / 2 {
    case 0: toggle(&state.rows[id: 7], \.title, "row 7", "another title for row seven")
    case 1: state.rows[id: id]?.tags[1] ^= 1
    case 2: state.rows.swapAt(0, state.rows.count - 1)
    case 3: state.rows.sort { $0.id < $1.id }
    case 4: state.rows.remove(id: id)
    case 5: state.rows.append(Row(id: id, title: "row \(id)"))
    case 6: state.rows.insert(Row(id: 99, title: "a guest"), at: 0)
    case 7: state.rows.remove(id: 99)
    case 8: state.saved = state.rows
    case 9: if !state.saved.isEmpty { swap(&state.rows, &state.saved) }
    case 10: if !state.saved.isEmpty { state.rows = state.saved }
    case 11: if !state.rows.isEmpty { state.rows[0] = Row(id: state.rows[0].id, title: "in place") }
    case 12: state.plain[1].number ^= 1
    case 13: state.plain.swapAt(0, 1)
    case 14: state.plain.append(Item(text: "one more"))
    case 15: if state.plain.count > 3 { state.plain.removeFirst() }
    case 16:
      onPage(&state.path[0]) { $0.title = $0.title == "a page" ? "a page with another title" : "a page" }
    case 17: state.path[0] = .settings(on: true)
    case 18: state.path[0] = .detail(Detail(inner: Inner()))
    case 19: if state.path.count > 1 { state.path.removeLast() } else { state.path.append(.blank) }
    case 20:
      onPage(&state.path[0]) { $0.inner = $0.inner == nil ? Inner() : nil }
    case 21:
      onPage(&state.path[0]) { toggle(&$0.inner, \.title, "inner", "otherwise") }
    case 22: state.destination = .add(Item())
    case 23: state.destination = .edit(Detail(inner: Inner()))
    case 24: state.destination = state.destination == nil ? .some(.nothing) : nil
    case 25: state.child = state.child == nil ? Detail(inner: Inner()) : nil
    case 26: toggle(&state.child, \.title, "a page", "changed")
    case 27: state.grid[0][1] = 1 - state.grid[0][1]
    case 28: if state.grid.count > 2 { state.grid.removeLast() } else { state.grid.append([5]) }
    default: state.either = state.either == .neither ? .both(number: 1, word: "word") : .neither
    }
  }

  static let root = RootFeature("gallery", summary: "collections that change", tryFirst: "bustle(left: 3)") {
    State()
  } reducer: {
    Gallery()
  }
}
