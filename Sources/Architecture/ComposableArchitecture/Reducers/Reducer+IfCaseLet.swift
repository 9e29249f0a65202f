extension Reducer {
  /// Runs a child reducer on one case of this reducer's enum state, before this reducer.
  ///
  /// When the state leaves the case, the child's effects are cancelled. An action for another case is reported; this reducer runs
  /// nevertheless (C05).
  ///
  /// - Parameters:
  ///   - toCaseState: The case that holds the child's state.
  ///   - toCaseAction: The case that holds the child's actions.
  ///   - caseReducer: The child's reducers.
  public func ifCaseLet<CaseState, CaseAction, CaseReducer: Reducer>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> CaseReducer,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where CaseState == CaseReducer.State, CaseAction == CaseReducer.Action {
    IfCaseLet(
      base: self, child: HeldReducer(caseReducer()), toChildState: CasePathCache.path(toCaseState),
      toChildAction: CasePathCache.path(toCaseAction), slot: FeatureSlot(toCaseState).inside(.current),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child reducer on one case of enum state, with case paths of the older kind.
  public func ifCaseLet<CaseState, CaseAction, CaseReducer: Reducer>(
    _ toCaseState: AnyCasePath<State, CaseState>,
    action toCaseAction: AnyCasePath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then caseReducer: () -> CaseReducer,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where CaseState == CaseReducer.State, CaseAction == CaseReducer.Action {
    IfCaseLet(
      base: self, child: HeldReducer(caseReducer()), toChildState: toCaseState, toChildAction: toCaseAction,
      slot: FeatureSlot(from: State.self, to: CaseState.self).inside(.current),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

private struct IfCaseLet<Base: Reducer, Child: Reducer>: Reducer {
  let base: Base
  let child: HeldReducer<Child>
  let toChildState: AnyCasePath<Base.State, Child.State>
  let toChildAction: AnyCasePath<Base.Action, Child.Action>
  let slot: FeatureSlot
  let location: SourceLocation

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let childAction = toChildAction.extract(from: action) else {
      if ReducerTrace.isOn { traceSkipped(state, action, because: "another action") }
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
    guard var childState = toChildState.extract(from: state) else {
      if ReducerTrace.isOn { traceSkipped(state, action, because: "the state is in another case") }
      location.report(
        """
        An "ifCaseLet" received a child action when the state was in another case.

          Action: \(shortText(of: action))
          State: \(shortText(of: state))

        The child was skipped. Apply "ifCaseLet" after reducers that change the case, cancel effects that outlive the case, and \
        send a child's actions only while the state is in its case.
        """)
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
    let path = path(of: childState, in: state)
    let toChildAction = toChildAction
    let childEffects: Effect<Base.Action> = FeatureLocation.run(in: path) { () -> Effect<Child.Action> in
      if ReducerTrace.isOn {
        return ReducerTrace.run("ifCaseLet", Child.self, in: &childState, domain: EnumCase.of(state)?.name ?? slot.name) {
          child.reduce(into: &$0, action: childAction)
        }
      }
      return child.reduce(into: &childState, action: childAction)
    }
    .ofFeature(path, dismissal: nil) { toChildAction.embed($0) }
    state = toChildState.embed(childState)
    let effects = base.reduce(into: &state, action: action)
    return childEffects.merge(with: effects)
      .merge(with: departures(in: state, started: childEffects.isNone ? nil : path))
  }

  private func traceSkipped(_ state: Base.State, _ action: Base.Action, because reason: String) {
    ReducerTrace.skip(
      "ifCaseLet", Child.self, domain: slot.name,
      cases: ReducerTrace.Cases(state: (state, toChildState), action: (action, toChildAction)), because: reason)
  }

  private func path(of child: Child.State, in state: Base.State) -> FeaturePath {
    // A case key path does not tell the case's name, but the state that is in the case does.
    .path(of: child, in: EnumCase.of(state).map { slot.named($0.name) } ?? slot, isDismissible: false)
  }

  private func departures(in state: Base.State, started: FeaturePath?) -> Effect<Base.Action> {
    if started == nil, FeatureLocation.current?.effects.hasFeatures != true { return .none }
    let present = toChildState.extract(from: state).map { path(of: $0, in: state) }
    return FeatureLocation.departures(from: slot, started: started) { $0 == present }
  }
}

extension IfCaseLet: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    let part = CompositionPart(
      "ifCaseLet", child.base, domain: "", actions: (Base.Action.self, Child.Action.self), below: ancestors)
    return [part] + CompositionPart.parts(of: base, below: ancestors)
  }
}
