import ActionLanguage
import Foundation

/// What can go wrong in a session, each with a message that says what to do about it.
enum SessionError: Error, Equatable {
  case unknownFeature(String, nearest: String?, known: [String])
  case unknownScenario(String, feature: String, known: [String])
  case unknownEntry(String, last: Int)
  case noSuchEffect(Int, alive: [Int])
  case noWaitingCall(effect: Int?, waiting: [Int])
  case severalWaitingCalls([Int])
  case nothingToAdvanceTo
  case runaway(limit: Int, action: String)
  case restless(effects: [Int])
  case needsAnswer(call: String, type: AnswerType)
  case noSuchAnswer(call: String, set: [String])
  case needsValue(effect: Int, call: String, type: String, example: String)
  case holding(effect: Int, isHeld: Bool)
  case endedWhileHeld(effect: Int, how: String)
  case notStartedAgain(effect: Int)
  case notShared(path: String)
  /// What an effect was to write keeps what is there.
  case writesNothing(path: String)
  case interrupted
  case cannotWrite(path: String, reason: String)
  case cannotRead(path: String, reason: String)

  /// One line a user can act on.
  var message: String {
    switch self {
    case .unknownFeature(let name, let nearest, let known):
      "no feature is called \"\(name)\""
        + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; there are \(known.joined(separator: ", "))")
    case .unknownScenario(let name, let feature, let known):
      known.isEmpty
        ? "\(feature) has no scenarios, so none is called \"\(name)\""
        : "\(feature) has no scenario \"\(name)\"; there are \(known.joined(separator: ", "))"
    case .unknownEntry(let text, let last):
      if last == 0 {
        "there is no entry \(text) yet: the log is empty"
      } else if let number = Int(text), (1...last).contains(number) {
        "there is no entry \(text) any more: its branch was dropped"
      } else {
        "there is no entry \(text); the log goes from 0 (start) to \(last)"
      }
    case .noSuchEffect(let number, let alive):
      "no effect e\(number) is in flight"
        + (alive.isEmpty ? "; none is" : "; there are \(alive.map { "e\($0)" }.joined(separator: ", "))")
    case .noWaitingCall(let effect, let waiting):
      (effect.map { "e\($0) waits for no answer" } ?? "nothing waits for an answer")
        + (waiting.isEmpty ? "" : "; \(waiting.map { "e\($0)" }.joined(separator: ", ")) \(waiting.count == 1 ? "does" : "do")")
    case .severalWaitingCalls(let waiting):
      "several effects wait for an answer: say which of \(waiting.map { "e\($0)" }.joined(separator: ", "))"
    case .nothingToAdvanceTo: "nothing waits for time to pass; give a duration, for example: advance 1s"
    case .runaway(let limit, let action):
      "the feature ran away: one input led to more than \(limit) actions, the last of them \(action). "
        + "It was rolled back; the state is as before. --limit N allows more"
    case .restless(let effects):
      (effects.isEmpty ? "an effect" : effects.map { "e\($0)" }.joined(separator: ", "))
        + " ran away: it never waits and sends nothing. The step was rolled back; the state is as before"
    case .needsAnswer(let call, let type):
      "\(call) needs its answer at once, a \(type.name). The step was rolled back; say before it, for example: "
        + "answer \(call) = \(type.example), or for all arguments: answer \(call.prefix { $0 != "(" }) = \(type.example)"
    case .noSuchAnswer(let call, let set):
      "no answer is set for \(call)"
        + (set.isEmpty
          ? "; none is set at all"
          : NearestName.of(call, in: set).map { "; did you mean \"\($0)\"?" }
            ?? "; there are answers for \(set.joined(separator: ", "))")
    case .needsValue(let effect, let call, let type, let example):
      "answer needs a value: \(call) returns \(type); for example: answer e\(effect) \(example)"
    case .holding(let effect, let isHeld): isHeld ? "e\(effect) is held already" : "e\(effect) is not held"
    case .endedWhileHeld(let effect, let how): "there is nothing left to release: e\(effect) \(how) while it was held"
    case .notStartedAgain(let effect): "what started e\(effect) is not there now; another effect has its number"
    case .writesNothing(let path): "this keeps what \(path) holds, so nothing would be written"
    case .notShared(let path): "\(path) is not shared, and an effect can change nothing else by itself; set edits the state"
    case .interrupted: "interrupted; the step was rolled back, the state is as before"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    }
  }
}

/// The type of the value that answers a call.
struct AnswerType: Equatable {
  let type: Any.Type

  var name: String { ActionDecoder.name(of: type) }
  /// A value that would be accepted.
  var example: String { ActionDecoder.example(of: type) }

  static func == (left: AnswerType, right: AnswerType) -> Bool { left.type == right.type }
}
