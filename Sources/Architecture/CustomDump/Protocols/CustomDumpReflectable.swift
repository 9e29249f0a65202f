/// A type that names the parts its dump shows.
public protocol CustomDumpReflectable {
  /// The mirror that dumps and differences walk in place of the usual one.
  var customDumpMirror: Mirror { get }
}

extension Mirror {
  /// The mirror that a dump of the value walks: its own for dumps, if it has one.
  ///
  /// - Parameter value: Any value.
  public init(customDumpReflecting value: Any) {
    self = (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
  }
}
