/// Finds out what is ephemeral.
enum Ephemeral {
  /// Whether the state is ephemeral, itself or in the case it is in.
  static func isEphemeral<State>(_ state: State) -> Bool {
    if State.self is any _EphemeralState.Type { return true }
    if State.self is any _MaybeEphemeralState.Type { return (state as? any _MaybeEphemeralState)?._$isEphemeral ?? false }
    return EnumCase.of(state)?.payloadType is any _EphemeralState.Type
  }

  /// Whether `action`, one of the state's own, closes it (C23).
  static func closes<State, Action>(_ state: State, on action: Action) -> Bool {
    guard isEphemeral(state) else { return false }
    let type = State.self is any _EphemeralState.Type ? State.self : EnumCase.of(state)?.payloadType
    guard let ephemeral = type as? any _EphemeralState.Type else { return true }
    func accepts<Ephemeral: _EphemeralState>(_ type: Ephemeral.Type) -> Bool {
      Action.self == Ephemeral.Action.self || EnumCase.payload(of: action) is Ephemeral.Action
    }
    return accepts(ephemeral)
  }

  /// Which alert or dialog it is, so that a new one in its place is told from it (C24).
  static func id<State>(of state: State) -> AnyHashable? {
    let ephemeral: Any? = State.self is any _EphemeralState.Type ? state : EnumCase.payload(of: state)
    func id<Identified: Identifiable>(of value: Identified) -> AnyHashable { AnyHashable(value.id) }
    return (ephemeral as? any Identifiable).map { id(of: $0) }
  }
}
