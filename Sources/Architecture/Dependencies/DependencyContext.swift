import Foundation
import IssueReporting

/// Which of a key's values is used where none was given.
public enum DependencyContext: String, Sendable {
  /// The running application.
  case live
  /// A preview.
  case preview
  /// A test.
  case test

  /// The context this process runs in, unless it is overridden: tests are found out, `SWIFT_DEPENDENCIES_CONTEXT` decides otherwise.
  static let ofProcess: DependencyContext = {
    if let name = ProcessInfo.processInfo.environment["SWIFT_DEPENDENCIES_CONTEXT"], let context = Self(rawValue: name) {
      return context
    }
    return isTesting ? .test : .live
  }()
}
