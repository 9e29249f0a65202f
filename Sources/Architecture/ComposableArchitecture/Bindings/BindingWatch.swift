/// Notices binding actions that no ``BindingReducer`` handles (PR #3347).
enum BindingWatch {
  /// What is told of an action when it turns out to be unhandled.
  struct Write {
    let action: Any
    let feature: Any.Type

    func report() {
      reportIssue(
        """
        A binding action was not handled.

          Action: \(shortText(of: action))

        The state did not change. Put a "BindingReducer()" into the body of the reducer of "\(feature)", outside of conditions.
        """)
    }
  }

  /// A feature's reducer that remembers which write it was given; the reducer itself where no action can be a write.
  static func watching<Feature, State, Action>(
    _ feature: Feature.Type, _ composed: _ComposedReducer<State, Action>
  ) -> _ComposedReducer<State, Action> {
    guard let tag = tag(in: Action.self) else { return composed }
    let reducing = { (state: inout State, action: Action) -> Effect<Action> in
      guard EnumTag.tag(of: action) == tag, let location = FeatureLocation.current, let write = write(in: action) else {
        return composed.reduce(into: &state, action: action)
      }
      location.unhandledWrite = Write(action: action, feature: feature)
      guard write.writesStorage else { return composed.reduce(into: &state, action: action) }
      let outer = location.writtenState
      location.writtenState = state
      defer { location.writtenState = outer }
      return composed.reduce(into: &state, action: action)
    }
    return _ComposedReducer(reducing: reducing)
  }

  /// The case whose values may be writes: `binding`, or `view` where the view's actions are bindable.
  private static func tag<Action>(in type: Action.Type) -> Int? {
    if let bindable = type as? any BindableAction.Type { return bindable.writeTag }
    return (type as? any ViewAction.Type)?.writeTag
  }

  private static func write<Action>(in action: Action) -> (any AnyBindingAction)? {
    if let action = action as? any BindableAction { return action.write }
    return (action as? any ViewAction)?.write
  }
}

/// A binding action of any state.
protocol AnyBindingAction {
  var writesStorage: Bool { get }
}

extension BindingAction: AnyBindingAction {}

extension BindableAction {
  fileprivate static var writeTag: Int? { BindingCases.tag(of: Self.self) }
  fileprivate var write: (any AnyBindingAction)? { binding }
}

extension ViewAction {
  fileprivate static var writeTag: Int? {
    func tag<Inner: BindableAction>(_ type: Inner.Type) -> Int? {
      (Inner.binding(.nothing) as? ViewAction).map { EnumTag.tag(of: view($0)) }
    }
    return (ViewAction.self as? any BindableAction.Type).flatMap { tag($0) }
  }

  fileprivate var write: (any AnyBindingAction)? { (EnumCase.payload(of: self) as? any BindableAction)?.write }
}
