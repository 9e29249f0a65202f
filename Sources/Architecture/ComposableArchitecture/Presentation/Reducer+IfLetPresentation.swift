extension Reducer {
  /// Runs a child reducer on what is presented, before this reducer, and closes it on `.dismiss`.
  ///
  /// On `.dismiss` the child does not run; this reducer runs while the child is still there, and afterwards the child is gone unless
  /// this reducer presented something of another identity (C13, C14). An action while nothing is presented is reported; this
  /// reducer runs nevertheless (C15).
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected property: `\.$child`.
  ///   - toPresentationAction: The case that holds the child's actions.
  ///   - destination: The child's reducers.
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where Destination.State == DestinationState, Destination.Action == DestinationAction {
    IfLetPresentation(
      base: self, destination: HeldReducer(destination()), toPresentationState: toPresentationState,
      toPresentationAction: CasePathCache.path(toPresentationAction),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child reducer on what is presented, with a case path of the older kind.
  public func ifLet<DestinationState, DestinationAction, Destination: Reducer>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: AnyCasePath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where Destination.State == DestinationState, Destination.Action == DestinationAction {
    IfLetPresentation(
      base: self, destination: HeldReducer(destination()), toPresentationState: toPresentationState,
      toPresentationAction: toPresentationAction,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Closes an alert or dialog on `.dismiss` and on any of its own actions, after this reducer has run (C23).
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      toPresentationState, action: toPresentationAction,
      destination: { EmptyReducer<DestinationState, DestinationAction>() }, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Closes an alert or dialog, with a case path of the older kind.
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: AnyCasePath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      toPresentationState, action: toPresentationAction,
      destination: { EmptyReducer<DestinationState, DestinationAction>() }, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

private struct IfLetPresentation<Base: Reducer, Destination: Reducer>: Reducer {
  let base: Base
  let destination: HeldReducer<Destination>
  let toPresentationState: WritableKeyPath<Base.State, PresentationState<Destination.State>>
  let toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>
  let location: SourceLocation
  private let trail = ScopeTrail.current

  private var slot: FeatureSlot {
    let toPresentationAction = toPresentationAction
    // The key path of a projected property has no name; the action's case has, and it is nearly always the same.
    return FeatureSlot(toPresentationState, name: { EnumCase.of(toPresentationAction.embed(.dismiss))?.name ?? "destination" })
      .inside(trail)
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let presentationAction = toPresentationAction.extract(from: action) else {
      if ReducerTrace.isOn { ReducerTrace.skip("ifLet", Destination.self, domain: slot.name, because: "another action") }
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
    guard let path = pathOfDestination(in: state) else {
      if ReducerTrace.isOn { ReducerTrace.skip("ifLet", Destination.self, domain: slot.name, because: "nothing is presented") }
      location.report(
        """
        An "ifLet" received a presentation action when destination state was "nil".

          Action: \(shortText(of: action))

        The destination was skipped. Apply "ifLet" after reducers that set the destination to "nil", and send a destination's \
        actions only while it is presented.
        """)
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
    switch presentationAction {
    case .dismiss:
      let effects = base.reduce(into: &state, action: action)
      if pathOfDestination(in: state) == path {
        ReducerTrace.change("ifLet dismisses", in: &state) { $0[keyPath: toPresentationState].wrappedValue = nil }
      }
      return effects.merge(with: departures(in: state, started: nil))
    case .presented(let destinationAction):
      let toPresentationAction = toPresentationAction
      let destinationEffects: Effect<Base.Action> =
        FeatureLocation.run(in: path) {
          state[keyPath: toPresentationState].update { (state: inout Destination.State) -> Effect<Destination.Action> in
            if ReducerTrace.isOn {
              return ReducerTrace.run("ifLet", Destination.self, in: &state, domain: slot.name) {
                destination.reduce(into: &$0, action: destinationAction)
              }
            }
            return destination.reduce(into: &state, action: destinationAction)
          } ?? .none
        }
        .ofFeature(path, dismissal: path.isDismissible ? toPresentationAction.embed(.dismiss) : nil) {
          toPresentationAction.embed(.presented($0))
        }
      // Asked before the base runs: what counts is whom the action was for.
      let (closes, closingID) = closing(state[keyPath: toPresentationState], on: destinationAction)
      let effects = base.reduce(into: &state, action: action)
      if closes, pathOfDestination(in: state) == path,
        closingID == state[keyPath: toPresentationState].wrappedValue.flatMap({ Ephemeral.id(of: $0) })
      {
        ReducerTrace.change("ifLet closes", in: &state) { $0[keyPath: toPresentationState].wrappedValue = nil }
      }
      return destinationEffects.merge(with: effects)
        .merge(with: departures(in: state, started: destinationEffects.isNone ? nil : path))
    }
  }

  /// Whether an alert or a dialog is to be closed, and which. A function, so that no copy of the state outlives it.
  private func closing(
    _ destination: PresentationState<Destination.State>, on action: Destination.Action
  ) -> (closes: Bool, id: AnyHashable?) {
    guard let state = destination.wrappedValue, Ephemeral.closes(state, on: action) else { return (false, nil) }
    return (true, Ephemeral.id(of: state))
  }

  private func pathOfDestination(in state: Base.State) -> FeaturePath? {
    state[keyPath: toPresentationState].wrappedValue.map {
      .path(of: $0, in: slot, isDismissible: !Ephemeral.isEphemeral($0))
    }
  }

  private func departures(in state: Base.State, started: FeaturePath?) -> Effect<Base.Action> {
    if started == nil, FeatureLocation.current?.effects.hasFeatures != true { return .none }
    let present = pathOfDestination(in: state)
    return FeatureLocation.departures(from: slot, started: started) { $0 == present }
  }
}

extension IfLetPresentation: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    let part = CompositionPart(
      "ifLet", destination.base, domain: slot.name, actions: (Base.Action.self, PresentationAction<Destination.Action>.self),
      below: ancestors)
    return [part] + CompositionPart.parts(of: base, below: ancestors)
  }
}
