import CustomDump

extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal; while changes are asserted, whether the left one's expectation is what the right one became.
  public static func == (lhs: Shared, rhs: Shared) -> Bool {
    guard SharedAssertion.current != nil else { return lhs.wrappedValue == rhs.wrappedValue }
    return lhs.reference.value(.expected) == rhs.reference.value(.actual)
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(value: try Value(from: decoder))
  }
}

extension Shared: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Shared: CustomStringConvertible {
  public var description: String { "\(typeName(Self.self))(\(wrappedValue))" }
}

extension Shared: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue }
}

extension Shared: SharedReferenceDumpable {
  package var dumpedReference: AnyObject { reference.root }
  package var dumpedContent: Any { reference.value(SharedAssertion.current == nil ? .current : .actual) }
  package var dumpedFormerContent: Any { reference.visible }
}

extension SharedReader: Equatable where Value: Equatable {
  public static func == (lhs: SharedReader, rhs: SharedReader) -> Bool {
    guard SharedAssertion.current != nil else { return lhs.wrappedValue == rhs.wrappedValue }
    return lhs.reference.value(.expected) == rhs.reference.value(.actual)
  }
}

extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension SharedReader: CustomStringConvertible {
  public var description: String { "\(typeName(Self.self))(\(wrappedValue))" }
}

extension SharedReader: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue }
}

extension SharedReader: SharedReferenceDumpable {
  package var dumpedReference: AnyObject { reference.root }
  package var dumpedContent: Any { reference.value(SharedAssertion.current == nil ? .current : .actual) }
  package var dumpedFormerContent: Any { reference.visible }
}

private func typeName(_ type: Any.Type) -> String { String(describing: type) }
