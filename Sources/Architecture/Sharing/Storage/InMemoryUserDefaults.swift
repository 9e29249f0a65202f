import Dependencies
import Foundation

/// User defaults that touch no disk.
final class InMemoryUserDefaults: UserDefaults {
  // Guarded by the lock.
  private var values: [String: Any] = [:]
  private let lock = NSLock()

  var contents: [String: Any] {
    get { lock.withLock { values } }
    set { lock.withLock { values = newValue } }
  }

  override func object(forKey defaultName: String) -> Any? { contents[defaultName] }

  override func set(_ value: Any?, forKey defaultName: String) {
    lock.withLock { values[defaultName] = value }
    tellOfChange()
  }

  override func removeObject(forKey defaultName: String) {
    lock.withLock { values[defaultName] = nil }
    tellOfChange()
  }

  private func tellOfChange() {
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
  }

  override func dictionaryRepresentation() -> [String: Any] { contents }

  override func synchronize() -> Bool { true }
}

extension UserDefaults {
  /// New, empty user defaults that touch no disk.
  public static var inMemory: UserDefaults { InMemoryUserDefaults() }
}
