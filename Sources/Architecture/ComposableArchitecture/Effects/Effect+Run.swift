import Dependencies
import IssueReporting

extension Effect {
  /// Runs asynchronous work that can send any number of actions.
  ///
  /// `CancellationError` is silent, and so is every error after the effect was cancelled; any other error goes to `handler`, or is
  /// reported when there is none (C56). An effect that is cancelled before its work began never begins (C46); under 1.x it does.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; the order in which effects run does not depend on it.
  ///   - name: A name for the task, shown where effects are listed.
  ///   - operation: The work.
  ///   - handler: What to do when the work throws.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      .run(
        RunOperation(
          priority: priority, name: name, dependencies: DependencyValues._current,
          location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        ) { send in
          do {
            try await operation(send)
          } catch is CancellationError {
            return
          } catch {
            guard !Task.isCancelled else { return }
            guard let handler else { throw error }
            await handler(error, send)
          }
        }))
  }
}
