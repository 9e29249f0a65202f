/// The actions of a presented feature, and its dismissal.
@dynamicMemberLookup
public enum PresentationAction<Action>: CasePathable {
  /// Closes what is presented.
  case dismiss
  /// An action of the feature that is presented.
  indirect case presented(Action)

  /// The case paths, and beyond `presented` those of the feature's own actions.
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sendable {
    public subscript(root: PresentationAction) -> PartialCaseKeyPath<PresentationAction> {
      switch root {
      case .dismiss: \.dismiss
      case .presented: \.presented
      }
    }

    public var dismiss: AnyCasePath<PresentationAction, Void> {
      AnyCasePath<PresentationAction, Void>(
        embed: { .dismiss }, extract: { if case .dismiss = $0 { () } else { nil } })
    }

    public var presented: AnyCasePath<PresentationAction, Action> {
      AnyCasePath<PresentationAction, Action>(
        embed: { .presented($0) }, extract: { if case .presented(let action) = $0 { action } else { nil } })
    }

    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, Member> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: keyPath])
    }

    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<PresentationAction, PresentationAction<Member>> where Action: CasePathable {
      Action.allCasePaths[keyPath: keyPath].presented()
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension PresentationAction: Encodable where Action: Encodable {}

extension AnyCasePath {
  /// The same case among the actions of what is presented, keeping the dismissal.
  fileprivate func presented() -> AnyCasePath<PresentationAction<Root>, PresentationAction<Value>> {
    AnyCasePath<PresentationAction<Root>, PresentationAction<Value>>(
      embed: { action in
        switch action {
        case .dismiss: .dismiss
        case .presented(let action): .presented(embed(action))
        }
      },
      extract: { action in
        switch action {
        case .dismiss: .dismiss
        case .presented(let action): extract(from: action).map { .presented($0) }
        }
      })
  }
}
