/// One reduced action in the log.
public struct Entry<State, Action> {
  /// What was done to the state.
  public enum Event {
    /// An action ran through the reducer.
    case action(Action)
    /// The state was edited by hand.
    case edit(Edit)
  }

  /// A change of the state made by hand, not by a reducer.
  public final class Edit: Sendable {
    /// Makes the change.
    public let apply: @Sendable (inout State) -> Void

    /// - Parameter apply: Makes the change; must have the same result each time.
    public init(apply: @escaping @Sendable (inout State) -> Void) { self.apply = apply }
  }

  /// Where an entry came from.
  public enum Cause: Hashable, Sendable {
    /// The user's own input.
    case typed
    /// An effect in flight, by its number, sent it.
    case effect(Int)
    /// A child asked to be dismissed.
    case dismissal(Int)
  }

  /// What was done.
  public let event: Event
  /// Where it came from.
  public let cause: Cause
  /// The world just before the reducer ran.
  public let world: WorldState

  /// - Parameters:
  ///   - event: What was done.
  ///   - cause: Where it came from.
  ///   - world: The world just before.
  public init(event: Event, cause: Cause, world: WorldState) {
    self.event = event
    self.cause = cause
    self.world = world
  }
}
