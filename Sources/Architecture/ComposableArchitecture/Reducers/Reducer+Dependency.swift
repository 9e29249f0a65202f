import Dependencies

extension Reducer {
  /// Runs this reducer and its effects with a dependency set to a value.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> some Reducer<State, Action> {
    WithDependencies(base: self) { $0[keyPath: keyPath] = value }
  }

  /// Runs this reducer and its effects with a dependency set to a value; the dependency's key is its type.
  public func dependency<Value: TestDependencyKey>(_ value: Value) -> some Reducer<State, Action>
  where Value.Value == Value {
    WithDependencies(base: self) { $0[Value.self] = value }
  }

  /// Runs this reducer and its effects with a dependency changed.
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, transform: @escaping (_ dependency: inout Value) -> Void
  ) -> some Reducer<State, Action> {
    WithDependencies(base: self) { transform(&$0[keyPath: keyPath]) }
  }

  /// Runs this reducer and its effects with a dependency changed; the dependency's key is its type.
  public func transformDependency<Value: TestDependencyKey>(
    _ type: Value.Type, transform: @escaping (_ dependency: inout Value) -> Void
  ) -> some Reducer<State, Action> where Value.Value == Value {
    WithDependencies(base: self) { transform(&$0[Value.self]) }
  }
}

private struct WithDependencies<Base: Reducer>: Reducer {
  let base: Base
  let update: (inout DependencyValues) -> Void

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(update) { base.reduce(into: &state, action: action) }
  }
}

extension WithDependencies: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] { CompositionPart.parts(of: base, below: ancestors) }
}
