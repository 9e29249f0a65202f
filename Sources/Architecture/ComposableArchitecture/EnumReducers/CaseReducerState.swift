/// The state of a reducer enum, which knows the reducer that runs it.
public protocol CaseReducerState: _MaybeEphemeralState {
  /// The enum of features.
  associatedtype StateReducer: CaseReducer
}

extension CaseReducerState {
  /// No case is ephemeral, unless `@Reducer` sees an alert or a dialog.
  public var _$isEphemeral: Bool { false }
}
