import Foundation

/// An alert as a value. Equal when it says the same and offers the same buttons; each one made has an identity of its own, which
/// is what lets an alert's button present a new alert (C24).
public struct AlertState<Action>: Identifiable {
  public let id: UUID
  public var buttons: [ButtonState<Action>]
  public var message: TextState?
  public var title: TextState

  init(id: UUID, buttons: [ButtonState<Action>], message: TextState?, title: TextState) {
    self.id = id
    self.buttons = buttons
    self.message = message
    self.title = title
  }

  /// - Parameters:
  ///   - title: The title.
  ///   - actions: The buttons.
  ///   - message: The message below the title.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(id: EphemeralID.next(), buttons: actions(), message: message?(), title: title())
  }

  /// The alert whose buttons send what `transform` makes of these buttons' actions.
  public func map<NewAction>(_ transform: (Action?) -> NewAction?) -> AlertState<NewAction> {
    AlertState<NewAction>(id: id, buttons: buttons.map { $0.map(transform) }, message: message, title: title)
  }
}

extension AlertState: _EphemeralState {}

extension AlertState: Equatable where Action: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.message == right.message && left.buttons == right.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}

extension AlertState: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    var children: [(label: String?, value: Any)] = [("title", title)]
    if !buttons.isEmpty { children.append(("actions", buttons)) }
    if let message { children.append(("message", message)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension AlertState {
  public typealias Button = ButtonState<Action>
  public typealias ButtonAction = ButtonStateAction<Action>
  public typealias ButtonRole = ButtonStateRole

  /// An alert with any buttons, in the older spelling.
  public init(title: TextState, message: TextState? = nil, buttons: [ButtonState<Action>]) {
    self.init(id: EphemeralID.next(), buttons: buttons, message: message, title: title)
  }

  /// An alert with one button at most, in the older spelling.
  public init(title: TextState, message: TextState? = nil, dismissButton: ButtonState<Action>? = nil) {
    self.init(id: EphemeralID.next(), buttons: dismissButton.map { [$0] } ?? [], message: message, title: title)
  }

  /// An alert with two buttons, in the older spelling.
  public init(
    title: TextState, message: TextState? = nil, primaryButton: ButtonState<Action>, secondaryButton: ButtonState<Action>
  ) {
    self.init(id: EphemeralID.next(), buttons: [primaryButton, secondaryButton], message: message, title: title)
  }
}
