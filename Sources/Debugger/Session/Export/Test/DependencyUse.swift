import ComposableArchitecture
import Foundation
import Scheduling
import Synchronization

/// Notes what a run takes from its world, so that a test can supply just that.
final class DependencyUse: Sendable {
  /// A call of the outside world.
  struct Call {
    let client: String
    let endpoint: String
    let argumentCount: Int
    let valueType: Any.Type
    let effect: Int
    /// Whether it could wait for its answer.
    let waits: Bool
    let step: Int
    /// What it came back with; `nil` while it waits, and when it was cancelled.
    var result: Result<Any, any Error>?
    /// The step in which it came back.
    var answeredStep = 0
  }

  struct Notes {
    var usesClock = false
    var usesSuspendingClock = false
    var usesMainQueue = false
    var usesMainRunLoop = false
    var usesDate = false
    var usesUUID = false
    var usesRandomNumbers = false
    var calls: [Call] = []
    var step = 0
  }

  // What calls come back with never leaves the session's one thread.
  private struct Box: @unchecked Sendable { var notes = Notes() }
  private let box = Mutex(Box())

  var notes: Notes { box.withLock { $0 }.notes }

  func note(_ change: (inout Notes) -> Void) { box.withLock { change(&$0.notes) } }

  /// Puts itself between a feature and its world.
  func install(in values: inout DependencyValues) {
    let (clock, suspending) = (values.continuousClock, values.suspendingClock)
    values.continuousClock = NotingClock(clock) { self.note { $0.usesClock = true } }
    values.suspendingClock = NotingClock(suspending) { self.note { $0.usesSuspendingClock = true } }
    values.mainQueue = AnySchedulerOf(clock: NotingClock(values.mainQueue.clock) { self.note { $0.usesMainQueue = true } })
    values.mainRunLoop = AnySchedulerOf(clock: NotingClock(values.mainRunLoop.clock) { self.note { $0.usesMainRunLoop = true } })
    let (uuid, date, random) = (values.uuid, values.date, values.withRandomNumberGenerator)
    values.uuid = UUIDGenerator {
      self.note { $0.usesUUID = true }
      return uuid()
    }
    values.date = DateGenerator {
      self.note { $0.usesDate = true }
      return date()
    }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(NotingGenerator(use: self, base: random))
    if let responder = values.endpointResponder { values.endpointResponder = NotingResponder(use: self, base: responder) }
  }

  fileprivate func begin(_ call: EndpointCall, returning type: Any.Type, waits: Bool) -> Int {
    box.withLock { box in
      box.notes.calls.append(
        Call(
          client: call.client, endpoint: call.endpoint, argumentCount: call.arguments.count, valueType: type,
          effect: Scheduler.owner ?? 0, waits: waits, step: box.notes.step))
      return box.notes.calls.count - 1
    }
  }

  fileprivate func end(_ call: Int, with result: Result<Any, any Error>) {
    // What was cancelled was not answered.
    if case .failure(let error) = result, error is CancellationError { return }
    nonisolated(unsafe) let result = result
    box.withLock { box in
      box.notes.calls[call].result = result
      box.notes.calls[call].answeredStep = box.notes.step
    }
  }
}

private struct NotingClock: Clock {
  private let note: @Sendable () -> Void
  private let time: @Sendable () -> OffsetInstant<Duration>
  private let wait: @Sendable (Duration) async throws -> Void

  init(_ base: any Clock<Duration>, note: @escaping @Sendable () -> Void) {
    self.note = note
    func open<Base: Clock<Duration>>(_ base: Base) -> (
      @Sendable () -> OffsetInstant<Duration>, @Sendable (Duration) async throws -> Void
    ) {
      let origin = base.now
      return (
        { OffsetInstant(offset: origin.duration(to: base.now)) },
        { try await base.sleep(until: origin.advanced(by: $0), tolerance: nil) }
      )
    }
    (time, wait) = open(base)
  }

  var now: OffsetInstant<Duration> {
    note()
    return time()
  }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: OffsetInstant<Duration>, tolerance: Duration?) async throws {
    note()
    try await wait(deadline.offset)
  }
}

private struct NotingGenerator: RandomNumberGenerator, Sendable {
  let use: DependencyUse
  let base: WithRandomNumberGenerator

  func next() -> UInt64 {
    use.note { $0.usesRandomNumbers = true }
    return base { $0.next() }
  }
}

private struct NotingResponder: EndpointResponder {
  let use: DependencyUse
  let base: any EndpointResponder

  func respond<Value>(to call: EndpointCall, returning type: Value.Type) async throws -> Value {
    let number = use.begin(call, returning: type, waits: true)
    do {
      let value = try await base.respond(to: call, returning: type)
      use.end(number, with: .success(value))
      return value
    } catch {
      use.end(number, with: .failure(error))
      throw error
    }
  }

  func respondImmediately<Value>(to call: EndpointCall, returning type: Value.Type) throws -> Value? {
    let number = use.begin(call, returning: type, waits: false)
    let value = try base.respondImmediately(to: call, returning: type)
    if let value { use.end(number, with: .success(value)) }
    return value
  }
}
