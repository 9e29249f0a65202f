import Synchronization

/// Values for parts that a text leaves out, and for types no text can make.
///
/// The default value of a property is not in the metadata of its type, nor can an initialiser be called through it, so those that
/// are not obvious (`nil`) are registered. A registered struct also gives its parts to values of its type that leave them out.
public enum ValueDefaults {
  private struct Maker: Sendable { var make: @Sendable () -> any Sendable }
  private static let makers = Mutex<[ObjectIdentifier: Maker]>([:])

  /// Makes `maker` the source of values of `type` wherever a text leaves them out.
  public static func register<Value: Sendable>(_ type: Value.Type, _ maker: @escaping @Sendable () -> Value) {
    makers.withLock { $0[ObjectIdentifier(type)] = Maker(make: maker) }
  }

  /// What an error about a missing value says about registering one.
  static func note(for notation: Notation) -> String {
    "defaults written in source are not in metadata; ValueDefaults.register(\(notation.name).self) { … } makes one known"
  }

  static func registered(for type: Any.Type) -> Any? {
    let maker = makers.withLock { $0[ObjectIdentifier(type)] }
    return maker?.make()
  }
}

/// The error that stands for a failure written as text: `.failure("offline")`.
public struct WrittenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the text said.
  public var message: String
  public init(_ message: String) { self.message = message }
  public var description: String { message }
}
