import Dependencies
import Foundation

/// Keeps the values that `.inMemory` keys share, until the program ends.
public struct InMemoryStorage: Hashable, Sendable {
  private final class Store: @unchecked Sendable {
    // Guarded by the lock.
    private var references: [String: any AnyStoredReference] = [:]
    private let lock = NSLock()

    var contents: [String: any AnyStoredReference] {
      get { lock.withLock { references } }
      set { lock.withLock { references = newValue } }
    }

    func keep(_ reference: any AnyStoredReference, named name: String) {
      lock.withLock { references[name] = reference }
    }
  }

  private let store = Store()

  /// Makes an empty storage.
  public init() {}

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.store === rhs.store }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(store)) }

  var contents: [String: any AnyStoredReference] {
    get { store.contents }
    nonmutating set { store.contents = newValue }
  }

  func keep(_ reference: any AnyStoredReference, named name: String) { store.keep(reference, named: name) }
}

private enum DefaultInMemoryStorageKey: DependencyKey {
  static let liveValue = InMemoryStorage()
  static var testValue: InMemoryStorage { InMemoryStorage() }
}

extension DependencyValues {
  /// Where `.inMemory` keys keep their values.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[DefaultInMemoryStorageKey.self] }
    set { self[DefaultInMemoryStorageKey.self] = newValue }
  }
}
