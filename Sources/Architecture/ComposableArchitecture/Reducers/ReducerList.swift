/// Any number of reducers of one type, one after the other; what a reducer builder makes of a `for` loop.
public struct ReducerList<Element: Reducer>: Reducer {
  @usableFromInline let reducers: [Element]

  @inlinable
  init(_ reducers: [Element]) { self.reducers = reducers }

  @inlinable
  public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    var effects = Effect<Element.Action>.none
    for reducer in reducers { effects = effects.merge(with: reducer.reduce(into: &state, action: action)) }
    return effects
  }
}
