import Dependencies

extension Store {
  /// Starts a feature, in the spelling from before 1.0.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State, reducer: R,
    prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) where R.State == State, R.Action == Action {
    self.init(initialState: initialState(), reducer: { reducer }, withDependencies: prepareDependencies)
  }
}

extension TestStore {
  /// Runs a feature under a test, in the spelling from before 1.0.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State, reducer: R,
    prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: { reducer }, withDependencies: prepareDependencies, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
