import Reflection

/// The state that the reducer of an action works in, found when something asks for it: most actions say all that is needed.
final class LiveState {
  /// Where it comes from.
  private enum Origin {
    case known
    /// The case of an action, and the state that the action works in.
    case action(Notation, caseIndex: Int, LiveState)
    case element(any CollectionNotation, position: Int)
    /// An element of the rows in a field of a state.
    case row(LiveState, Notation.StateField, position: Int)
  }

  private var origin: Origin
  private var known: Any?

  /// A state that is at hand.
  init(_ value: Any?) {
    known = value
    origin = .known
  }

  private init(_ origin: Origin) { self.origin = origin }

  /// The state that the action in a case works in; `nil` when no state is known at all.
  static func ofAction(in enumCase: TypeShape.Case, _ action: Notation, _ state: LiveState?) -> LiveState? {
    state.map { LiveState(.action(action, caseIndex: enumCase.index, $0)) }
  }

  /// The element at a position that exists.
  static func element(of rows: any CollectionNotation, at position: Int) -> LiveState {
    LiveState(.element(rows, position: position))
  }

  /// The rows that the action of a case is for, where they are a field of this state.
  func rows(ofCase index: Int, of action: Notation) -> Notation.StateField? {
    guard let value, let found = action.stateField(ofCase: index, in: type(of: value)), found.position != nil else { return nil }
    return found
  }

  /// The row with an id; `nil` when it does not live.
  func row(in field: Notation.StateField, with id: Any) -> LiveState? {
    guard let value, let position = field.position?(value, id) else { return nil }
    return LiveState(.row(self, field, position: position))
  }

  /// The state; `nil` when there is none.
  var value: Any? {
    switch origin {
    case .known: return known
    case .element(let rows, let position): known = rows.element(at: position)
    case .row(let state, let field, let position):
      let rows = state.value.flatMap { try? field.state.read(field.field, from: $0) } as? any CollectionNotation
      known = rows?.element(at: position)
    case .action(let action, let index, let state):
      let outer = state.value
      // By far the most states are structs with a property of the case's name.
      if let outer, let found = action.stateField(ofCase: index, in: type(of: outer)) {
        known = try? found.state.read(found.field, from: outer)
        break
      }
      let enumCase = action.shape.cases[index]
      known = action.payload(ofCase: index).flatMap {
        StateLookup.actionState(named: enumCase.name, payload: $0, in: action, of: outer)
      }
    }
    origin = .known
    return known
  }

  /// The state without wrappers and optionals.
  var unwrapped: Any? { StateLookup.unwrapped(value) }

  /// The state as a list of rows or a stack.
  var collection: (any CollectionNotation)? {
    guard let value = unwrapped, case .collection(let type) = Notation.of(type(of: value)).form else { return nil }
    // A cast to the very type, which is known, asks for no conformance.
    func open<Rows: CollectionNotation>(_: Rows.Type) -> (any CollectionNotation)? { value as? Rows }
    return open(type)
  }
}
