/// State whose properties a view can observe one by one; `@ObservableState` adds the conformance.
///
/// The properties stay stored properties: it is the store that remembers which of them were read and compares them after each
/// batch of actions.
public protocol ObservableState {}
