/// Runs a child reducer on a part of the parent's state, for the actions of one case of the parent's.
///
/// A scope gives the child no identity of its own: cancellation ids are shared with the parent and with other scopes. When one
/// scope's child cancels the effect of another's that way, a warning is reported; 1.x is silent (C41).
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline
  enum StatePath {
    case property(WritableKeyPath<ParentState, Child.State>)
    case enumCase(AnyCasePath<ParentState, Child.State>)
  }

  @usableFromInline let toChildState: StatePath
  @usableFromInline let toChildAction: AnyCasePath<ParentAction, Child.Action>
  @usableFromInline let child: HeldReducer<Child>
  @usableFromInline let trail: ScopeTrail
  @usableFromInline let location: SourceLocation

  @inlinable
  init(
    toChildState: StatePath, place: FeatureSlot, toChildAction: AnyCasePath<ParentAction, Child.Action>, child: () -> Child,
    location: SourceLocation
  ) {
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    let trail = ScopeTrail(into: place)
    self.trail = trail
    self.child = HeldReducer(ScopeTrail.following(trail, child), trail: trail)
    self.location = location
  }

  /// Runs the child on a property.
  ///
  /// - Parameters:
  ///   - toChildState: The property that holds the child's state.
  ///   - toChildAction: The case that holds the child's actions.
  ///   - child: The child's reducers.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      toChildState: .property(toChildState), place: FeatureSlot(toChildState),
      toChildAction: CasePathCache.path(toChildAction), child: child,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the child on a property, with a case path of the older kind.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      toChildState: .property(toChildState), place: FeatureSlot(toChildState), toChildAction: toChildAction, child: child,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the child on a case of an enum. An action for another case is reported and the child skipped (C05).
  ///
  /// Unlike ``Reducer/ifCaseLet(_:action:then:fileID:filePath:line:column:)`` this does not cancel the child's effects when the
  /// case changes.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      toChildState: .enumCase(CasePathCache.path(toChildState)), place: FeatureSlot(toChildState),
      toChildAction: CasePathCache.path(toChildAction), child: child,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the child on a case of an enum, with case paths of the older kind.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: AnyCasePath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      toChildState: .enumCase(toChildState), place: FeatureSlot(from: ParentState.self, to: ChildState.self),
      toChildAction: toChildAction, child: child,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else {
      if ReducerTrace.isOn { traceSkipped(state, action, because: "another action") }
      return .none
    }
    let effects: Effect<Child.Action>
    switch toChildState {
    case .property(let keyPath):
      if ReducerTrace.isOn {
        effects = ReducerTrace.run("Scope", Child.self, in: &state[keyPath: keyPath], domain: domain(in: nil)) {
          child.reduce(into: &$0, action: childAction)
        }
      } else {
        effects = child.reduce(into: &state[keyPath: keyPath], action: childAction)
      }
    case .enumCase(let path):
      guard var childState = path.extract(from: state) else {
        if ReducerTrace.isOn { traceSkipped(state, action, because: "the state is in another case") }
        reportWrongCase(of: state, action: action)
        return .none
      }
      if ReducerTrace.isOn {
        effects = ReducerTrace.run("Scope", Child.self, in: &childState, domain: domain(in: state)) {
          child.reduce(into: &$0, action: childAction)
        }
      } else {
        effects = child.reduce(into: &childState, action: childAction)
      }
      state = path.embed(childState)
    }
    if case .none = effects.operation { return .none }
    let toChildAction = toChildAction
    return effects.scoped(along: trail) { toChildAction.embed($0) }
  }

  @usableFromInline
  func traceSkipped(_ state: ParentState, _ action: ParentAction, because reason: String) {
    var cases: ReducerTrace.Cases?
    if case .enumCase(let path) = toChildState {
      cases = ReducerTrace.Cases(state: (state, path), action: (action, toChildAction))
    }
    ReducerTrace.skip("Scope", Child.self, domain: domain(in: nil), cases: cases, because: reason)
  }

  /// What the child's place is called: the property, or the case the state is in.
  @usableFromInline
  func domain(in state: ParentState?) -> String {
    switch toChildState {
    case .property(let keyPath): FeatureSlot(keyPath).name
    case .enumCase: state.flatMap { EnumCase.of($0)?.name } ?? ""
    }
  }

  @usableFromInline
  func reportWrongCase(of state: ParentState, action: ParentAction) {
    location.report(
      """
      A "Scope" received a child action when the state was in another case.

        Action: \(shortText(of: action))
        State: \(shortText(of: state))

      The child was skipped. Put the scope before reducers that change the case, and do not send a child's actions once its case \
      was left.
      """)
  }
}
