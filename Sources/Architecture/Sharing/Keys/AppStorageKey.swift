import Dependencies
import Foundation

/// Shares a value that the user defaults hold.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let name: String
  private let store: UncheckedSendable<UserDefaults>
  private let decode: @Sendable (Any) throws -> Value?
  private let encode: @Sendable (Value) throws -> Any?

  /// What two keys have in common when they share a value.
  public struct ID: Hashable, Sendable {
    let name: String
    let store: ObjectIdentifier
  }

  init(
    _ name: String, store: UserDefaults?,
    decode: @escaping @Sendable (Any) throws -> Value?, encode: @escaping @Sendable (Value) throws -> Any?
  ) {
    @Dependency(\.defaultAppStorage) var defaultStore
    self.name = name
    self.store = UncheckedSendable(store ?? defaultStore)
    self.decode = decode
    self.encode = encode
  }

  public var id: ID { ID(name: name, store: ObjectIdentifier(store.value)) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    guard let object = store.value.object(forKey: name) else { return continuation.resumeReturningInitialValue() }
    continuation.resume(with: Result { try decode(object) })
  }

  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let (name, store, decode) = (name, store, decode)
    let last = LockIsolated(RawEntry(store.value.object(forKey: name)))
    let observer = UncheckedSendable(
      NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: store.value, queue: nil
      ) { _ in
        let object = store.value.object(forKey: name)
        let entry = RawEntry(object)
        let isChanged = last.withValue { last in
          defer { last = entry }
          return last != entry
        }
        // The notification does not say which entry changed, and comes for the writes of this key, too.
        guard isChanged, !AppStorageWriting.isSaving else { return }
        guard let object else { return subscriber.yieldReturningInitialValue() }
        subscriber.yield(with: Result { try decode(object) })
      })
    return SharedSubscription { NotificationCenter.default.removeObserver(observer.value) }
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(
      with: Result {
        let object = try encode(value)
        AppStorageWriting.$isSaving.withValue(true) {
          if let object {
            store.value.set(object, forKey: name)
          } else {
            store.value.removeObject(forKey: name)
          }
        }
      })
  }
}

/// Whether this task is just saving, so that the notification it causes is no news.
private enum AppStorageWriting {
  @TaskLocal static var isSaving = false
}

/// An entry of the user defaults, to be compared; those that cannot be are never equal.
private struct RawEntry: Equatable, Sendable {
  private let object: UncheckedSendable<AnyHashable?>?

  init(_ object: Any?) {
    if let object {
      self.object = (object as? AnyHashable).map { UncheckedSendable($0) }
    } else {
      self.object = UncheckedSendable(nil)
    }
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    guard let left = lhs.object, let right = rhs.object else { return false }
    return left.value == right.value
  }
}

extension AppStorageKey: CustomStringConvertible {
  public var description: String { ".appStorage(\(name.debugDescription))" }
}

/// A type that user defaults hold as it is.
public protocol _AppStorageValue: Sendable {
  /// Reads the object that user defaults gave.
  static func fromAppStorage(_ object: Any) -> Self?
  /// The object to give to user defaults; `nil` removes the entry.
  var appStorageObject: Any? { get }
}

extension _AppStorageValue {
  public static func fromAppStorage(_ object: Any) -> Self? { object as? Self }
  public var appStorageObject: Any? { self }
}

extension Bool: _AppStorageValue {
  public static func fromAppStorage(_ object: Any) -> Bool? { object as? Bool ?? (object as? NSNumber)?.boolValue }
}
extension Int: _AppStorageValue {
  public static func fromAppStorage(_ object: Any) -> Int? { object as? Int ?? (object as? NSNumber)?.intValue }
}
extension Double: _AppStorageValue {
  public static func fromAppStorage(_ object: Any) -> Double? { object as? Double ?? (object as? NSNumber)?.doubleValue }
}
extension String: _AppStorageValue {}
extension Data: _AppStorageValue {}
extension Date: _AppStorageValue {}
extension URL: _AppStorageValue {
  public static func fromAppStorage(_ object: Any) -> URL? { (object as? String).flatMap { URL(string: $0) } }
  public var appStorageObject: Any? { absoluteString }
}
extension Array: _AppStorageValue where Element == String {}
extension Optional: _AppStorageValue where Wrapped: _AppStorageValue {
  public static func fromAppStorage(_ object: Any) -> Wrapped?? { .some(Wrapped.fromAppStorage(object)) }
  public var appStorageObject: Any? { flatMap(\.appStorageObject) }
}

extension SharedReaderKey {
  /// Shares a value that the user defaults hold.
  ///
  /// - Parameters:
  ///   - key: The entry's name.
  ///   - store: The user defaults; `\.defaultAppStorage` unless given.
  public static func appStorage<Value: _AppStorageValue>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store: store, decode: { Value.fromAppStorage($0) }, encode: { $0.appStorageObject })
  }

  /// Shares a value whose raw value the user defaults hold.
  public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value>, Value.RawValue: _AppStorageValue {
    AppStorageKey(
      key, store: store, decode: { Value.RawValue.fromAppStorage($0).flatMap(Value.init(rawValue:)) },
      encode: { $0.rawValue.appStorageObject })
  }

  /// Shares an optional value whose raw value the user defaults hold.
  public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value?>, Value.RawValue: _AppStorageValue {
    AppStorageKey(
      key, store: store, decode: { .some(Value.RawValue.fromAppStorage($0).flatMap(Value.init(rawValue:))) },
      encode: { $0?.rawValue.appStorageObject })
  }

  /// Shares a value that the user defaults hold as JSON.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(
      key, store: store,
      decode: { object in try (object as? Data).map { try JSONDecoder().decode(Value.self, from: $0) } },
      encode: { value in
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
      })
  }
}
