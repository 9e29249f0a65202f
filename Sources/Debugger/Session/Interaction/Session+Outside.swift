import CCrashRecovery
import Foundation
import Terminal
import Timeline

/// Where real time and virtual time meet, while a session is live.
struct TimeAnchor {
  /// The step the session was at when it was last live.
  var step: Int
  let real: ContinuousClock.Instant
  let virtual: Duration

  /// Virtual time at a moment of real time, in whole milliseconds, which is finer than anybody presses keys.
  func time(at moment: ContinuousClock.Instant) -> Duration {
    let (seconds, attoseconds) = real.duration(to: moment).components
    return virtual + .milliseconds(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}

/// Taking in what comes from outside: other threads, and real time while the session is live.
extension Session {
  /// Connects effects to what is outside from here on: real time, and dependencies that are live.
  ///
  /// - Parameter isAnnounced: Whether to say so.
  /// - Throws: Why the input that says so could not be performed, such as a journal that cannot be written.
  public func goLive(isAnnounced: Bool = false) throws {
    isLive = true
    if isAnnounced { output.note("live: real time, and dependencies that reach outside; live off ends it") }
    guard !playback.isConnected else { return anchorTime() }
    try performQuietly(.live(isOn: true))
    anchorTime()
  }

  /// Carries out `live`, `live on` and `live off`.
  func live(_ arguments: CommandArguments) throws {
    switch arguments.text {
    case "": output.line(isLive ? "live: real time, and dependencies that reach outside" : "not live: the outside world is you")
    case "on":
      guard !isLive || !playback.isConnected else { return output.line("live already") }
      isLive = true
      if playback.isConnected { return anchorTime() }
      try act(.live(isOn: true), arguments)
    case "off":
      guard isLive || playback.isConnected else { return output.line("not live already") }
      isLive = false
      if playback.isConnected { try act(.live(isOn: false), arguments) }
    default: throw CommandError("live takes on, off or nothing", column: arguments.column)
    }
  }

  /// Makes the world fit for an input: time is what it is outside, and a session that is live says so in its inputs.
  func prepareOutside(for request: InputRequest) throws {
    if case .live = request { return }
    if isLive, !playback.isConnected { try goLive() }
    if !isLive, playback.isConnected, case .action = request {
      try performQuietly(.live(isOn: false))
      output.note("not live: effects that began while it was have only you now (arrive, depart)")
    }
    catchUp()
    if let now = realNow { try passTime(to: now) }
  }

  /// Lets the time of an `advance` pass from one deadline to the next while the session is live, since what effects do at one of them
  /// must be let in before they can wait for the next.
  ///
  /// - Returns: What remains to be done.
  func passMoments(of request: InputRequest) throws -> InputRequest {
    guard isLive, playback.isConnected, case .advance(let duration?) = request else { return request }
    let end = playback.times.now + duration
    while let deadline = playback.times.deadline, deadline < end, !Interruption.isRequested {
      try passTime(to: deadline)
      catchUp()
    }
    return .advance(max(end - playback.times.now, .zero))
  }

  /// After an input: the time it took the world to is the time from now on.
  func anchorTime() {
    guard isLive else { return anchor = nil }
    let step = playback.timeline.position.step
    let now = playback.times.now
    guard var anchor, playback.timeline.isOnBranch(anchor.step), anchor.step <= step, now <= anchor.time(at: realTime()) else {
      anchor = TimeAnchor(step: step, real: realTime(), virtual: now)
      return
    }
    anchor.step = step
    self.anchor = anchor
  }

  /// Takes in what has happened outside so far, each thing an effect does because of it as a step of its own.
  public func catchUp() {
    guard !isCatchingUp, exitCode == nil else { return }
    isCatchingUp = true
    hindsight_crash_set_busy(1)
    defer {
      hindsight_crash_set_busy(0)
      isCatchingUp = false
    }
    do {
      var arrivals = 0
      while !Interruption.isRequested {
        if let report = try playback.performArrival() {
          arrivals += 1
          try took(report)
          if arrivals >= playback.settings.derivedActionLimit { return stopFlood(report) }
          continue
        }
        // What is due has its own moment, however late the machine gets to it.
        guard let now = realNow, let deadline = playback.times.deadline, deadline <= now else { return }
        try passTime(to: deadline)
      }
    } catch let error as SessionError {
      output.error(error.message)
    } catch let error as CommandError {
      output.error(error.message)
    } catch {
      output.error("\(error)")
    }
  }

  /// How long until something is due by itself; `nil` when only something from outside can come.
  public var timeToNextEvent: Duration? {
    guard let now = realNow, let deadline = playback.times.deadline else { return nil }
    return max(deadline - now, .zero)
  }

  /// Waits until a descriptor has something to read, and takes in meanwhile what comes from outside.
  public func wait(forInput descriptor: Int32) {
    catchUp()
    while isLive || playback.listensOutside, !Interruption.isRequested {
      if mailbox.wait(for: descriptor, atMost: timeToNextEvent) { return }
      catchUp()
    }
  }

  /// Waits in real time until no effect waits for what is outside, and takes in what comes.
  ///
  /// - Parameter limit: How long at the most.
  /// - Returns: Whether nothing is waited for any more.
  @discardableResult
  public func wait(atMost limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    catchUp()
    while playback.listensOutside, !Interruption.isRequested, exitCode == nil {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return false }
      _ = mailbox.wait(atMost: min(left, timeToNextEvent ?? left))
      catchUp()
    }
    return !playback.listensOutside
  }

  /// Carries out `wait` and `wait DURATION`.
  func wait(_ arguments: CommandArguments) throws {
    guard arguments.text.isEmpty else {
      guard let duration = DurationText.duration(from: arguments.text) else {
        throw CommandError(
          DurationText.refusal(of: arguments.text), column: arguments.column, length: arguments.text.count,
          examples: ["wait 2s", "wait 500ms"])
      }
      let end = ContinuousClock.now + duration
      while !Interruption.isRequested, exitCode == nil {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { break }
        _ = mailbox.wait(atMost: min(left, timeToNextEvent ?? left))
        catchUp()
      }
      if let now = realNow { try passTime(to: now) }
      return
    }
    if !wait(atMost: Self.patience), !Interruption.isRequested {
      output.note("\(DurationText.text(of: Self.patience)) have passed, and something outside is still waited for (see effects)")
    }
  }

  /// As long as a person waits for an answer from a network.
  static var patience: Duration { .seconds(10) }

  private var realNow: Duration? {
    guard isLive, let anchor, anchor.step == playback.timeline.position.step, playback.isLiveHere else { return nil }
    return anchor.time(at: realTime())
  }

  private func passTime(to moment: Duration) throws {
    let duration = moment - playback.times.now
    guard duration > .zero else { return }
    let report = try playback.perform(.advance(duration))
    let isEmpty = playback.timeline.steps[report.step].entryCount == 0 && playback.details(ofStep: report.step).isEmpty
    try took(report, isShown: !isEmpty)
  }

  private func performQuietly(_ request: InputRequest) throws { try took(try playback.perform(request), isShown: false) }

  /// Counts and shows an input that came by itself.
  private func took(_ report: StepReport, isShown: Bool = true) throws {
    if !report.isRecorded { unsavedSteps += 1 }
    if isShown {
      show(report)
      try markAndTrace(report)
    }
    anchorTime()
  }

  private func stopFlood(_ report: StepReport) {
    guard case .arrival(let effect, let action)? = playback.timeline.steps[report.step].input else { return }
    _ = try? playback.perform(.cancel(effect: effect))
    output.error(
      "e\(effect) ran away: it sent \(playback.settings.derivedActionLimit) actions in a row, the last of them \(action). It was cancelled"
    )
  }
}
