import Reflection

/// An event that an action can be made into.
protocol ActionEvent<Action> {
  associatedtype Action
  init(action: Action)
}

extension Entry.Event: ActionEvent {
  init(action: Action) { self = .action(action) }
}

/// Adds actions to a list of events.
///
/// Code that does not know the types it was made for has to look the event's type up by name whenever it makes one. Here it is part
/// of the object's own type, where it is at hand.
final class ActionAppender<Event: ActionEvent>: Sendable {
  // Specialised for an event whose types are not known either, it would have to look up just what it is here for not to.
  @_semantics("optimize.sil.specialize.generic.never")
  func append(_ action: Event.Action, to events: inout ChunkedList<Event>) { events.append(Event(action: action)) }
}
