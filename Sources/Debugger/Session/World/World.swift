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
  private let counters: Mutex<Counters>
  private let outside = Mutex(Outside())
  private let stackElements: StackElementIDGenerator

  /// - Parameters:
  ///   - settings: What decides it besides inputs.
  ///   - supplies: The answers that are set for calls of the outside world.
  ///   - state: Where it goes on, or `nil` for the beginning.
  ///   - storage: The shared values of the session it belongs to.
  init(settings: WorldSettings, supplies: Supplies, state: WorldState? = nil, storage: SharedStorage = SharedStorage()) {
    self.settings = settings
    self.storage = storage
    desk = EndpointDesk(supplies: supplies, date: { [scheduler] in settings.date(at: scheduler.now) })
    let state = state ?? WorldState(seed: settings.seed)
    counters = Mutex(Counters(state))
    stackElements = StackElementIDGenerator()
    scheduler.reset(now: state.now)
    stackElements.nextGeneration = state.stackElementCount
    desk.newestSupply = state.supplyCount
  }

  /// The world's own state, to be recorded and to be gone back to. The number of effects belongs to the store and is not read here.
  var state: WorldState {
    get {
      let moment = storage.capture()
      let now = scheduler.now
      return counters.withLock { counters in
        // Nanoseconds take long to compute.
        if counters.now != now {
          counters.now = now
          counters.state.now = now
        }
        counters.state.stackElementCount = stackElements.nextGeneration
        if counters.state.attachment.object !== moment { counters.state.attachment = WorldState.Attachment(moment) }
        counters.state.supplyCount = desk.newestSupply
        return counters.state
      }
    }
    set {
      counters.withLock { $0 = Counters(newValue) }
      scheduler.reset(now: newValue.now)
      stackElements.nextGeneration = newValue.stackElementCount
      desk.newestSupply = newValue.supplyCount
      restoreStorage()
    }
  }

  /// Whether something was taken from the world's generators since it had a state, as long as no time passed and nothing is shared.
  func hasMoved(from state: WorldState) -> Bool {
    counters.withLock { $0.state.uuidCount != state.uuidCount || $0.state.generator != state.generator }
      || stackElements.nextGeneration != state.stackElementCount || desk.newestSupply != state.supplyCount
  }

  /// A world's state beside its moment as a duration.
  private struct Counters {
    var state: WorldState
    var now: Duration

    init(_ state: WorldState) {
      self.state = state
      now = state.now
    }
  }

  /// Puts the shared values in place that this world had when it was last asked for its state or given one.
  func restoreStorage() {
    guard storage.isInUse else { return }
    storage.restore(counters.withLock { $0.state.attachment.object } as? SharedStorage.Moment)
  }

  /// Takes the shared values as they are for those of this world.
  func rememberStorage() { _ = state }

  /// Who in this world is connected to what is outside of it.
  struct Outside {
    /// The effects whose doings are inputs of their own.
    var effects: Set<Int> = []
    /// Whether what came from outside runs.
    var isListening = false
    /// Whether a reducer runs.
    var isReducing = false
  }

  /// Changes who is connected to what is outside.
  func updateOutside(_ change: (inout Outside) -> Void) { outside.withLock { change(&$0) } }

  /// Whether what asks now is an effect's work whose doings are inputs of their own. It may have anything, but what it takes must not
  /// count here, since it does not run when the inputs are run again.
  private var isAskedFromOutside: Bool {
    outside.withLock { outside in
      guard !outside.isReducing, outside.isListening || !outside.effects.isEmpty else { return false }
      return outside.isListening || Scheduler.owner.map(outside.effects.contains) == true
    }
  }

  /// Gives elements of stacks ids after one that is there already.
  func countStackElements(upTo id: Int) {
    guard id < .max else { return }
    stackElements.nextGeneration = max(stackElements.nextGeneration, id + 1)
  }

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
  var date: Date { settings.date(at: scheduler.now) }

  private func nextUUID() -> UUID {
    if isAskedFromOutside { return UUID() }
    let number = counters.withLock { counters in
      defer { counters.state.uuidCount += 1 }
      return counters.state.uuidCount
    }
    return desk.isConnected ? .seeded(settings.seed, number: number) : UUID(number)
  }

  fileprivate func nextRandomNumber() -> UInt64 {
    if isAskedFromOutside { return .random(in: .min ... .max) }
    return counters.withLock { counters in
      // SplitMix64 (Steele, Lea and Flood, 2014): one word of state, so that every recorded entry can hold it.
      counters.state.generator &+= 0x9E37_79B9_7F4A_7C15
      return counters.state.generator.mixed
    }
  }
}

extension UInt64 {
  fileprivate var mixed: UInt64 {
    var mixed = self
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension UUID {
  /// The identifier with a number, of those that one seed gives: unlike `UUID(3)` it may meet those of other sessions.
  fileprivate static func seeded(_ seed: UInt64, number: Int) -> UUID {
    let first = (seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15).mixed
    let second = (first &+ 0x9E37_79B9_7F4A_7C15).mixed
    var bytes = [first, second].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * (7 - $0))) } }
    // Version 4, variant 1, as RFC 9562 wants of a random one.
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return NSUUID(uuidBytes: bytes) as UUID
  }
}

private struct WorldGenerator: RandomNumberGenerator, Sendable {
  let world: World
  func next() -> UInt64 { world.nextRandomNumber() }
}
