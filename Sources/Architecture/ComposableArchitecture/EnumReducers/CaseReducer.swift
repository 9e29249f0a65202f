/// An enum of features, run by the feature whose case the state is in; `@Reducer` on an enum writes the conformance.
public protocol CaseReducer<State, Action, Body>: Reducer
where State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action {
  // Named again so that a `static var body` written by hand decides the type, before the one that ``Reducer`` has for want of any.
  associatedtype State = State
  associatedtype Action = Action
  associatedtype Body = Body

  /// The reducer of all cases. It belongs to the type, since an enum of features has no value to ask.
  @ReducerBuilder<State, Action>
  static var body: Body { get }

  /// The cases with the stores of their features, to be switched over.
  associatedtype CaseScope

  /// The store of the feature whose case the state is in.
  @MainActor
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  public var body: Body { Self.body }
}
