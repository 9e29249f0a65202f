import ActionLanguage
import Foundation

/// A place where playback and scripts stop: an action, or a value that changes.
struct Breakpoint {
  enum Kind {
    case action(ActionPattern)
    case watch(StatePath)
  }

  let number: Int
  let kind: Kind
  /// What must be true of the state after the entry.
  let condition: ActionLanguage.Predicate?
  /// Whether it goes away once it stopped something.
  let isTemporary: Bool
  var isEnabled = true
  /// How many more hits do not stop.
  var ignored = 0
  var hits = 0

  var text: String {
    switch kind {
    case .action(let pattern): (isTemporary ? "tbreak " : "break ") + pattern.text + (condition.map { " if \($0)" } ?? "")
    case .watch(let path): "watch \(path)" + (condition.map { " if \($0)" } ?? "")
    }
  }

  /// Whether states are needed to tell a hit.
  var needsStates: Bool {
    if case .watch = kind { return true }
    return condition != nil
  }
}

/// All breakpoints, and which of them an entry meets.
struct Breakpoints {
  /// A breakpoint that an entry met.
  struct Hit {
    let number: Int
    /// What a watched value was and became.
    var change: (path: String, old: String, new: String)?
  }

  private(set) var all: [Breakpoint] = []
  private var nextNumber = 1

  var enabled: [Breakpoint] { all.filter(\.isEnabled) }

  mutating func add(_ kind: Breakpoint.Kind, condition: ActionLanguage.Predicate?, isTemporary: Bool) -> Breakpoint {
    let breakpoint = Breakpoint(number: nextNumber, kind: kind, condition: condition, isTemporary: isTemporary)
    nextNumber += 1
    all.append(breakpoint)
    return breakpoint
  }

  /// Takes a breakpoint as it was in another process.
  mutating func restore(_ breakpoint: Breakpoint) {
    all.append(breakpoint)
    nextNumber = max(nextNumber, breakpoint.number + 1)
  }

  subscript(number: Int) -> Breakpoint? {
    get { all.first { $0.number == number } }
    set {
      guard let index = all.firstIndex(where: { $0.number == number }) else { return }
      if let newValue { all[index] = newValue } else { all.remove(at: index) }
    }
  }

  mutating func removeAll() { all = [] }

  /// Counts hits, leaves out those that are to be ignored, and removes temporary breakpoints that stopped something.
  mutating func take(_ hits: [Hit]) -> [Hit] {
    hits.filter { hit in
      guard var breakpoint = self[hit.number] else { return false }
      breakpoint.hits += 1
      let stops = breakpoint.ignored == 0
      if !stops { breakpoint.ignored -= 1 }
      self[hit.number] = stops && breakpoint.isTemporary ? nil : breakpoint
      return stops
    }
  }
}

/// Tells entry by entry, in the order of the log, which breakpoints are met.
struct BreakpointWatcher {
  private let breakpoints: [Breakpoint]
  private var values: [Int: WatchedValue] = [:]
  let needsStates: Bool

  init(_ breakpoints: Breakpoints) {
    self.breakpoints = breakpoints.enabled
    needsStates = self.breakpoints.contains(where: \.needsStates)
  }

  var isEmpty: Bool { breakpoints.isEmpty }

  /// Takes the state before the first entry.
  mutating func begin(_ state: Any?) {
    guard let state else { return }
    for case let breakpoint in breakpoints {
      if case .watch(let path) = breakpoint.kind { values[breakpoint.number] = WatchedValue(path, in: state) }
    }
  }

  /// The breakpoints an entry meets.
  ///
  /// - Parameters:
  ///   - action: The action in its dotted spelling; made only when a breakpoint asks for it.
  ///   - state: The state after it, when states are needed.
  ///   - date: The date after it: what `now` means in conditions.
  mutating func hits(action: () -> String, state: Any?, date: () -> Date) -> [Breakpoints.Hit] {
    var text: String?
    var hits: [Breakpoints.Hit] = []
    for breakpoint in breakpoints {
      var hit = Breakpoints.Hit(number: breakpoint.number)
      switch breakpoint.kind {
      case .action(let pattern):
        let action = text ?? action()
        text = action
        guard pattern.matches(action) else { continue }
      case .watch(let path):
        guard let state else { continue }
        let value = WatchedValue(path, in: state)
        let old = values.updateValue(value, forKey: breakpoint.number) ?? value
        guard old != value else { continue }
        hit.change = (path.description, old.text, value.text)
      }
      if let condition = breakpoint.condition {
        guard let state, (try? condition.evaluate(in: state, now: date())) == true else { continue }
      }
      hits.append(hit)
    }
    return hits
  }
}

/// The value at a path at one moment, or that nothing is there.
struct WatchedValue: Equatable {
  private let value: Any?
  /// What it looked like then, where it refers to values beside it.
  private let look: String?

  init(_ path: StatePath, in state: Any) {
    value = try? path.evaluate(in: state)
    look = value.flatMap { StatePath.refersToOthers(type(of: $0)) ? ValuePrinter.text(of: $0) : nil }
  }

  var text: String { look ?? value.map { ValuePrinter.text(of: $0) } ?? "not there" }

  static func == (left: Self, right: Self) -> Bool {
    switch (left.value, right.value) {
    case _ where left.look != nil && right.look != nil: left.look == right.look
    case (nil, nil): true
    case (let one?, let other?): ValueDiff.changes(from: one, to: other).isEmpty
    default: false
    }
  }
}
