/// Stands in for SwiftUI's type, so that features which are told of the application's phase compile.
public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}
