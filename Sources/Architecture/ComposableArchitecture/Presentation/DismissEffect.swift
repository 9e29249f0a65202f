import Dependencies
import IssueReporting

/// Lets a feature close itself: `@Dependency(\.dismiss) var dismiss`, then `await dismiss()` in an effect.
public struct DismissEffect: Sendable {
  private let dismiss: @Sendable (_ location: SourceLocation) async -> Void

  /// A dismissal for tests of a feature on its own.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.dismiss = { _ in await dismiss() }
  }

  init(reporting dismiss: @escaping @Sendable (_ location: SourceLocation) async -> Void) { self.dismiss = dismiss }

  /// Closes the innermost presented feature that the caller lives in, and only that one (C19).
  ///
  /// The presenter is sent exactly one `.dismiss`, or `.popFrom` in a stack (C17, C31). Where nothing is presented this is
  /// reported (C20). A feature that was restored with its presentation is dismissed like any other (C21, C22); 1.x misses the one
  /// whose enum case was left and entered again.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await dismiss(SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Closes the feature; nothing is animated here.
  public func callAsFunction(
    animation: Animation?,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Closes the feature; nothing is animated here.
  public func callAsFunction(
    transaction: Transaction,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await callAsFunction(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension DependencyValues {
  /// Closes the feature that asks.
  public var dismiss: DismissEffect {
    get {
      guard let location = FeatureLocation.current, let path = location.path?.innermostDismissible else {
        return self[DismissKey.self] ?? .unavailable
      }
      let effects = location.effects
      return DismissEffect(reporting: { [weak effects] place in
        // An effect that was cancelled has nothing to say any more, as elsewhere (C56).
        guard !Task.isCancelled else { return }
        // The effect that calls may be one of those the dismissal ends, so it is looked up before.
        let effect = FeatureLocation.current?.effect
        await effects?.perform { effects in
          if let dismissal = effects.dismissal(of: path) {
            dismissal(effect ?? EffectID(0))
          } else {
            place.reportDismissalWithoutEffect(of: path)
          }
        }
      })
    }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature that asks is presented, so that ``dismiss`` has something to close.
  public var isPresented: Bool {
    FeatureLocation.current?.path?.innermostDismissible != nil || self[DismissKey.self] != nil
  }
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect? { nil }
  static var testValue: DismissEffect? { nil }
}

extension SourceLocation {
  fileprivate func reportDismissalWithoutEffect(of path: FeaturePath) {
    report(
      """
      A reducer requested dismissal, but couldn't be dismissed.

      No effect of the feature at "\(path.text)" is running: the feature went away before, or "dismiss" was kept for work that \
      outlives the effect. Call it inside of "Effect.run", and await there what is started.
      """)
  }
}

extension DismissEffect {
  fileprivate static var unavailable: DismissEffect {
    DismissEffect(reporting: { location in
      location.report(
        """
        A reducer requested dismissal, but couldn't be dismissed.

        This is a reducer whose feature is not presented: the root feature, or one that is merely scoped. Ask \
        "@Dependency(\\.isPresented)" before. In a test of the feature on its own, override "dismiss".
        """)
    })
  }
}
