/// What an effect's work is about to do to its store.
package enum EffectDoing<Action> {
  /// It sends an action; it goes on when it is told that the action was reduced.
  case send(Action, goOn: @Sendable () -> Void)
  /// It asks for the dismissal of its feature, which is this action.
  case dismiss(Action)
  /// It ends; with its error when it failed.
  case end(error: String?)
}
