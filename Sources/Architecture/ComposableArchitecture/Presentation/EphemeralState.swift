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
