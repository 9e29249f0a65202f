/// What came from outside and made one step: typed by the user, or read from a saved session.
public enum Input: Hashable, Sendable {
  /// An action, in the canonical spelling of the action language.
  case action(text: String)
  /// Virtual time moved forward.
  case advance(Duration)
  /// A waiting dependency call was given its value, in the action language.
  case answer(effect: Int, text: String)
  /// A waiting dependency call was made to throw.
  case fail(effect: Int, message: String)
  /// An effect in flight was cancelled by hand.
  case cancel(effect: Int)
  /// An effect in flight was made to wait before its next action.
  case hold(effect: Int)
  /// An effect that was held was let go on.
  case release(effect: Int)
  /// From now on a dependency call is answered at once: `numberFact.fetch`, or only with these arguments, `numberFact.fetch(5)`.
  case supply(call: String, text: String)
  /// The answer that was set for a call is taken back.
  case withdrawal(call: String)
  /// An effect sent an action because of something outside the session, such as a live dependency.
  case arrival(effect: Int, action: String)
  /// An effect ended because of something outside the session; with an error when it failed.
  case departure(effect: Int, error: String? = nil)
  /// An effect changed a shared value because of something outside the session: the one at a path of the state, to a value in the
  /// action language.
  case write(effect: Int, path: String, value: String)
  /// From here on effects are really connected to what is outside the session, or no longer. While they are, all they do comes as
  /// `arrival`, `write` and `departure`.
  case live(isOn: Bool)
  /// The state was edited at a path, to a value in the action language.
  case edit(path: String, value: String)
}
