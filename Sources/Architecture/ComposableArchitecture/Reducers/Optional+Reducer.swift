extension Optional: Reducer where Wrapped: Reducer {
  /// Runs the reducer if there is one.
  @inlinable
  public func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    switch self {
    case .some(let reducer): reducer.reduce(into: &state, action: action)
    case .none: .none
    }
  }
}
