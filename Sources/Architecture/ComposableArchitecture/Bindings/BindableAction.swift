import CasePaths
import Synchronization

/// Actions among which are the writes of bindings.
public protocol BindableAction<State> {
  associatedtype State

  /// Embeds a write to a property.
  static func binding(_ action: BindingAction<State>) -> Self
  /// The write, if the action is one.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The action that writes a value to a property.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }

  /// The action that writes a value to a `@BindingState` property.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, BindingState<Value>>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }
}

extension BindableAction {
  public var binding: BindingAction<State>? {
    // Looking into a value costs a microsecond and most actions are no writes, so the case is compared first.
    guard EnumTag.tag(of: self) == BindingCases.tag(of: Self.self) else { return nil }
    return path(of: Self.binding).extract(from: self)
  }
}

/// The case path of a constructor, which holds nothing that could race.
private func path<Root, Value>(of constructor: @escaping (Value) -> Root) -> AnyCasePath<Root, Value> {
  let constructor = UncheckedSendable(constructor)
  return AnyCasePath({ constructor.value($0) })
}

/// Which case of a type of actions holds the writes.
enum BindingCases {
  private static let tags = Mutex<[ObjectIdentifier: Int]>([:])

  static func tag<Action: BindableAction>(of type: Action.Type) -> Int {
    tags.withLock { tags in
      if let tag = tags[ObjectIdentifier(type)] { return tag }
      let tag = EnumTag.tag(of: Action.binding(.nothing))
      tags[ObjectIdentifier(type)] = tag
      return tag
    }
  }
}

extension BindingAction {
  /// A write that changes nothing.
  static var nothing: Self { Self(keyPath: \.self, value: 0) { _ in } }
}
