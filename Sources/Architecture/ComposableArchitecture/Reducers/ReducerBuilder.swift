/// Composes reducers from top to bottom, with `if`, `switch`, `for` and `#available`.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  @inlinable
  public static func buildExpression<R: Reducer>(_ expression: R) -> R where R.State == State, R.Action == Action {
    expression
  }

  @inlinable
  @_disfavoredOverload
  public static func buildExpression(_ expression: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce(erasing: expression)
  }

  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  @inlinable
  public static func buildPartialBlock<R: Reducer>(first: R) -> R where R.State == State, R.Action == Action { first }

  @inlinable
  public static func buildPartialBlock<First: Reducer, Second: Reducer>(
    accumulated: First, next: Second
  ) -> ReducerPair<First, Second>
  where First.State == State, First.Action == Action, Second.State == State, Second.Action == Action {
    ReducerPair(accumulated, next)
  }

  @inlinable
  public static func buildArray<R: Reducer>(_ reducers: [R]) -> ReducerList<R>
  where R.State == State, R.Action == Action {
    ReducerList(reducers)
  }

  @inlinable
  public static func buildEither<First: Reducer, Second: Reducer>(first: First) -> ReducerChoice<First, Second>
  where First.State == State, First.Action == Action, Second.State == State, Second.Action == Action {
    .first(first)
  }

  @inlinable
  public static func buildEither<First: Reducer, Second: Reducer>(second: Second) -> ReducerChoice<First, Second>
  where First.State == State, First.Action == Action, Second.State == State, Second.Action == Action {
    .second(second)
  }

  @inlinable
  public static func buildOptional<R: Reducer>(_ reducer: R?) -> ReducerOption<R>
  where R.State == State, R.Action == Action {
    ReducerOption(reducer)
  }

  @inlinable
  public static func buildLimitedAvailability<R: Reducer>(_ reducer: R) -> Reduce<State, Action>
  where R.State == State, R.Action == Action {
    Reduce(reducer)
  }

  @inlinable
  public static func buildFinalResult<R: Reducer>(_ reducer: R) -> R where R.State == State, R.Action == Action { reducer }
}
