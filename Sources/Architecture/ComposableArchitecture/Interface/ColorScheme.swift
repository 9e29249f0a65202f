/// Stands in for SwiftUI's type, so that features which keep an appearance compile.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
  case light
  case dark
}
