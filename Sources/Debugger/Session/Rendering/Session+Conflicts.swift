import Terminal
import Timeline

/// States that no screen can show: two siblings presented at the same time.
extension Session {
  /// Warns when a step made such a state of one that was none.
  func warnOfConflicts(madeByStep step: Int) {
    let timeline = playback.timeline
    let now = PresentedPath(of: playback.state(at: timeline.quiet(step)), root: playback.name).conflicts
    guard !now.isEmpty, step != 0 else { return }
    let before = PresentedPath(of: playback.state(at: timeline.quiet(timeline.steps[step].parent)), root: playback.name).conflicts
    showConflicts(now.filter { !before.contains($0) })
  }

  func showConflicts(_ conflicts: [String]) {
    for conflict in conflicts {
      output.warning(
        "  ! \(conflict) are presented at once, which no screen can show; one enum with a case for each rules it out")
    }
  }
}
