import Reflection

/// The state that the reducer of an action works in, found when something asks for it: most actions say all that is needed.
final class LiveState {
  /// Where it comes from: the action, the position of its case, and the state that the action works in.
  private struct Origin {
    let action: Notation
    let caseIndex: Int
    let state: LiveState
  }

  private var origin: Origin?
  private var known: Any?

  /// A state that is at hand.
  init(_ value: Any?) { known = value }

  private init(_ origin: Origin) { self.origin = origin }

  /// The state that the action in a case works in; `nil` when no state is known at all.
  static func ofAction(in enumCase: TypeShape.Case, _ action: Notation, _ state: LiveState?) -> LiveState? {
    state.map { LiveState(Origin(action: action, caseIndex: enumCase.index, state: $0)) }
  }

  /// The state; `nil` when there is none.
  var value: Any? {
    if let origin {
      let enumCase = origin.action.shape.cases[origin.caseIndex]
      known = enumCase.payload.flatMap {
        StateLookup.actionState(named: enumCase.name, payload: .of($0), in: origin.action, of: origin.state.value)
      }
      self.origin = nil
    }
    return known
  }

  /// The state without wrappers and optionals.
  var unwrapped: Any? { StateLookup.unwrapped(value) }
}
