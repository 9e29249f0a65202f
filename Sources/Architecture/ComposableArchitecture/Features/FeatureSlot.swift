/// A place in a parent's state where a child feature lives: a key path, or a case of an enum.
@usableFromInline
struct FeatureSlot: Hashable, @unchecked Sendable {
  // Safe to send: key paths to stored properties and metatypes are immutable.
  private let keyPath: AnyKeyPath?
  private let types: [ObjectIdentifier]
  private let typeName: @Sendable () -> String

  /// The place a key path leads to.
  @usableFromInline
  init(_ keyPath: AnyKeyPath) {
    self.keyPath = keyPath
    types = []
    typeName = { "" }
  }

  /// The place known only by the types of the parent and the child; what a case path made of functions has to offer.
  @usableFromInline
  init<Root, Value>(from root: Root.Type, to value: Value.Type) {
    keyPath = nil
    types = [ObjectIdentifier(root), ObjectIdentifier(value)]
    typeName = { String(describing: value) }
  }

  @usableFromInline
  static func == (left: FeatureSlot, right: FeatureSlot) -> Bool {
    left.keyPath == right.keyPath && left.types == right.types
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(keyPath)
    hasher.combine(types)
  }

  /// The name of the property or case, as far as the key path tells it.
  var name: String {
    guard let keyPath else { return typeName() }
    let text = String(reflecting: keyPath)
    let last = text.split(separator: ".").last.map(String.init) ?? text
    if last.hasPrefix("$") || last.hasPrefix("_") { return String(last.dropFirst()) }
    return last
  }
}
