import Foundation

/// A button as a value: its label, its role and the action it sends.
public struct ButtonState<Action>: Identifiable {
  public let id: UUID
  public let action: ButtonStateAction<Action>
  public let label: TextState
  public let role: ButtonStateRole?

  init(id: UUID, role: ButtonStateRole?, action: ButtonStateAction<Action>, label: TextState) {
    self.id = id
    self.action = action
    self.label = label
    self.role = role
  }

  /// - Parameters:
  ///   - role: Whether it cancels or destroys.
  ///   - action: What it sends; nothing by default.
  ///   - label: What it says.
  public init(
    role: ButtonStateRole? = nil, action: ButtonStateAction<Action> = .send(nil), label: () -> TextState
  ) {
    self.init(id: EphemeralID.next(), role: role, action: action, label: label())
  }

  /// - Parameters:
  ///   - role: Whether it cancels or destroys.
  ///   - action: What it sends.
  ///   - label: What it says.
  public init(role: ButtonStateRole? = nil, action: Action, label: () -> TextState) {
    self.init(id: EphemeralID.next(), role: role, action: .send(action), label: label())
  }

  /// Hands the action the button sends to `perform`.
  public func withAction(_ perform: (Action?) -> Void) { perform(action.action) }

  /// The button that sends what `transform` makes of this one's action.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> ButtonState<NewAction> {
    ButtonState<NewAction>(id: id, role: role, action: action.map(transform), label: label)
  }
}

extension ButtonState: Equatable where Action: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.action == right.action && left.label == right.label && left.role == right.role
  }
}

extension ButtonState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(action)
    hasher.combine(label)
    hasher.combine(role)
  }
}

extension ButtonState: Sendable where Action: Sendable {}

extension ButtonState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = []
    if let role { children.append(("role", role)) }
    children.append(("action", action))
    children.append(("label", label))
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension ButtonState {
  public typealias Handler = ButtonStateAction<Action>
  public typealias ButtonAction = ButtonStateAction<Action>
  public typealias Role = ButtonStateRole

  /// A cancelling button, in the older spelling.
  public static func cancel(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(role: .cancel, action: action) { label }
  }

  /// A plain button, in the older spelling.
  public static func `default`(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(action: action) { label }
  }

  /// A destroying button, in the older spelling.
  public static func destructive(_ label: TextState, action: ButtonStateAction<Action> = .send(nil)) -> Self {
    Self(role: .destructive, action: action) { label }
  }
}
