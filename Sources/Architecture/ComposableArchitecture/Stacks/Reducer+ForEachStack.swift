import Dependencies
import IssueReporting

extension Reducer {
  /// Runs a child reducer on one element of a stack before this reducer, and pushes and pops.
  ///
  /// A pushed element is there before this reducer runs; a popped one goes with all above it after this reducer has run (C29). The
  /// effects of elements that went are cancelled, those below go on (C30). Mistakes are reported; this reducer runs nevertheless
  /// (C32, C33).
  ///
  /// - Parameters:
  ///   - toStackState: The stack.
  ///   - toStackAction: The case that holds the stack's actions.
  ///   - destination: The element's reducers.
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where DestinationState == Destination.State, DestinationAction == Destination.Action {
    ForEachStack(
      base: self, destination: HeldReducer(destination()), toStackState: toStackState,
      toStackAction: CasePathCache.path(toStackAction),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child reducer on one element of a stack, with a case path of the older kind.
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: AnyCasePath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where DestinationState == Destination.State, DestinationAction == Destination.Action {
    ForEachStack(
      base: self, destination: HeldReducer(destination()), toStackState: toStackState, toStackAction: toStackAction,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

private struct ForEachStack<Base: Reducer, Destination: Reducer>: Reducer {
  let base: Base
  let destination: HeldReducer<Destination>
  let toStackState: WritableKeyPath<Base.State, StackState<Destination.State>>
  let toStackAction: AnyCasePath<Base.Action, StackAction<Destination.State, Destination.Action>>
  let location: SourceLocation
  private let trail = ScopeTrail.current

  private var slot: FeatureSlot { FeatureSlot(toStackState).inside(trail) }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let stackAction = toStackAction.extract(from: action) else {
      if ReducerTrace.isOn { ReducerTrace.skip("forEach", Destination.self, domain: slot.name, because: "another action") }
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
    switch stackAction {
    case .element(let id, let destinationAction):
      return reduceElement(into: &state, action: action, id: id, destinationAction: destinationAction)
    case .popFrom(let id):
      let canPop = state[keyPath: toStackState].index(id: id) != nil
      if !canPop {
        location.report(
          """
          A "forEach" received a "popFrom" action for a missing element.

            Id: \(id)
            Stack: \(state[keyPath: toStackState].ids)

          Nothing was popped.
          """)
      }
      let effects = base.reduce(into: &state, action: action)
      if canPop { ReducerTrace.change("forEach pops", in: &state) { $0[keyPath: toStackState].pop(from: id) } }
      return effects.merge(with: departures(in: state, started: nil))
    case .push(let id, let element):
      ReducerTrace.change("forEach pushes", in: &state) { push(element, id: id, into: &$0) }
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
  }

  private func reduceElement(
    into state: inout Base.State, action: Base.Action, id: StackElementID, destinationAction: Destination.Action
  ) -> Effect<Base.Action> {
    guard let index = state[keyPath: toStackState].index(id: id) else {
      if ReducerTrace.isOn {
        ReducerTrace.skip("forEach", Destination.self, domain: slot.name, id: id, because: "there is no such element")
      }
      location.report(
        """
        A "forEach" received an action for a missing element.

          Action: \(shortText(of: action))
          Id: \(id)
          Stack: \(state[keyPath: toStackState].ids)

        The element was skipped. Apply "forEach" after reducers that pop elements, cancel effects that outlive an element, and \
        send an element's actions only while it is there.
        """)
      let effects = base.reduce(into: &state, action: action)
      return effects.merge(with: departures(in: state, started: nil))
    }
    let path = path(of: id)
    let toStackAction = toStackAction
    let elementEffects: Effect<Base.Action> = FeatureLocation.run(in: path) {
      state[keyPath: toStackState].update(at: index) { (element: inout Destination.State) -> Effect<Destination.Action> in
        if ReducerTrace.isOn {
          return ReducerTrace.run("forEach", Destination.self, in: &element, domain: slot.name, id: id) {
            destination.reduce(into: &$0, action: destinationAction)
          }
        }
        return destination.reduce(into: &element, action: destinationAction)
      }
    }
    .ofFeature(path, dismissal: toStackAction.embed(.popFrom(id: id))) { toStackAction.embed(.element(id: id, action: $0)) }
    // Asked before the base runs: what counts is whom the action was for.
    let closes = Ephemeral.closes(state[keyPath: toStackState][index], on: destinationAction)
    let effects = base.reduce(into: &state, action: action)
    if closes { ReducerTrace.change("forEach closes", in: &state) { $0[keyPath: toStackState].pop(from: id) } }
    return elementEffects.merge(with: effects)
      .merge(with: departures(in: state, started: elementEffects.isNone ? nil : path))
  }

  private func push(_ element: Destination.State, id: StackElementID, into state: inout Base.State) {
    if state[keyPath: toStackState].index(id: id) != nil {
      location.report(
        """
        A "forEach" received a "push" action for an element that is already there.

          Id: \(id)
          Stack: \(state[keyPath: toStackState].ids)

        Nothing was pushed.
        """)
      return
    }
    let generator = DependencyValues._current.stackElementID
    if DependencyValues._current.context == .test, id.generation > generator.nextGeneration {
      location.report(
        """
        A "forEach" received a "push" action with an unexpected generational id.

          Received: \(id)
          Expected: #\(generator.nextGeneration)

        The ids of stacks count up from #0, one for each element pushed.
        """)
    }
    // An id that comes from outside is used up as well.
    if id.generation >= generator.nextGeneration { generator.nextGeneration = id.generation + 1 }
    state[keyPath: toStackState].insert(element, id: id)
  }

  /// The path of an element. Which case it is in is no part of it: the id alone is never used again.
  private func path(of id: StackElementID) -> FeaturePath {
    IdentifiedFeaturePath(
      parent: FeatureLocation.current?.path, slot: slot, tag: 0, isDismissible: true, id: id)
  }

  private func departures(in state: Base.State, started: FeaturePath?) -> Effect<Base.Action> {
    if started == nil, FeatureLocation.current?.effects.hasFeatures != true { return .none }
    let membership = state[keyPath: toStackState].membership
    return FeatureLocation.departures(from: slot, membership: membership, started: started) { path in
      guard let id = path.id as? StackElementID else { return false }
      return state[keyPath: toStackState].index(id: id) != nil
    }
  }
}

extension ForEachStack: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    let part = CompositionPart(
      "forEach", destination.base, domain: slot.name,
      actions: (Base.Action.self, StackAction<Destination.State, Destination.Action>.self), below: ancestors)
    return [part] + CompositionPart.parts(of: base, below: ancestors)
  }
}
