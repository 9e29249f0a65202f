import Synchronization

/// Tells which storage, `\._name`, a `@BindingState` property, `\.$name`, stands for.
///
/// The two key paths are not equal, and nothing but a state shows that they belong together: what is marked through one is then
/// marked through the other.
enum BindingStorage {
  private struct Pair: Hashable, @unchecked Sendable {
    // Safe to send: key paths to properties are immutable.
    let storage: AnyKeyPath
    let property: AnyKeyPath
  }

  private static let known = Mutex<[Pair: Bool]>([:])

  static func isStorage<Root, Value>(_ storage: PartialKeyPath<Root>, of property: WritableKeyPath<Root, Value>) -> Bool {
    guard let binding = Value.self as? any MarkableBinding.Type else { return false }
    let pair = Pair(storage: storage, property: property)
    if let answer = known.withLock({ $0[pair] }) { return answer }
    guard let state = FeatureLocation.current?.writtenState as? Root else { return false }
    let answer = compare(storage, property, in: state, of: binding)
    known.withLock { $0[pair] = answer }
    return answer
  }

  private static func compare<Root, Binding: MarkableBinding>(
    _ storage: AnyKeyPath, _ property: AnyKeyPath, in state: Root, of type: Binding.Type
  ) -> Bool {
    guard let storage = storage as? WritableKeyPath<Root, Binding>, let property = property as? WritableKeyPath<Root, Binding>
    else { return false }
    var state = state
    state[keyPath: storage].isMarked = true
    return state[keyPath: property].isMarked
  }
}

/// A ``BindingState`` of any value.
protocol MarkableBinding {
  /// Set only on a copy that is thrown away.
  var isMarked: Bool { get set }
}
