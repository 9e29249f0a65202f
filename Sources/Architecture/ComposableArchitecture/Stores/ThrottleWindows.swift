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
    var start: Duration
    var held: Action?
    /// The effect that sends the held action when the window closes.
    var carrier: LiveEffect?
  }

  private var windows: [CancellationKey: Window] = [:]

  mutating func offer(_ action: Action, to key: CancellationKey, _ throttle: Throttle) -> Verdict {
    let now = throttle.timer.now()
    guard var window = windows[key], now >= window.start, now - window.start < throttle.interval else {
      windows[key] = Window(start: now)
      return .pass
    }
    let isCarried = window.carrier.map { !$0.isOver } ?? false
    if throttle.latest || window.held == nil || !isCarried { window.held = action }
    windows[key] = window
    return isCarried ? .hold : .holdAndWait(window.start + throttle.interval - now)
  }

  mutating func setCarrier(_ effect: LiveEffect?, for key: CancellationKey) { windows[key]?.carrier = effect }

  /// Takes the held action when its window closes; the next window opens.
  mutating func takeHeld(_ key: CancellationKey, _ throttle: Throttle) -> Action? {
    let held = windows[key]?.held
    windows[key] = Window(start: throttle.timer.now())
    return held
  }
}
