import Foundation

@testable import ActionLanguage

/// A feature in the shape of the real ones, without the runtime.
struct Attendee: Equatable, Identifiable, Sendable {
  var id: UUID
  var name: String
}
struct Standup: Equatable, Sendable {
  var id: UUID
  var title: String
  var duration: Duration
  var attendees: [Attendee]
  var theme: Theme?
}
enum Theme: String, Equatable, Sendable { case bubblegum, buttercup, indigo }

enum Counter {
  struct State: Equatable, Sendable {
    var count = 0
    var fact: String?
  }
  enum Action: Equatable, Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
    case factResponse(Result<String, FactError>)
    case set(Int)
    case rename(first: String, last: String)
    case move(IndexSet, to: Int)
    case none
  }
}
enum FactError: Error, Equatable, Sendable {
  case offline
  case status(Int)
}
enum Tabs {
  struct State: Equatable, Sendable {
    var tab1 = Counter.State()
    var tab2 = Counter.State()
    var standup = Standup(
      id: UUID(uuidString: "00000000-0000-0000-0000-000000000003")!, title: "Design", duration: .seconds(300), attendees: [],
      theme: .indigo)
    var lookup: [String: Int] = ["a": 1]
    var list = [1, 2, 3]
    var mode = Mode.reading(page: 3)
  }
  indirect enum Action: Equatable, Sendable {
    case tab1(Counter.Action)
    case tab2(Counter.Action)
    case row(id: Int, action: Tabs.Action)
    case pick(Theme?)
    case save(Standup)
    case nothing
  }
  enum Mode: Equatable, Sendable {
    case closed
    case reading(page: Int)
    case counting(Counter.State)
  }
}

func uuid(_ number: Int) -> UUID { UUID(uuidString: "00000000-0000-0000-0000-" + String(format: "%012x", number))! }

/// Decodes an action and casts it.
func decode<Action>(_ text: String, as type: Action.Type = Tabs.Action.self, state: Any? = nil) throws -> Action {
  let value = try ActionDecoder().decode(text, as: type, state: state)
  guard let action = value as? Action else { throw CancellationError() }
  return action
}

extension ActionLanguage.Predicate {
  /// For conditions that do not ask for the time.
  func evaluate(in state: Any) throws(ActionLanguageError) -> Bool { try examine(in: state).holds }
  func examine(in state: Any) throws(ActionLanguageError) -> (holds: Bool, metNothing: Bool) {
    try examine(in: state, now: Date(timeIntervalSinceReferenceDate: 0))
  }
}
