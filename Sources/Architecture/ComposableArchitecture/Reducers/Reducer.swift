/// A description of how a feature's state changes when an action happens, and of the effects that follow.
///
/// Conform either with a ``body-swift.property`` that composes other reducers, or with ``reduce(into:action:)``.
public protocol Reducer<State, Action> {
  /// What the feature holds.
  associatedtype State
  /// What can happen in the feature.
  associatedtype Action
  /// The type of the composed reducer; `Never` for a reducer that implements ``reduce(into:action:)`` itself.
  associatedtype Body

  /// Changes `state` for `action` and returns the effects to run.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - action: What happened.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers this one is made of, run from top to bottom.
  ///
  /// A store composes it once, unlike 1.x, which does so for every action; only a body with `if`, `switch` or `for` in it is composed
  /// anew each time, since then it may choose other reducers. In a reducer that has a body, ``reduce(into:action:)`` is not called.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// What a store runs: the composed body. Written by the extensions; a reducer has no reason to.
  func _composed() -> _ComposedReducer<State, Action>
}

/// The reducers of a feature's state and action: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that implements ``reduce(into:action:)`` has no body.
  @_transparent
  public var body: Body {
    preconditionFailure("\(Self.self) has no body: it implements reduce(into:action:).")
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs the reducers of the body.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if ReducerTrace.isOn { return ReducerTrace.run("", Self.self, in: &state) { body.reduce(into: &$0, action: action) } }
    return body.reduce(into: &state, action: action)
  }
}
