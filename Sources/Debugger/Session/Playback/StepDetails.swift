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
  /// What the entries wrote that are no actions, by their places, counted from 0 within the step.
  var writes: [Int: EffectWrites] = [:]
  /// What the effects wait for from the end of this step on; only those for which it changed.
  var waits: [(effect: Int, wait: EffectWait)] = []

  /// The starts and ends of effects after some entries, counted from 0 within the step, -1 before the first.
  func events(atEntries entries: Range<Int>) -> ArraySlice<EffectEvent> {
    Self.within(entries, of: events, at: \.entryIndex)
  }

  /// The issues reported at some entries, counted from 0 within the step.
  func reports(atEntries entries: Range<Int>) -> ArraySlice<Report> {
    Self.within(entries, of: reports, at: \.entryIndex)
  }

  /// The elements of some entries, found by halving, since they are in order.
  private static func within<Element>(
    _ entries: Range<Int>, of elements: [Element], at entry: KeyPath<Element, Int>
  ) -> ArraySlice<Element> {
    func first(from wanted: Int) -> Int {
      var (low, high) = (0, elements.count)
      while low < high {
        let middle = (low + high) / 2
        if elements[middle][keyPath: entry] < wanted { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return elements[first(from: entries.lowerBound)..<first(from: entries.upperBound)]
  }

  /// Whether nothing is known that the entries do not say.
  var isNothing: Bool { isEmpty && waits.isEmpty && writes.isEmpty }

  /// Whether nothing happened that a person would be shown.
  var isEmpty: Bool { events.isEmpty && reports.isEmpty && prints.isEmpty }
}
