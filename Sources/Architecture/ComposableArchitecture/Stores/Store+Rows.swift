import CasePaths
import IdentifiedCollections

extension Store {
  /// A store for each element of an identified array, to walk over: `for row in store.scope(state: \.rows, action: \.rows)`.
  ///
  /// A store of an element that went away goes on showing what was there when it was made.
  ///
  /// - Complexity: O(*n*).
  public func scope<ElementID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ElementID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ElementID, ElementAction>>
  ) -> some RandomAccessCollection<Store<ElementState, ElementAction>> where State: ObservableState {
    let toAction = CasePathCache.path(action)
    let elements = backing.state[keyPath: state]
    return zip(elements.ids, elements).map { id, element in
      Store<ElementState, ElementAction>(
        backing: ScopedBacking(
          base: backing, toState: { $0[keyPath: state][id: id] ?? element },
          fromAction: { toAction.embed(.element(id: id, action: $0)) }))
    }
  }
}

extension Store: Equatable {
  /// Whether they are one and the same.
  public nonisolated static func == (left: Store, right: Store) -> Bool { left === right }
}

extension Store: Hashable {
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
