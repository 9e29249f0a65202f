import ComposableArchitecture
import Session
import Terminal

/// A feature with one field, and with actions that lead to as many others as wanted.
@Reducer
struct Load: Sendable {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable {
    case increment
    case set(Int)
    /// Is reduced this many times: each one sends the next at once.
    case chain(Int)
    /// One effect that sends this many actions.
    case stream(Int)
    /// Each one starts an effect that sends the next.
    case roundTrips(Int)
    case timer
    case stopTimer
  }
  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count &+= 1
        return .none
      case .set(let count):
        state.count = count
        return .none
      case .chain(let left):
        state.count &+= 1
        return left > 1 ? .send(.chain(left - 1)) : .none
      case .stream(let count):
        return .run { send in
          for _ in 0..<count { await send(.increment) }
        }
      case .roundTrips(let left):
        state.count &+= 1
        return left > 0 ? .run { send in await send(.roundTrips(left - 1)) } : .none
      case .timer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.increment) }
        }
        .cancellable(id: CancelID.timer)
      case .stopTimer: return .cancel(id: CancelID.timer)
      }
    }
  }

  static let root = RootFeature("load", summary: "one field", tryFirst: "increment") {
    Load.State()
  } reducer: {
    Load()
  }
}

/// A feature with a thousand rows, of which each action changes one.
@Reducer
struct ThousandRows: Sendable {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
    var changes = 0
  }
  struct State: Equatable, Sendable {
    var rows = IdentifiedArray(uniqueElements: (0..<1_000).map { Row(id: $0, title: "row \($0)") })
  }
  enum Action: Equatable, Sendable {
    case change(Int)
    case changeAll(times: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let id):
        state.rows[id: id]?.changes += 1
        return .none
      case .changeAll(let times):
        return .run { send in
          for time in 0..<times { await send(.change(time % 1_000)) }
        }
      }
    }
  }

  static let root = RootFeature("rows", summary: "a thousand rows", tryFirst: "change(1)") {
    ThousandRows.State()
  } reducer: {
    ThousandRows()
  }
}

/// A session whose output is counted instead of shown.
final class QuietSession {
  /// What a line led to when it did not work.
  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  let session: Session
  private let sink: Sink

  final class Sink {
    var bytes = 0
    var last = ""
    /// All that is printed, where that is wanted.
    var text: String?
    var error = ""
  }

  /// - Parameters:
  ///   - root: The feature.
  ///   - limit: How many actions one line may lead to.
  init(_ root: RootFeature, limit: Int = 2_000_000) throws {
    var settings = WorldSettings()
    settings.derivedActionLimit = limit
    let sink = Sink()
    self.sink = sink
    session = try Session(
      root: root, settings: settings,
      output: Output(
        appearance: Appearance(),
        write: {
          sink.bytes += $0.utf8.count
          sink.last = $0
          sink.text? += $0
        }, writeError: { sink.error = $0 }))
  }

  /// The last thing that was printed.
  var last: String { sink.last }

  /// What a line prints.
  func output(of line: String) throws -> String {
    sink.text = ""
    defer { sink.text = nil }
    try perform(line)
    return sink.text ?? ""
  }

  /// Carries out a line as the prompt does.
  func perform(_ line: String) throws {
    guard session.perform(line: line) else { throw Refused(description: "\(line): \(sink.error)") }
  }
}
