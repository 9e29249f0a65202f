/// A type that is dumped as another value, because it merely wraps one.
public protocol CustomDumpRepresentable {
  /// The value that dumps and differences show instead.
  var customDumpValue: Any { get }
}
