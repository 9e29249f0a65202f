import Scheduling

extension Task<Never, Never> {
  /// Cancels, from inside an effect, all effects of an id in the effect's feature and its descendants.
  ///
  /// They end before anything that the caller awaits from here on.
  public static func cancel<ID: Hashable & Sendable>(id: ID) { cancel(CancellationID(id)) }

  static func cancel(_ id: CancellationID) {
    let (path, trail) = (FeatureLocation.current?.path, FeatureLocation.current?.trail)
    (FeatureLocation.current?.effects ?? .outsideStores).enqueue { effects in
      effects.cancel(id, from: path, trail: trail, reason: .cancelled(cancellationID: id.text))
    }
  }
}

/// Runs work that can be cancelled by an id, as a part of the effect that runs it.
///
/// - Parameters:
///   - id: The name to cancel it by.
///   - cancelInFlight: Whether work of this id that already runs is cancelled first.
///   - operation: The work.
/// - Throws: Whatever `operation` throws.
public func withTaskCancellation<ID: Hashable & Sendable, Success: Sendable, Failure: Error>(
  id: ID, cancelInFlight: Bool = false, operation: @Sendable @escaping () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  try await withTaskCancellation(CancellationID(id), cancelInFlight: cancelInFlight, operation: operation)
}

func withTaskCancellation<Success: Sendable, Failure: Error>(
  _ id: CancellationID, cancelInFlight: Bool, operation: @Sendable @escaping () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  let effects = FeatureLocation.current?.effects ?? .outsideStores
  let (path, trail) = (FeatureLocation.current?.path, FeatureLocation.current?.trail)
  let work: Task<Result<Success, Failure>, Never> = Task(executorPreference: Scheduler.active) {
    do throws(Failure) {
      return .success(try await operation())
    } catch {
      return .failure(error)
    }
  }
  let part = LiveEffect(partOf: path, trail: trail, id: id, serial: effects.takeSerial()) { work.cancel() }
  await effects.perform { effects in
    if cancelInFlight { effects.cancel(id, from: path, trail: trail, reason: .replaced(cancellationID: id.text)) }
    effects.insert(part)
  }
  let result = await withTaskCancellationHandler {
    await work.value
  } onCancel: {
    work.cancel()
  }
  await effects.perform { effects in
    guard !part.isOver else { return }
    part.end(.finished)
    effects.remove(part)
  }
  return try result.get()
}
