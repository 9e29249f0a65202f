import Dependencies
import Foundation

/// All shared values of the current dependencies at one moment, for a debugger that travels in time.
///
/// It holds the value of every live reference, which reference each key has, and the contents of in-memory storages: those named by
/// keys, files, and user defaults. What a key of one's own saved somewhere else, and the real file system, are not part of it.
package struct SharedStorageSnapshot: @unchecked Sendable {
  private var values: [(reference: any AnyStoredReference, value: Any)]
  private var bindings: [AnyHashable: any AnyStoredReference]
  private var inMemory: [String: any AnyStoredReference]
  private var files: [URL: Data]?
  private var defaults: [String: Any]?

  /// How many shared values it holds.
  package var valueCount: Int { values.count }

  /// The storage as it is. Cost: one more owner of each live shared value, so the next change of a collection copies it.
  package static func capture() -> SharedStorageSnapshot {
    let dependencies = DependencyValues._current
    let references = dependencies.sharedReferences
    return SharedStorageSnapshot(
      values: references.alive.map { ($0, $0.anyValue) },
      bindings: references.bindings,
      inMemory: dependencies.defaultInMemoryStorage.contents,
      files: dependencies.defaultFileStorage.contents,
      defaults: (dependencies.defaultAppStorage as? InMemoryUserDefaults)?.contents)
  }

  /// Puts everything back. Observers are told; nothing is saved by a key, and no tracker sees a change.
  package func restore() {
    let dependencies = DependencyValues._current
    dependencies.sharedReferences.rebind(bindings)
    dependencies.defaultInMemoryStorage.contents = inMemory
    if let files { dependencies.defaultFileStorage.contents = files }
    if let defaults { (dependencies.defaultAppStorage as? InMemoryUserDefaults)?.contents = defaults }
    for (reference, value) in values { reference.restore(value) }
  }
}
