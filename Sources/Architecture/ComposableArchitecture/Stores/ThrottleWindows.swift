/// The open windows of throttled effects (C58).
struct ThrottleWindows<Action> {
  /// What to do with an action that was offered.
  enum Verdict {
    /// Send it now; a window opens.
    case pass
    /// It waits with the one who carries the window's trailing action.
    case hold
    /// It waits, and somebody must take it when this time has passed.
    case holdAndWait(Duration)
  }

  private struct Window {
    /// The timer that opened the window; instants of different timers cannot be compared.
    let timer: EffectTimer
    let start: Duration
    let interval: Duration
    var held: Action?
    /// The effect that sends the held action when the window closes.
    var carrier: LiveEffect?

    var age: Duration { timer.now() - start }
  }

  private var windows: [CancellationKey: Window] = [:]

  mutating func offer(_ action: Action, to key: CancellationKey, _ throttle: Throttle) -> Verdict {
    guard var window = windows[key], window.age < throttle.interval else {
      open(key, throttle)
      return .pass
    }
    let isCarried = window.carrier.map { !$0.isOver } ?? false
    if throttle.latest || window.held == nil || !isCarried { window.held = action }
    windows[key] = window
    return isCarried ? .hold : .holdAndWait(throttle.interval - window.age)
  }

  mutating func setCarrier(_ effect: LiveEffect?, for key: CancellationKey) { windows[key]?.carrier = effect }

  /// Takes the held action when its window closes; the next window opens.
  mutating func takeHeld(_ key: CancellationKey, _ throttle: Throttle) -> Action? {
    let held = windows[key]?.held
    open(key, throttle)
    return held
  }

  /// How many windows are still open; windows that are over are forgotten.
  mutating func openWindows() -> Int {
    guard !windows.isEmpty else { return 0 }
    windows = windows.filter { $0.value.age < $0.value.interval || $0.value.carrier.map { !$0.isOver } ?? false }
    return windows.count
  }

  private mutating func open(_ key: CancellationKey, _ throttle: Throttle) {
    windows[key] = Window(timer: throttle.timer, start: throttle.timer.now(), interval: throttle.interval)
  }
}
