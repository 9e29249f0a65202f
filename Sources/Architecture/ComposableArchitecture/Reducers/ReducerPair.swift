/// Two reducers, the second after the first; what a reducer builder makes of two lines.
public struct ReducerPair<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable
  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effects = first.reduce(into: &state, action: action)
    return effects.merge(with: second.reduce(into: &state, action: action))
  }
}
