import ComposableArchitecture
import Foundation
import Scheduling
import Synchronization
import Timeline

/// Everything a feature can read that is not its state, made an exact function of the session's inputs.
///
/// Time is the scheduler's, identifiers count up, random numbers come from a seeded generator, the date starts where the settings
/// say, and calls that would leave the process wait at the `EndpointDesk` for the user's answer.
final class World: Sendable {
  let scheduler = Scheduler()
  let desk: EndpointDesk
  let storage: SharedStorage
  private let settings: WorldSettings
  private let counters: Mutex<WorldState>
  private let stackElements: StackElementIDGenerator

  /// - Parameters:
  ///   - settings: What decides it besides inputs.
  ///   - supplies: The answers that are set for calls of the outside world.
  ///   - state: Where it goes on, or `nil` for the beginning.
  ///   - storage: The shared values of the session it belongs to.
  init(settings: WorldSettings, supplies: Supplies, state: WorldState? = nil, storage: SharedStorage = SharedStorage()) {
    self.settings = settings
    self.storage = storage
    desk = EndpointDesk(supplies: supplies, firstDate: settings.date)
    let state = state ?? WorldState(seed: settings.seed)
    counters = Mutex(state)
    stackElements = StackElementIDGenerator()
    scheduler.reset(now: state.now)
    stackElements.nextGeneration = state.stackElementCount
    desk.newestSupply = state.supplyCount
  }

  /// The world's own state, to be recorded and to be gone back to. The number of effects belongs to the store and is not read here.
  var state: WorldState {
    get {
      var state = counters.withLock { $0 }
      state.now = scheduler.now
      state.stackElementCount = stackElements.nextGeneration
      state.attachment = WorldState.Attachment(storage.capture())
      counters.withLock { $0.attachment = state.attachment }
      state.supplyCount = desk.newestSupply
      return state
    }
    set {
      counters.withLock { $0 = newValue }
      scheduler.reset(now: newValue.now)
      stackElements.nextGeneration = newValue.stackElementCount
      desk.newestSupply = newValue.supplyCount
      restoreStorage()
    }
  }

  /// Puts the shared values in place that this world had when it was last asked for its state or given one.
  func restoreStorage() { storage.restore(counters.withLock { $0.attachment.object } as? SharedStorage.Moment) }

  /// Puts this world in place of the real one.
  func install(in values: inout DependencyValues) {
    let clock = SchedulerClock(scheduler: scheduler)
    values.context = .test
    values.continuousClock = clock
    values.suspendingClock = clock
    values.mainQueue = AnySchedulerOf(clock: clock)
    values.mainRunLoop = AnySchedulerOf(clock: clock)
    values.uuid = UUIDGenerator { self.nextUUID() }
    values.date = DateGenerator { self.date }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(WorldGenerator(world: self))
    values.locale = Locale(identifier: "en_US_POSIX")
    values.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = values.timeZone
    calendar.locale = values.locale
    values.calendar = calendar
    values.stackElementID = stackElements
    values.endpointResponder = desk
    storage.install(in: &values)
  }

  /// The date at the current virtual time.
  var date: Date {
    let (seconds, attoseconds) = scheduler.now.components
    return settings.date.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
  }

  private func nextUUID() -> UUID {
    UUID(
      counters.withLock { counters in
        defer { counters.uuidCount += 1 }
        return counters.uuidCount
      })
  }

  fileprivate func nextRandomNumber() -> UInt64 {
    counters.withLock { counters in
      // SplitMix64 (Steele, Lea and Flood, 2014): one word of state, so that every recorded entry can hold it.
      counters.generator &+= 0x9E37_79B9_7F4A_7C15
      var mixed = counters.generator
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}

private struct WorldGenerator: RandomNumberGenerator, Sendable {
  let world: World
  func next() -> UInt64 { world.nextRandomNumber() }
}
