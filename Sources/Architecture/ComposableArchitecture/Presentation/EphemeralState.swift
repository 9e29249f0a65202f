/// State of what closes itself with any of its own actions: an alert, a dialog.
///
/// It has no effects and no dismissal of its own (C25).
public protocol _EphemeralState<Action> {
  associatedtype Action
}

/// State of which some values are ephemeral: the destinations of an enum reducer.
public protocol _MaybeEphemeralState {
  var _$isEphemeral: Bool { get }
}

/// Finds out what is ephemeral.
enum Ephemeral {
  /// Whether the state is ephemeral, itself or in the case it is in.
  static func isEphemeral<State>(_ state: State) -> Bool { type(of: state) != nil }

  /// Whether `action`, one of the state's own, closes it.
  static func closes<State, Action>(_ state: State, on action: Action) -> Bool {
    guard let ephemeral = type(of: state) else { return false }
    func accepts<Ephemeral: _EphemeralState>(_ type: Ephemeral.Type) -> Bool {
      Action.self == Ephemeral.Action.self || payload(of: action) is Ephemeral.Action
    }
    return accepts(ephemeral)
  }

  private static func type<State>(of state: State) -> (any _EphemeralState.Type)? {
    if let type = State.self as? any _EphemeralState.Type { return type }
    guard EnumTag.isEnum(State.self) else { return nil }
    return payload(of: state).flatMap { Swift.type(of: $0) as? any _EphemeralState.Type }
  }

  private static func payload<Value>(of value: Value) -> Any? {
    guard EnumTag.isEnum(Value.self), let payload = Mirror(reflecting: value).children.first?.value else { return nil }
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple && mirror.children.count == 1 ? mirror.children.first?.value : payload
  }
}
