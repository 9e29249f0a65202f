extension Reducer {
  /// Runs a child reducer on optional state, before this reducer (C02).
  ///
  /// When the child's state becomes `nil` or gets another identity, its effects are cancelled, those of its descendants too (C11).
  /// That also holds for effects it returned in the very same pass (C48), which 1.x starts. An action for a child that is not there
  /// is reported; this reducer runs nevertheless (C03).
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional property.
  ///   - toWrappedAction: The case that holds the child's actions.
  ///   - wrapped: The child's reducers.
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where WrappedState == Wrapped.State, WrappedAction == Wrapped.Action {
    IfLet(
      base: self, child: HeldReducer(wrapped()), toChildState: toWrappedState, toChildAction: CasePathCache.path(toWrappedAction),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child reducer on optional state, with a case path of the older kind.
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: AnyCasePath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where WrappedState == Wrapped.State, WrappedAction == Wrapped.Action {
    IfLet(
      base: self, child: HeldReducer(wrapped()), toChildState: toWrappedState, toChildAction: toWrappedAction,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Closes an alert or dialog held in an optional property when one of its own actions happens.
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLet(
      base: self, child: HeldReducer(EmptyReducer<WrappedState, WrappedAction>()), toChildState: toWrappedState,
      toChildAction: CasePathCache.path(toWrappedAction),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Closes an alert or dialog held in an optional property, with a case path of the older kind.
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: AnyCasePath<Action, WrappedAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLet(
      base: self, child: HeldReducer(EmptyReducer<WrappedState, WrappedAction>()), toChildState: toWrappedState,
      toChildAction: toWrappedAction,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

private struct IfLet<Base: Reducer, Child: Reducer>: Reducer {
  let base: Base
  let child: HeldReducer<Child>
  let toChildState: WritableKeyPath<Base.State, Child.State?>
  let toChildAction: AnyCasePath<Base.Action, Child.Action>
  let location: SourceLocation
  private let trail = ScopeTrail.current

  private var slot: FeatureSlot { FeatureSlot(toChildState).inside(trail) }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let childAction = toChildAction.extract(from: action) else {
      if ReducerTrace.isOn { ReducerTrace.skip("ifLet", Child.self, domain: slot.name, because: "another action") }
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
    guard let path = pathOfChild(in: state) else {
      if ReducerTrace.isOn { ReducerTrace.skip("ifLet", Child.self, domain: slot.name, because: "the child is nil") }
      location.report(
        """
        An "ifLet" received a child action when child state was "nil".

          Action: \(shortText(of: action))

        The child was skipped. Apply "ifLet" after reducers that set the child to "nil", cancel effects that outlive the child, \
        and send a child's actions only while it is there.
        """)
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
    let toChildAction = toChildAction
    let childEffects: Effect<Base.Action> =
      FeatureLocation.run(in: path) {
        state[keyPath: toChildState].update { (child: inout Child.State) -> Effect<Child.Action> in
          if ReducerTrace.isOn {
            return ReducerTrace.run("ifLet", Child.self, in: &child, domain: slot.name) {
              self.child.reduce(into: &$0, action: childAction)
            }
          }
          return self.child.reduce(into: &child, action: childAction)
        } ?? .none
      }
      .ofFeature(path, dismissal: nil) { toChildAction.embed($0) }
    let closes = state[keyPath: toChildState].map { Ephemeral.closes($0, on: childAction) } ?? false
    let effects = base.reduce(into: &state, action: action)
    if closes, pathOfChild(in: state) == path {
      ReducerTrace.change("ifLet closes", in: &state) { $0[keyPath: toChildState] = nil }
    }
    return childEffects.merge(with: effects)
      .merge(with: departures(in: state, started: childEffects.isNone ? nil : path))
  }

  private func pathOfChild(in state: Base.State) -> FeaturePath? {
    state[keyPath: toChildState].map { .path(of: $0, in: slot, isDismissible: false) }
  }

  private func departures(in state: Base.State, started: FeaturePath?) -> Effect<Base.Action> {
    if started == nil, FeatureLocation.current?.effects.hasFeatures != true { return .none }
    let present = pathOfChild(in: state)
    return FeatureLocation.departures(from: slot, started: started) { $0 == present }
  }
}

extension IfLet: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    let part = CompositionPart(
      "ifLet", child.base, domain: slot.name, actions: (Base.Action.self, Child.Action.self), below: ancestors)
    return [part] + CompositionPart.parts(of: base, below: ancestors)
  }
}
