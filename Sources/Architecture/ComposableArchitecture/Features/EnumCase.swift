import Synchronization

/// What is known of one case of an enum. Looking into a value costs a microsecond, so it is done once for each case.
struct EnumCase: Sendable {
  let name: String
  /// The type of the case's only payload.
  let payloadType: (any Any.Type)?

  private struct Key: Hashable {
    let type: ObjectIdentifier
    let tag: Int
  }

  private static let known = Mutex<[Key: EnumCase]>([:])

  /// The case a value is in; `nil` when its type is no enum.
  static func of<Value>(_ value: Value) -> EnumCase? {
    guard EnumTag.isEnum(Value.self) else { return nil }
    let key = Key(type: ObjectIdentifier(Value.self), tag: EnumTag.tag(of: value))
    if let known = known.withLock({ $0[key] }) { return known }
    let found = EnumCase(
      name: Mirror(reflecting: value).children.first?.label ?? String(describing: value),
      payloadType: payload(of: value).map { type(of: $0) })
    known.withLock { $0[key] = found }
    return found
  }

  /// What the case holds, without the label when it is one labelled value.
  static func payload<Value>(of value: Value) -> Any? {
    guard EnumTag.isEnum(Value.self), let payload = Mirror(reflecting: value).children.first?.value else { return nil }
    let mirror = Mirror(reflecting: payload)
    return mirror.displayStyle == .tuple && mirror.children.count == 1 ? mirror.children.first?.value : payload
  }
}
