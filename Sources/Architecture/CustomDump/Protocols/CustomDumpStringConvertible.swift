/// A type whose dump is one text, without a look at its parts.
public protocol CustomDumpStringConvertible {
  /// The text that dumps and differences show.
  var customDumpDescription: String { get }
}
