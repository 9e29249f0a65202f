extension Reducer {
  /// Runs a reducer enum on what is presented. The reducers are found through the state's type, so there is no closure.
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected property: `\.$destination`.
  ///   - toPresentationAction: The case that holds the destination's actions.
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action>
  where ChildState.StateReducer.State == ChildState, ChildState.StateReducer.Action == ChildAction {
    ifLet(
      toPresentationState, action: toPresentationAction, destination: { ChildState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a reducer enum on an optional state that is not presented, without closure.
  ///
  /// - Parameters:
  ///   - toChildState: The optional property.
  ///   - toChildAction: The case that holds the child's actions.
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toChildState: WritableKeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action>
  where ChildState.StateReducer.State == ChildState, ChildState.StateReducer.Action == ChildAction {
    ifLet(
      toChildState, action: toChildAction, then: { ChildState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a reducer enum on each element of a navigation stack, without closure.
  ///
  /// - Parameters:
  ///   - toStackState: The stack.
  ///   - toStackAction: The case that holds the stack's actions.
  public func forEach<DestinationState: CaseReducerState, DestinationAction>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    DestinationState.StateReducer.State == DestinationState, DestinationState.StateReducer.Action == DestinationAction
  {
    forEach(
      toStackState, action: toStackAction, destination: { DestinationState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
