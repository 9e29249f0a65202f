import CasePaths

/// The actions of the elements of a collection, each with the id of its element.
public enum IdentifiedAction<ID: Hashable & Sendable, Action>: CasePathable {
  /// An action of one element.
  case element(id: ID, action: Action)

  /// The case paths: `element`, and for one element `[id:]`.
  public struct AllCasePaths: CasePathReflectable, Sendable {
    public subscript(root: IdentifiedAction) -> PartialCaseKeyPath<IdentifiedAction> { \.element }

    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath<IdentifiedAction, (id: ID, action: Action)>(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } })
    }

    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath<IdentifiedAction, Action>(
        embed: { .element(id: id, action: $0) },
        extract: { if case .element(id, let action) = $0 { action } else { nil } })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The actions of a collection of a feature.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
