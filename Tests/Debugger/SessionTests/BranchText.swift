import ActionLanguage
import Timeline

@testable import Session

/// Everything a session shows of its current branch, as text in which entries are counted along the branch, so that two branches
/// that went the same way are equal.
struct BranchText: Equatable {
  /// One piece of text for each step that is more than the passing of no time.
  private(set) var steps: [String] = []
  private(set) var effects = ""

  init(_ playback: any Playback) {
    let timeline = playback.timeline
    var places: [Int: Int] = [0: 0]
    for number in timeline.branchEntries { places[number] = places.count }
    for step in timeline.branch.dropFirst() {
      let record = timeline.steps[step]
      if record.input == .advance(.zero), record.entryCount == 0 { continue }
      var lines = ["\(record.input.map(InputText.text) ?? "")"]
      for number in record.entries {
        let entry = playback.record(ofEntry: number)
        lines.append("#\(places[number] ?? -1) \(entry.action) \(entry.cause) \(entry.time)")
      }
      let details = playback.details(ofStep: step)
      lines += details.events.map { "\($0)" } + details.reports.map(\.message) + details.prints.map(\.message)
      lines += details.waits.sorted { $0.effect < $1.effect }.map { "e\($0.effect) \($0.wait)" }
      lines.append("\(record.worldAfter)")
      lines.append(ValuePrinter.text(of: playback.state(at: timeline.quiet(step))))
      steps.append(lines.joined(separator: "\n"))
    }
    effects = playback.effects().map { effect in
      "e\(effect.number) by \(places[effect.startedBy] ?? -1) in \(effect.path) ids \(effect.cancellationIDs) "
        + "waits for \(effect.waitsFor ?? "-") sent \(effect.actionsSent) last \(effect.lastAction.flatMap { places[$0] } ?? -1) "
        + "held \(effect.isHeld)"
    }.joined(separator: "\n")
  }

  /// The first difference from another, for the message of a failure.
  func difference(from other: BranchText) -> String {
    if let index = zip(steps, other.steps).map(==).firstIndex(of: false) {
      return "step \(index + 1)\n--- expected\n\(other.steps[index])\n--- was\n\(steps[index])"
    }
    if steps.count != other.steps.count { return "\(steps.count) steps instead of \(other.steps.count)" }
    return "effects\n--- expected\n\(other.effects)\n--- was\n\(effects)"
  }
}
