import Dependencies
import Foundation
import Synchronization

/// The references of one world: one for each key, and all that are alive, so that a debugger can put their values back.
package final class SharedReferences: @unchecked Sendable {
  private struct Name: Hashable {
    var identifier: AnyHashable
    var value: ObjectIdentifier
  }

  private struct Weak {
    weak var reference: (any AnyStoredReference)?
  }

  // Guarded by the lock.
  private var named: [Name: Weak] = [:]
  private var all: [Weak] = []
  private var limit = 64
  private let registrations = Atomic(0)
  private let lock = NSRecursiveLock()

  package init() {}

  func register(_ reference: any AnyStoredReference) {
    lock.withLock {
      all.append(Weak(reference: reference))
      registrations.wrappingAdd(1, ordering: .releasing)
      // Dead ones are swept when the list has doubled, which costs a constant amount for each registration.
      if all.count > limit {
        all.removeAll { $0.reference == nil }
        limit = max(64, all.count * 2)
      }
    }
  }

  /// The reference of a key, made if there is none yet.
  func reference<Key: SharedReaderKey>(
    for key: Key, initialValue: () -> Key.Value, hasInitialValue: Bool
  ) -> StoredReference<Key.Value> {
    let name = Name(identifier: AnyHashable(key.id), value: ObjectIdentifier(Key.Value.self))
    return lock.withLock {
      if let reference = named[name]?.reference as? StoredReference<Key.Value> { return reference }
      let reference = PersistentReference(
        key: key, initialValue: initialValue(), hasInitialValue: hasInitialValue, registeredIn: self)
      named[name] = Weak(reference: reference)
      key.keep(reference)
      return reference
    }
  }

  /// How many references there have ever been.
  package var registrationCount: Int { registrations.load(ordering: .acquiring) }

  /// The references alive, oldest first.
  var alive: [any AnyStoredReference] {
    lock.withLock { all.compactMap(\.reference) }
  }

  /// Which reference each key has.
  var bindings: [AnyHashable: any AnyStoredReference] {
    lock.withLock {
      var result: [AnyHashable: any AnyStoredReference] = [:]
      for (name, weak) in named { result[AnyHashable(name)] = weak.reference }
      return result
    }
  }

  /// Gives each key the reference it had; keys that had none start afresh.
  func rebind(_ bindings: [AnyHashable: any AnyStoredReference]) {
    lock.withLock {
      named = [:]
      for (name, reference) in bindings {
        if let name = name.base as? Name { named[name] = Weak(reference: reference) }
      }
    }
  }
}

private enum SharedReferencesKey: DependencyKey {
  static let liveValue = SharedReferences()
  static var testValue: SharedReferences { SharedReferences() }
}

extension DependencyValues {
  /// The references to shared values of this world.
  package var sharedReferences: SharedReferences {
    get { self[SharedReferencesKey.self] }
    set { self[SharedReferencesKey.self] = newValue }
  }

  /// Starts with shared storage of one's own: nothing shared yet, and files and user defaults in memory.
  package mutating func isolateSharedStorage() {
    sharedReferences = SharedReferences()
    defaultInMemoryStorage = InMemoryStorage()
    defaultFileStorage = .inMemory
    defaultAppStorage = .inMemory
  }
}
