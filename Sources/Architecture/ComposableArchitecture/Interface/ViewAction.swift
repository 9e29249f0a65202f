/// Actions of which one case holds those that only the view sends.
public protocol ViewAction<ViewAction> {
  associatedtype ViewAction

  static func view(_ action: ViewAction) -> Self
}
