import ComposableArchitecture
import Session

/// A feature of which each entry of a log changes something in every collection and child, beside values there that change near the
/// beginning alone, or never.
@Reducer
struct Bustle: Sendable {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var count = 0
  }
  struct Child: Equatable, Sendable {
    var seconds = 0
    var title = "a title that is too long to be kept in the string itself"
    /// Changed by the third entry alone.
    var early = 0
  }
  enum Screen: Equatable, Sendable {
    case detail(Child)
    case settings(isOn: Bool)
  }
  struct State: Equatable, Sendable {
    var count = 0
    var rows = IdentifiedArray(uniqueElements: (0..<100).map { Row(id: $0, title: "row \($0)") })
    var path = StackState<Screen>([.settings(isOn: true), .detail(Child()), .detail(Child())])
    @PresentationState var sheet: Screen? = .detail(Child())
    @PresentationState var child: Child? = Child()
  }
  enum Action: Equatable, Sendable {
    case increment
    /// Is reduced this many times: each one sends the next at once.
    case chain(Int)
  }

  /// Paths to what changes all the time, once, and never; no row with the id 100 is ever there.
  static let paths = [
    "rows[id: 8].count", "rows[id: 7].count", "rows[id: 7].title", "rows[id: 8].title", "rows[id: 100].title", "rows.count",
    "path[#1].detail.seconds", "path[#1].detail.early", "path[#1].detail.title", "path[#0]", "path[last].title",
    "sheet.detail.seconds", "sheet.detail.early", "sheet.detail.title", "child.early", "child.title",
  ]

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count &+= 1
      // All rows over and over, and the seventh near the beginning.
      let row = state.count % 100
      state.rows[id: row == 7 && state.count > 1_000 ? 6 : row]?.count += 1
      for index in 1..<state.path.count { Self.tick(&state.path[index], state.count) }
      if var sheet = state.sheet {
        Self.tick(&sheet, state.count)
        state.sheet = sheet
      }
      state.child?.seconds += 1
      if state.count == 3 { state.child?.early = 1 }
      guard case .chain(let left) = action, left > 1 else { return .none }
      return .send(.chain(left - 1))
    }
  }

  private static func tick(_ screen: inout Screen, _ count: Int) {
    guard case .detail(var child) = screen else { return }
    child.seconds += 1
    if count == 3 { child.early = 1 }
    screen = .detail(child)
  }

  static let root = RootFeature("bustle", summary: "everything changes", tryFirst: "increment") {
    Bustle.State()
  } reducer: {
    Bustle()
  }
}
