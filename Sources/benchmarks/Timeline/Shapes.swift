import ComposableArchitecture
import Session

/// A feature of which a log changes one value all the time, others once near the beginning, and the rest never.
@Reducer
struct Shapes: Sendable {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
  }
  struct State: Equatable, Sendable {
    var count = 0
    /// Changed by the third entry alone.
    var early = 0
    /// Changed by the third entry, and changed back by the fourth.
    var flipped = false
    var never = 0
    var title = "a title that is too long to be kept in the string itself"
    var rows = IdentifiedArray(uniqueElements: (0..<100).map { Row(id: $0, title: "row \($0)") })
  }
  enum Action: Equatable, Sendable {
    case increment
    /// Is reduced this many times: each one sends the next at once.
    case chain(Int)
    /// One effect that sends this many actions.
    case stream(Int)
    /// An effect that sends an action each second.
    case timer
  }

  /// Paths to its values, one of each kind.
  static let paths = ["count", "early", "flipped", "never", "title", "rows", "rows[id: 7].title"]

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count &+= 1
      if state.count == 3 { state.early = 1 }
      if state.count == 3 || state.count == 4 { state.flipped.toggle() }
      switch action {
      case .increment: return .none
      case .chain(let left): return left > 1 ? .send(.chain(left - 1)) : .none
      case .stream(let count):
        return .run { send in
          for _ in 0..<count { await send(.increment) }
        }
      case .timer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.increment) }
        }
      }
    }
  }

  static let root = RootFeature("shapes", summary: "one value that changes", tryFirst: "increment") {
    Shapes.State()
  } reducer: {
    Shapes()
  }
}
