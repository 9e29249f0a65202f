/// What a piece of output is; the palette decides how it looks.
public enum Style: String, Sendable, Hashable, CaseIterable {
  case plain, heading, muted, hint, prompt
  case label, number, text, keyword
  case added, removed, changed
  case success, warning, failure
  /// An element of a navigation stack.
  case path
  /// A feature presented over another.
  case presentation
  /// The case of a destination that is shown.
  case destination
  /// Where the session's focus is.
  case focus
}
