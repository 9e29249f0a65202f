extension Reducer {
  /// Runs a reducer when a value is another after this reducer than before (C07).
  ///
  /// Only what this reducer itself changes is seen; the value may also change elsewhere, for instance in a parent (C08).
  ///
  /// - Parameters:
  ///   - toValue: The value that is compared.
  ///   - reducer: Makes the reducer to run of the old and the new value.
  public func onChange<Value: Equatable, R: Reducer>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> R
  ) -> some Reducer<State, Action> where R.State == State, R.Action == Action {
    OnChange(base: self, toValue: toValue, isDuplicate: ==, reducer: reducer)
  }

  /// Runs a reducer when a value is another after this reducer than before, as told by `isDuplicate`.
  ///
  /// - Parameters:
  ///   - toValue: The value that is compared.
  ///   - isDuplicate: Whether two values count as the same.
  ///   - reducer: Makes the reducer to run of the old and the new value.
  public func onChange<Value, R: Reducer>(
    of toValue: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer: @escaping (_ oldValue: Value, _ newValue: Value) -> R
  ) -> some Reducer<State, Action> where R.State == State, R.Action == Action {
    OnChange(base: self, toValue: toValue, isDuplicate: isDuplicate, reducer: reducer)
  }
}

private struct OnChange<Base: Reducer, Value, R: Reducer>: Reducer where R.State == Base.State, R.Action == Base.Action {
  let base: Base
  let toValue: (Base.State) -> Value
  let isDuplicate: (Value, Value) -> Bool
  let reducer: (Value, Value) -> R

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let oldValue = toValue(state)
    let effects = base.reduce(into: &state, action: action)
    let newValue = toValue(state)
    if isDuplicate(oldValue, newValue) {
      if ReducerTrace.isOn { ReducerTrace.skip("onChange", R.self, because: "the value did not change") }
      return effects
    }
    if ReducerTrace.isOn {
      return effects.merge(
        with: ReducerTrace.run("onChange", R.self, in: &state) { reducer(oldValue, newValue).reduce(into: &$0, action: action) })
    }
    return effects.merge(with: reducer(oldValue, newValue).reduce(into: &state, action: action))
  }
}

extension OnChange: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    CompositionPart.parts(of: base, below: ancestors) + [CompositionPart("onChange")]
  }
}
