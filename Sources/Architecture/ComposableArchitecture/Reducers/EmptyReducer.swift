/// A reducer that changes nothing: a base for `ifLet` and `forEach`, and a stand-in.
public struct EmptyReducer<State, Action>: Reducer {
  @inlinable
  public init() {}

  @inlinable
  public func reduce(into _: inout State, action _: Action) -> Effect<Action> { .none }
}
