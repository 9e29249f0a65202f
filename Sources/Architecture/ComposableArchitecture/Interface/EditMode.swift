/// Stands in for SwiftUI's type, so that features which keep an edit mode compile.
public enum EditMode: Hashable, Sendable {
  case inactive
  case transient
  case active

  public var isEditing: Bool { self != .inactive }
}
