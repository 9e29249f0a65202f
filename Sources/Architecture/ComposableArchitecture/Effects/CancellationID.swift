/// The name by which effects are cancelled: a value together with its type (C40, C44).
@usableFromInline
struct CancellationID: Hashable, @unchecked Sendable {
  // Safe to send: made of values that are `Sendable`, or of metatypes.
  private let value: AnyHashable
  private let type: ObjectIdentifier

  @usableFromInline
  init<ID: Hashable & Sendable>(_ id: ID) {
    value = AnyHashable(id)
    type = ObjectIdentifier(Swift.type(of: value.base))
  }

  @usableFromInline
  init(type: Any.Type) {
    value = AnyHashable(ObjectIdentifier(type))
    self.type = ObjectIdentifier(type)
  }

  /// The value as its type's name and its own text.
  var text: String {
    let base = value.base
    let name = String(describing: Swift.type(of: base))
    let text = String(describing: base)
    if base is ObjectIdentifier { return text }
    return Mirror(reflecting: base).displayStyle == .enum ? "\(name).\(text)" : text
  }
}
