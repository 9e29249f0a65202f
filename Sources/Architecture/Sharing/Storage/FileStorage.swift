import Dependencies
import Foundation

/// How `.fileStorage` keys read and write files.
public struct FileStorage: Hashable, Sendable {
  private let identifier: AnyHashableSendable
  private let read: @Sendable (URL) throws -> Data
  private let write: @Sendable (Data, URL) throws -> Void
  private let memory: LockIsolated<[URL: Data]>?

  /// Makes a storage.
  ///
  /// - Parameters:
  ///   - id: What makes keys of two storages the same.
  ///   - load: Reads a file; throws when there is none.
  ///   - save: Writes a file.
  public init(
    id: some Hashable & Sendable,
    load: @escaping @Sendable (URL) throws -> Data,
    save: @escaping @Sendable (Data, URL) throws -> Void
  ) {
    identifier = AnyHashableSendable(id)
    read = load
    write = save
    memory = nil
  }

  private init(memory: LockIsolated<[URL: Data]>) {
    identifier = AnyHashableSendable(ObjectIdentifier(memory))
    read = { url in
      guard let data = memory.value[url] else { throw CocoaError(.fileReadNoSuchFile) }
      return data
    }
    write = { data, url in memory.withValue { $0[url] = data } }
    self.memory = memory
  }

  /// The real file system. Files are written whole and at once; missing folders are made.
  public static let fileSystem = Self(
    id: "fileSystem",
    load: { try Data(contentsOf: $0) },
    save: { data, url in
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    })

  /// A new, empty file system in memory.
  public static var inMemory: Self { inMemory(fileSystem: LockIsolated<[URL: Data]>([:])) }

  /// A file system in memory.
  ///
  /// - Parameter fileSystem: The files, which a test can look into.
  public static func inMemory(fileSystem: LockIsolated<[URL: Data]>) -> Self { Self(memory: fileSystem) }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.identifier == rhs.identifier }
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  func load(_ url: URL) throws -> Data { try read(url) }
  func save(_ data: Data, to url: URL) throws { try write(data, url) }

  /// The files in memory; `nil` for other storages.
  var contents: [URL: Data]? {
    get { memory?.value }
    nonmutating set { if let newValue { memory?.setValue(newValue) } }
  }
}

private enum DefaultFileStorageKey: DependencyKey {
  static let liveValue = FileStorage.fileSystem
  static let previewValue = FileStorage.inMemory
  static var testValue: FileStorage { .inMemory }
}

extension DependencyValues {
  /// How `.fileStorage` keys read and write files; in memory in tests and previews.
  public var defaultFileStorage: FileStorage {
    get { self[DefaultFileStorageKey.self] }
    set { self[DefaultFileStorageKey.self] = newValue }
  }
}
