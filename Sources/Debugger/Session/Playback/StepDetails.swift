/// What a step led to besides its entries: effects that started and ended, and issues a reducer reported.
struct StepDetails: Sendable {
  /// An issue reported while an entry was reduced, or by an effect after it.
  struct Report: Hashable, Sendable {
    /// The entry, counted from 0 within the step.
    let entryIndex: Int
    let message: String
  }

  var events: [EffectEvent] = []
  var reports: [Report] = []
  /// What reducers printed of their changes.
  var prints: [Report] = []
  /// What the effects wait for from the end of this step on; only those for which it changed.
  var waits: [(effect: Int, wait: EffectWait)] = []

  /// Whether nothing happened that a person would be shown.
  var isEmpty: Bool { events.isEmpty && reports.isEmpty && prints.isEmpty }
}
