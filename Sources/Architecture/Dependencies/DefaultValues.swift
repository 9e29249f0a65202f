import IssueReporting
import Synchronization

/// The defaults of keys nobody gave a value, made once for each context and kept, so that a default with an identity stays the same.
///
/// In tests they are made once for each test, so that tests which run at the same time share nothing.
final class DefaultValues: Sendable {
  struct Place {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
  }

  private struct Name: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
    let test: RunningTest?
  }

  static let shared = DefaultValues()
  private let values = Mutex<[Name: GivenValue]>([:])

  /// The default of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - context: Which of its defaults.
  ///   - dependencies: What a default that reads other dependencies finds while it is made.
  ///   - place: Blamed when there is no default.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, for dependencies: DependencyValues, place: Place
  ) -> Key.Value {
    let name = Name(key: ObjectIdentifier(key), context: context, test: context == .test ? RunningTest.current : nil)
    if let kept = values.withLock({ $0[name] }) as? Given<Key.Value> { return kept.value }
    // Made outside the lock, since making it may read other dependencies; two threads may both make one, and then the first is kept.
    var others = dependencies
    others.isBeingSet = false
    let (value, isKept) = DependencyValues.$_current.withValue(others) {
      make(key, in: context, isBeingSet: dependencies.isBeingSet, place: place)
    }
    guard isKept else { return value }
    return values.withLock { values in
      if let earlier = values[name] as? Given<Key.Value> { return earlier.value }
      values[name] = Given(value)
      return value
    }
  }

  private func make<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext, isBeingSet: Bool, place: Place
  ) -> (value: Key.Value, isKept: Bool) {
    switch context {
    case .live:
      if let liveKey = key as? any DependencyKey.Type, let live = liveValue(of: liveKey) as? Key.Value {
        return (live, true)
      }
      // Where somebody answers for the outside world, a client without a live value is theirs to answer.
      if DependencyValues._current.endpointResponder != nil { return (Key.testValue, false) }
      if isBeingSet { return (Key.testValue, false) }
      reportIssue(
        """
        \(typeName(key)) has no live implementation, but was used in the running application.

        Conform it to DependencyKey, or give it a value with withDependencies or prepareDependencies.
        """, fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
      return (Key.testValue, false)
    case .preview:
      return (Key.previewValue, true)
    case .test:
      let use = UseOfMissingTestValue(isReported: !isBeingSet)
      let value = UseOfMissingTestValue.$current.withValue(use) { Key.testValue }
      // The default of a key without a test value reports each time it is used, so it must not be kept.
      return (value, !use.happened)
    }
  }

  private func liveValue<Key: DependencyKey>(of key: Key.Type) -> Any { Key.liveValue }
}

/// Notes that a test value was asked for and the key has none.
final class UseOfMissingTestValue: Sendable {
  @TaskLocal static var current: UseOfMissingTestValue?
  /// Whether the test should hear of it: not where a value is only asked for to change a part of it.
  let isReported: Bool
  private let flag = Atomic(false)

  init(isReported: Bool) { self.isReported = isReported }

  var happened: Bool { flag.load(ordering: .relaxed) }
  func note() { flag.store(true, ordering: .relaxed) }
}

func typeName(_ type: Any.Type) -> String {
  let name = String(reflecting: type)
  return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
}
