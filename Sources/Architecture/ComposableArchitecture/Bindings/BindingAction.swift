import CasePaths

/// A write of a value to a property, as a text field or a toggle makes it.
///
/// Equal when the same value is written to the same property.
public struct BindingAction<Root>: Equatable, @unchecked Sendable {
  // Safe to send: key paths to stored properties are immutable, and the value is `Sendable`.

  /// The property that is written.
  public let keyPath: PartialKeyPath<Root>
  /// Whether it is made for the storage of a `@BindingState` property, `\._name`, as what is made of text is.
  let writesStorage: Bool
  let value: any Sendable
  let set: @Sendable (inout Root) -> Void
  private let isEqual: @Sendable (any Sendable) -> Bool

  init<Value: Equatable & Sendable>(
    keyPath: PartialKeyPath<Root>, writesStorage: Bool = false, value: Value, set: @escaping @Sendable (inout Root) -> Void
  ) {
    self.keyPath = keyPath
    self.writesStorage = writesStorage
    self.value = value
    self.set = set
    isEqual = { $0 as? Value == value }
  }

  /// Writes a value to a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The value.
  public static func set<Value: Equatable & Sendable>(_ keyPath: WritableKeyPath<Root, Value>, _ value: Value) -> Self {
    let path = UncheckedSendable(keyPath)
    return Self(keyPath: keyPath, value: value) { $0[keyPath: path.value] = value }
  }

  /// Writes a value to a `@BindingState` property: `.set(\.$name, "Blob")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) -> Self {
    let path = UncheckedSendable(keyPath)
    let writesStorage = MemoryLayout<Root>.offset(of: keyPath) != nil
    return Self(keyPath: keyPath, writesStorage: writesStorage, value: value) { $0[keyPath: path.value].wrappedValue = value }
  }

  public static func == (left: Self, right: Self) -> Bool { left.keyPath == right.keyPath && left.isEqual(right.value) }

  /// Whether the write is to the property: `case .binding(\.name):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool { action.isWrite(to: keyPath) }

  private func isWrite<Value>(to keyPath: WritableKeyPath<Root, Value>) -> Bool {
    keyPath == self.keyPath || (writesStorage && BindingStorage.isStorage(self.keyPath, of: keyPath))
  }
}

extension BindingAction: CasePathable {
  /// The writes to one property each: `\.binding.name`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> {
      BindingAction.path(keyPath)
    }

    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, BindingState<Value>>
    ) -> AnyCasePath<BindingAction, Value> {
      BindingAction.path(keyPath)
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  private static func path<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>
  ) -> AnyCasePath<BindingAction, Value> {
    let path = UncheckedSendable(keyPath)
    return AnyCasePath<BindingAction, Value>(
      embed: { .set(path.value, $0) }, extract: { $0.isWrite(to: path.value) ? $0.value as? Value : nil })
  }

  private static func path<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>
  ) -> AnyCasePath<BindingAction, Value> {
    let path = UncheckedSendable(keyPath)
    return AnyCasePath<BindingAction, Value>(
      embed: { .set(path.value, $0) }, extract: { $0.isWrite(to: path.value) ? $0.value as? Value : nil })
  }
}

extension BindingAction {
  /// The same write in a type that holds the root at `keyPath`.
  public func pullback<NewRoot>(_ keyPath: WritableKeyPath<NewRoot, Root>) -> BindingAction<NewRoot>? {
    guard let full = (keyPath as AnyKeyPath).appending(path: self.keyPath) as? PartialKeyPath<NewRoot> else { return nil }
    return BindingAction<NewRoot>(pulling: self, to: full, through: keyPath)
  }

  private init<Inner>(
    pulling action: BindingAction<Inner>, to full: PartialKeyPath<Root>, through path: WritableKeyPath<Root, Inner>
  ) {
    keyPath = full
    writesStorage = action.writesStorage
    value = action.value
    let set = action.set
    let path = UncheckedSendable(path)
    self.set = { set(&$0[keyPath: path.value]) }
    isEqual = action.isEqual
  }
}

extension BindingAction: CustomDumpReflectable {
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (keyPath, value as Any)], displayStyle: .enum)
  }
}
