/// The actions of a navigation stack and of its elements.
public enum StackAction<State, Action>: CasePathable {
  /// An action of one element.
  indirect case element(id: StackElementID, action: Action)
  /// Removes an element and all above it.
  case popFrom(id: StackElementID)
  /// Adds an element on top.
  indirect case push(id: StackElementID, state: State)

  /// The case paths of the enum.
  public struct AllCasePaths: CasePathReflectable, Sendable {
    public subscript(root: StackAction) -> PartialCaseKeyPath<StackAction> {
      switch root {
      case .element: \.element
      case .popFrom: \.popFrom
      case .push: \.push
      }
    }

    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath<StackAction, (id: StackElementID, action: Action)>(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } })
    }

    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath<StackAction, StackElementID>(
        embed: { .popFrom(id: $0) }, extract: { if case .popFrom(let id) = $0 { id } else { nil } })
    }

    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath<StackAction, (id: StackElementID, state: State)>(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: { if case .push(let id, let state) = $0 { (id, state) } else { nil } })
    }

    /// The actions of one element.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath<StackAction, Action>(
        embed: { .element(id: id, action: $0) },
        extract: { if case .element(id, let action) = $0 { action } else { nil } })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The actions of a stack of a feature.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
