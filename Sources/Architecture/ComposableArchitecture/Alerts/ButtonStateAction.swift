/// What a button sends.
public struct ButtonStateAction<Action> {
  enum Kind {
    case send(Action?)
    case animatedSend(Action?, animation: Animation?)
  }

  let kind: Kind

  public static func send(_ action: Action?) -> Self { Self(kind: .send(action)) }

  public static func send(_ action: Action?, animation: Animation?) -> Self {
    Self(kind: .animatedSend(action, animation: animation))
  }

  /// The action, if the button sends one.
  public var action: Action? {
    switch kind {
    case .send(let action), .animatedSend(let action, _): action
    }
  }

  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonStateAction<NewAction> {
    switch kind {
    case .send(let action): .send(transform(action))
    case .animatedSend(let action, let animation): .send(transform(action), animation: animation)
    }
  }
}

extension ButtonStateAction.Kind: Equatable where Action: Equatable {}
extension ButtonStateAction.Kind: Hashable where Action: Hashable {}
extension ButtonStateAction.Kind: Sendable where Action: Sendable {}
extension ButtonStateAction: Equatable where Action: Equatable {}
extension ButtonStateAction: Hashable where Action: Hashable {}
extension ButtonStateAction: Sendable where Action: Sendable {}

extension ButtonStateAction: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    switch kind {
    case .send(let action): Mirror(self, children: ["send": action as Any], displayStyle: .enum)
    case .animatedSend(let action, let animation):
      Mirror(self, children: ["send": (action, animation: animation)], displayStyle: .enum)
    }
  }
}
