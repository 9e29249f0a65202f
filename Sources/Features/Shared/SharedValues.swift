import ComposableArchitecture
import Foundation

/// What was counted; shared in memory, until the program ends.
public struct Stats: Equatable, Sendable {
  public var count = 0
  public var highest = 0
  public var lowest = 0

  public init() {}

  mutating func count(by step: Int) {
    count += step
    highest = max(highest, count)
    lowest = min(lowest, count)
  }
}

/// What is set; shared in a file, beyond the end of the program.
public struct Settings: Codable, Equatable, Sendable {
  public var nickname = "손님 🙂"
  public var step = 1

  public init() {}
}

extension SharedKey where Self == InMemoryKey<Stats>.Default {
  /// The numbers of all tabs.
  static var stats: Self { Self[.inMemory("stats"), default: Stats()] }
}

extension SharedKey where Self == FileStorageKey<Settings>.Default {
  /// The settings of all tabs.
  static var settings: Self { Self[.fileStorage(URL(filePath: "/settings.json")), default: Settings()] }
}
