import Dependencies

// Older spellings are not marked as deprecated: whoever loads a file to debug it is not there to modernize it.

extension Effect {
  /// Runs asynchronous work that sends one action at its end.
  public static func task(
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable () async throws -> Action,
    catch handler: (@Sendable (_ error: any Error) async -> Action)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    .run(
      priority: priority,
      operation: { send in
        let action: Action
        do {
          action = try await operation()
        } catch {
          guard let handler, !(error is CancellationError) else { throw error }
          action = await handler(error)
        }
        await send(action)
      }, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs asynchronous work that sends nothing; its errors are ignored.
  public static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    .run(priority: priority) { _ in try? await work() }
  }

  /// Sends an action at once.
  public init(value: Action) { self = .send(value) }

  /// Sends an action at once.
  public static func task(_ action: Action) -> Self { .send(action) }

  /// Cancels the effects of each id.
  public static func cancel<ID: Hashable & Sendable>(ids: [ID]) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }

  /// Makes the effect one that can be cancelled by a type.
  public func cancellable(id: Any.Type, cancelInFlight: Bool = false) -> Self {
    cancellable(CancellationID(type: id), cancelInFlight: cancelInFlight)
  }

  /// Starts the effect when nothing was debounced by a type for a while.
  public func debounce(id: Any.Type, for dueTime: Duration, scheduler: some TimeScheduler) -> Self {
    debounce(CancellationID(type: id), for: dueTime, EffectTimer(scheduler.clock))
  }

  /// Starts the effect when nothing was debounced by a type for some seconds.
  public func debounce(id: Any.Type, for seconds: Double, scheduler: some TimeScheduler) -> Self {
    debounce(CancellationID(type: id), for: .seconds(seconds), EffectTimer(scheduler.clock))
  }

  /// Lets one action through at once, and of those that follow within the interval one more.
  public func throttle(id: Any.Type, for interval: Duration, scheduler: some TimeScheduler, latest: Bool) -> Self {
    throttle(CancellationID(type: id), for: interval, EffectTimer(scheduler.clock), latest: latest)
  }

  /// Lets one action through at once, and of those that follow within some seconds one more.
  public func throttle(id: Any.Type, for seconds: Double, scheduler: some TimeScheduler, latest: Bool) -> Self {
    throttle(CancellationID(type: id), for: .seconds(seconds), EffectTimer(scheduler.clock), latest: latest)
  }

  /// An effect that cancels all effects of a type.
  public static func cancel(id: Any.Type) -> Self { Self(.cancel(CancellationID(type: id))) }
}

extension Task<Never, Never> {
  /// Cancels, from inside an effect, all effects of a type in the effect's feature and its descendants.
  public static func cancel(id: Any.Type) { cancel(CancellationID(type: id)) }
}

/// Runs work that can be cancelled by a type, as a part of the effect that runs it.
public func withTaskCancellation<Success: Sendable, Failure: Error>(
  id: Any.Type, cancelInFlight: Bool = false, operation: @Sendable @escaping () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  try await withTaskCancellation(CancellationID(type: id), cancelInFlight: cancelInFlight, operation: operation)
}
