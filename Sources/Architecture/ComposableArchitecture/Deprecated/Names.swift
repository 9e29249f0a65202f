/// The name of ``Reducer`` before 1.0.
public typealias ReducerProtocol = Reducer

/// The name of ``ReducerOf`` before 1.0.
public typealias ReducerProtocolOf<R: Reducer> = Reducer<R.State, R.Action>

/// The name of ``ReducerBuilder`` for a reducer before 1.0.
public typealias ReducerBuilderOf<R: Reducer> = ReducerBuilder<R.State, R.Action>

/// The name of ``Effect`` before 1.0.
public typealias EffectTask<Action> = Effect<Action>

/// The name of ``Effect`` before 1.0.
public typealias EffectPublisher<Action, Failure: Error> = Effect<Action>

/// The name of ``BindingState`` before 1.0.
public typealias BindableState = BindingState
