import IdentifiedCollections

extension Reducer {
  /// Runs a child reducer on one element of an identified array, before this reducer (C01).
  ///
  /// Costs the same for every number of elements. When an element goes, its effects are cancelled and those of all its descendants
  /// (C71). An action for an id that is not there is reported; this reducer runs nevertheless (C04).
  ///
  /// - Parameters:
  ///   - toElementsState: The array.
  ///   - toElementAction: The case that holds the elements' actions.
  ///   - element: The element's reducers.
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where ElementState == Element.State, ElementAction == Element.Action {
    let path = CasePathCache.path(toElementAction)
    return ForEach(
      base: self, element: HeldReducer(element()), toElementsState: toElementsState,
      extract: { action in
        guard case .element(let id, let action) = path.extract(from: action) else { return nil }
        return (id, action)
      },
      embed: IdentifiedAction.embedding(in: path),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child reducer on one element, for actions of the older kind: `case row(id: Row.ID, action: Row.Action)`.
  public func forEach<ElementState, ElementAction, ID: Hashable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: AnyCasePath<Action, (ID, ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> where ElementState == Element.State, ElementAction == Element.Action {
    ForEach(
      base: self, element: HeldReducer(element()), toElementsState: toElementsState,
      extract: { toElementAction.extract(from: $0) },
      embed: toElementAction.embeddingPair(),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

private struct ForEach<Base: Reducer, ID: Hashable, Element: Reducer>: Reducer {
  let base: Base
  let element: HeldReducer<Element>
  let toElementsState: WritableKeyPath<Base.State, IdentifiedArray<ID, Element.State>>
  let extract: (Base.Action) -> (ID, Element.Action)?
  let embed: @Sendable (ID, Element.Action) -> Base.Action
  let location: SourceLocation
  private let trail = ScopeTrail.current

  private var slot: FeatureSlot { FeatureSlot(toElementsState).inside(trail) }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    var elementEffects = Effect<Base.Action>.none
    var started: FeaturePath?
    if let (id, elementAction) = extract(action) {
      if let index = state[keyPath: toElementsState].index(id: id) {
        let path = IdentifiedFeaturePath(
          parent: FeatureLocation.current?.path, slot: slot, tag: 0, isDismissible: false, id: id)
        let returned = FeatureLocation.run(in: path) { () -> Effect<Element.Action> in
          if ReducerTrace.isOn {
            return ReducerTrace.run(
              "forEach", Element.self, in: &state[keyPath: toElementsState][index], domain: slot.name, id: id
            ) { element.reduce(into: &$0, action: elementAction) }
          }
          return element.reduce(into: &state[keyPath: toElementsState][index], action: elementAction)
        }
        if !returned.isNone {
          elementEffects = returned.ofFeature(path, dismissal: nil, embed: binding(id, in: embed))
          started = path
        }
      } else {
        if ReducerTrace.isOn {
          ReducerTrace.skip("forEach", Element.self, domain: slot.name, id: id, because: "there is no such element")
        }
        location.report(
          """
          A "forEach" received an action for a missing element.

            Action: \(shortText(of: action))
            Id: \(id)

          The element was skipped. Apply "forEach" after reducers that remove elements, cancel effects that outlive an element, \
          and send an element's actions only while it is there.
          """)
      }
    }
    if ReducerTrace.isOn, extract(action) == nil {
      ReducerTrace.skip("forEach", Element.self, domain: slot.name, because: "another action")
    }
    let effects = elementEffects.merge(with: base.reduce(into: &state, action: action))
    if started == nil, FeatureLocation.current?.effects.hasFeatures != true { return effects }
    let membership = state[keyPath: toElementsState].membership
    return effects.merge(
      with: FeatureLocation.departures(from: slot, membership: membership, started: started) { path in
        guard let id = path.id as? ID else { return false }
        return state[keyPath: toElementsState].index(id: id) != nil
      })
  }
}

/// The function of the second argument alone. The first is compared and passed on, never changed, so it may be sent.
private func binding<First, Second, Result>(
  _ first: First, in function: @escaping @Sendable (First, Second) -> Result
) -> @Sendable (Second) -> Result {
  let first = UncheckedSendable(first)
  return { function(first.value, $0) }
}

extension IdentifiedAction {
  fileprivate static func embedding<Root>(
    in path: AnyCasePath<Root, IdentifiedAction>
  ) -> @Sendable (ID, Action) -> Root {
    { path.embed(.element(id: $0, action: $1)) }
  }
}

extension AnyCasePath {
  fileprivate func embeddingPair<First, Second>() -> @Sendable (First, Second) -> Root where Value == (First, Second) {
    { embed(($0, $1)) }
  }
}

extension ForEach: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    let part = CompositionPart(
      "forEach", element.base, domain: slot.name, actions: (Base.Action.self, Element.Action.self), below: ancestors)
    return [part] + CompositionPart.parts(of: base, below: ancestors)
  }
}
