import ComposableArchitecture
import Scheduling
import Sharing

/// What is outside the session: other threads, and with `--live` real time and live dependencies.
///
/// None of it reaches the state by itself. What an effect does because of it is kept back and performed as an input of its own, an
/// arrival or a departure, so that the same inputs give the same session again without what was outside.
extension LiveRun {
  /// Something an effect wants to do.
  enum Arrival {
    case action(effect: Int, Action, goOn: @Sendable () -> Void)
    case dismissal(effect: Int, Action)
    case ending(effect: Int, error: String?)
    case write(effect: Int, SharedWrite, value: Any)

    var effect: Int {
      switch self {
      case .action(let effect, _, _), .dismissal(let effect, _), .ending(let effect, _), .write(let effect, _, _): effect
      }
    }
  }

  /// What is known of an effect for which a record speaks later on.
  struct Spokesman {
    /// How many actions it sends by itself before.
    var actionsLeft = 0
    /// Whether its work is not even to begin, since all it does is outside.
    var isSilent = true
  }

  var isAnyoneOutside: Bool { isListening || !outsideEffects.isEmpty }

  /// Whether something outside wants to be let in.
  var hasNews: Bool { !arrivals.isEmpty || !goingOn.isEmpty || world.scheduler.hasForeignJobs }

  /// Whether there may be effects for which nothing but the record and the user speak; cheap to ask.
  var mayBeDisconnected: Bool { core.startsDisconnected != nil }

  /// Whether nothing but the record and the user speak for an effect.
  func isDisconnected(_ effect: Int) -> Bool { core.isDisconnected(EffectID(effect)) }

  /// Decides for one input how effects that it starts are connected to the outside.
  func connect(isRecord: Bool) {
    let isConnected = world.desk.isConnected
    let startsDisconnected = isConnected && isRecord
    if startsDisconnected || !spokenFor.isEmpty || mayBeDisconnected {
      core.startsDisconnected = { [unowned self] id in startsDisconnected || isSilent(id) }
    }
    startsOutside = isConnected && !isRecord
    guard isConnectedNow != startsOutside else { return }
    isConnectedNow = startsOutside
    useReducer(core, startsOutside ? .live : .test)
  }

  private func isSilent(_ effect: EffectID) -> Bool {
    guard let spokesman = spokenFor[effect.number] else { return false }
    return spokesman.isSilent && spokesman.actionsLeft == 0
  }

  /// Cuts an effect off from what it does outside, since the record speaks for it.
  func disconnect(_ effect: Int) {
    if core.startsDisconnected == nil { core.startsDisconnected = { [unowned self] in isSilent($0) } }
    core.disconnectEffect(EffectID(effect))
  }

  /// From now on all that an effect does is kept back.
  func belongsOutside(_ effect: Int) {
    guard outsideEffects.insert(effect).inserted else { return }
    world.updateOutside { $0.effects.insert(effect) }
    keepBackWhatIsOutside()
  }

  /// Asks about all that effects do, as long as any of them may be one that is kept back.
  func keepBackWhatIsOutside() {
    guard isAnyoneOutside || !spokenFor.isEmpty else { return core.keepBack = nil }
    core.keepBack = { [unowned self] in keepsBack($0, $1) }
  }

  private func keepsBack(_ id: EffectID, _ doing: EffectDoing<Action>) -> Bool {
    let effect = id.number
    if let left = spokenFor[effect]?.actionsLeft, !isListening {
      if case .end = doing {
      } else if left > 0 {
        spokenFor[effect]?.actionsLeft = left - 1
        return false
      }
      disconnect(effect)
      return true
    }
    if isListening { belongsOutside(effect) }
    guard outsideEffects.contains(effect) else { return false }
    noteArrivals()
    switch doing {
    case .send(let action, let goOn): arrivals.append(.action(effect: effect, action, goOn: goOn))
    case .dismiss(let action): arrivals.append(.dismissal(effect: effect, action))
    case .end(let error): arrivals.append(.ending(effect: effect, error: error))
    }
    return true
  }

  /// An effect, or what it started, is about to change a shared value.
  func noteWrite(_ write: SharedWrite) {
    guard world.scheduler.isDrivenHere, !isReducing, let effect = Scheduler.owner else { return }
    if isListening { belongsOutside(effect) }
    guard outsideEffects.contains(effect) else {
      // Comes about again by itself when the inputs are run again.
      return noteWrite(write, by: effect)
    }
    // Whoever wrote there before wrote what is there now.
    if newWrites.contains(where: { $0.effect != effect && $0.write.isOfSameValue(as: write) }) { noteArrivals() }
    if !newWrites.contains(where: { $0.write.isOfSameValue(as: write) }) { newWrites.append((effect, write)) }
    if !writesKeptBack.contains(where: { $0.isOfSameValue(as: write) }) { writesKeptBack.append(write) }
  }

  /// Makes arrivals of what effects wrote to shared values so far because of something outside.
  func noteArrivals() {
    for (effect, write) in newWrites where write.isChange {
      arrivals.append(.write(effect: effect, write, value: write.current))
    }
    newWrites = []
  }

  /// Takes back what was written, since each becomes an input of its own. Not earlier than now: effects that run one after the other see
  /// what those before them wrote.
  func keepBackWrites() {
    noteArrivals()
    for write in writesKeptBack { write.put(write.before) }
    writesKeptBack = []
  }

  /// Runs what came from outside until it waits again; what effects do because of it is kept back.
  ///
  /// - Returns: The effects that wait for something else now.
  /// - Throws: `Stop`, after which this run must be thrown away.
  func listen() throws -> [(effect: Int, wait: EffectWait)] {
    isListening = true
    jobs = 0
    details = StepDetails()
    world.updateOutside { $0.isListening = true }
    keepBackWhatIsOutside()
    var isFinished = true
    collecting {
      let goingOn = self.goingOn
      self.goingOn = []
      for goOn in goingOn { goOn() }
      world.scheduler.letForeignJobsIn()
      isFinished = world.scheduler.runUntilIdle(interrupt: { [unowned self] in shouldStop })
      keepBackWrites()
    }
    isListening = false
    world.updateOutside { $0.isListening = false }
    keepBackWhatIsOutside()
    try stopIfNeeded(finished: isFinished)
    noteWaits()
    defer { details = StepDetails() }
    return details.waits
  }

  /// Takes the first thing an effect wants to do that is still in flight.
  func takeArrival() -> Arrival? {
    while !arrivals.isEmpty {
      let arrival = arrivals.removeFirst()
      if effects.contains(where: { $0.id.number == arrival.effect }) { return arrival }
    }
    return nil
  }
}
