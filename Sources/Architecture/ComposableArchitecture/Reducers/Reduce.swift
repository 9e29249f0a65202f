/// A reducer made of a closure.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let reducing: (inout State, Action) -> Effect<Action>

  @inlinable
  init(internal reducing: @escaping (inout State, Action) -> Effect<Action>) { self.reducing = reducing }

  /// Makes a reducer of a function.
  ///
  /// - Parameter reduce: Changes the state for an action and returns the effects to run.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.init(internal: reduce)
  }

  /// Hides the type of a reducer.
  @inlinable
  public init<R: Reducer>(_ reducer: R) where R.State == State, R.Action == Action {
    self.init(internal: reducer.reduce)
  }

  @inlinable
  init(erasing reducer: any Reducer<State, Action>) {
    self.init(internal: reducer.reduce)
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducing(&state, action)
  }
}
