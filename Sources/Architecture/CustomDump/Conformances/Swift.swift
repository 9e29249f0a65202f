extension Character: CustomDumpStringConvertible {
  public var customDumpDescription: String { String(self).debugDescription }
}

extension ClosedRange: CustomDumpStringConvertible {
  public var customDumpDescription: String {
    "\(String(customDumping: lowerBound))...\(String(customDumping: upperBound))"
  }
}

extension Duration: CustomDumpStringConvertible {
  public var customDumpDescription: String { description }
}

extension ObjectIdentifier: CustomDumpStringConvertible {
  public var customDumpDescription: String { debugDescription }
}

extension Range: CustomDumpStringConvertible {
  public var customDumpDescription: String {
    "\(String(customDumping: lowerBound))..<\(String(customDumping: upperBound))"
  }
}

extension StaticString: CustomDumpStringConvertible {
  public var customDumpDescription: String { description.debugDescription }
}

extension Task: CustomDumpStringConvertible {
  public var customDumpDescription: String { "Task<\(dumpedFullTypeName(Success.self)), \(dumpedFullTypeName(Failure.self))>()" }
}

extension UnicodeScalar: CustomDumpStringConvertible {
  public var customDumpDescription: String { debugDescription }
}
