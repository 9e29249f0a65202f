import Dependencies
import Foundation

/// Shares a value that a file holds.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let url: URL
  private let storage: FileStorage
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data

  /// What two keys have in common when they share a value.
  public struct ID: Hashable, Sendable {
    let url: URL
    let storage: FileStorage
  }

  init(
    url: URL, decode: @escaping @Sendable (Data) throws -> Value, encode: @escaping @Sendable (Value) throws -> Data
  ) {
    @Dependency(\.defaultFileStorage) var storage
    self.url = url
    self.storage = storage
    self.decode = decode
    self.encode = encode
  }

  public var id: ID { ID(url: url, storage: storage) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    // A file that is not there yet is no error: the value starts as declared.
    guard let data = try? storage.load(url), !data.isEmpty else { return continuation.resumeReturningInitialValue() }
    continuation.resume(with: Result { try decode(data) })
  }

  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    SharedSubscription {}
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(with: Result { try storage.save(try encode(value), to: url) })
  }
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\(url.absoluteString))" }
}

extension SharedReaderKey {
  /// Shares a value that a file holds as JSON.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decoder: Reads it.
  ///   - encoder: Writes it; with sorted keys unless given.
  public static func fileStorage<Value: Codable>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder? = nil
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url: url,
      decode: { try decoder.decode(Value.self, from: $0) },
      encode: { value in
        if let encoder { return try encoder.encode(value) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(value)
      })
  }

  /// Shares a value that a file holds in a format of one's own.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decode: Reads its bytes.
  ///   - encode: Makes its bytes.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value, encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}
