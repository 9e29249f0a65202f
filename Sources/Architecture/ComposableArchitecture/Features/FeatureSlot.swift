/// A place in a parent's state where a child feature lives: a key path, or a case of an enum.
@usableFromInline
struct FeatureSlot: Hashable, @unchecked Sendable {
  // Safe to send: key paths to stored properties and metatypes are immutable.
  private let keyPath: AnyKeyPath?
  private let types: [ObjectIdentifier]
  /// The scopes that lead to the parent.
  private var trail: ScopeTrail?
  private var givenName: (() -> String)?

  /// The place a key path leads to.
  ///
  /// - Parameter name: A name for key paths that do not know theirs: those of computed properties.
  @usableFromInline
  init(_ keyPath: AnyKeyPath, name: (() -> String)? = nil) {
    self.keyPath = keyPath
    types = []
    givenName = name
  }

  /// The place known only by the types of the parent and the child; what a case path made of functions has to offer.
  @usableFromInline
  init<Root, Value>(from root: Root.Type, to value: Value.Type) {
    keyPath = nil
    types = [ObjectIdentifier(root), ObjectIdentifier(value)]
    givenName = { String(describing: value) }
  }

  /// The same place at the end of a trail of scopes.
  func inside(_ trail: ScopeTrail?) -> FeatureSlot {
    guard trail != nil else { return self }
    var slot = self
    slot.trail = trail
    return slot
  }

  /// The same place with the name that the value in it gave.
  func named(_ name: String) -> FeatureSlot {
    var slot = self
    slot.givenName = { name }
    return slot
  }

  @usableFromInline
  static func == (left: FeatureSlot, right: FeatureSlot) -> Bool {
    left.keyPath == right.keyPath && left.types == right.types && left.trail == right.trail
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(keyPath)
    hasher.combine(types)
    trail?.hash(into: &hasher)
  }

  /// The name of the property or case, as far as the key path tells it.
  var name: String {
    if let givenName { return givenName() }
    let text = keyPath.map { String(reflecting: $0) } ?? ""
    // A computed property is described by where its code lies, which is another place in each run.
    if text.contains("<computed ") { return "" }
    return text.split(separator: ".").last.map(String.init) ?? text
  }
}
