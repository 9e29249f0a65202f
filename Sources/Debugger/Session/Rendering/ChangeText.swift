import ActionLanguage

/// Changes of the state as lines of text.
enum ChangeText {
  /// A change in one line, as session files hold it: `~ count: 0 → 1`, `+ rows[id: 3]: …`, `- rows[id: 3]: …`.
  static func line(_ change: ValueDiff.Change) -> String {
    let path = change.path.isEmpty ? "state" : change.path
    return switch change.kind {
    case .changed: "~ \(path): \(change.old) → \(change.new)"
    case .inserted: "+ \(path): \(change.new)"
    case .removed: "- \(path): \(change.old)"
    case .moved: "@ \(path): \(change.old) → \(change.new)"
    }
  }
}
