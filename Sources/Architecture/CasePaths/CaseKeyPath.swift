/// A key path to a case of an enum: `\.child` where a `CaseKeyPath<Action, Child.Action>` is expected.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A case key path that has forgotten what its case holds.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// Builds the enum from a payload: `(\Action.Cases.child)(.tapped)`.
  public func callAsFunction<Enum, AssociatedValue>(_ value: AssociatedValue) -> Enum
  where Root == Case<Enum>, Value == Case<AssociatedValue> {
    AnyCasePath(self).embed(value)
  }

  /// Builds the enum of a case that has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }

  /// Whether `root` is in the case: what makes `case \.child:` a pattern.
  public static func ~= <Enum: CasePathable, AssociatedValue>(lhs: KeyPath, rhs: Enum) -> Bool
  where Root == Case<Enum>, Value == Case<AssociatedValue> {
    rhs[case: lhs] != nil
  }
}

extension PartialKeyPath {
  /// Builds the enum from a payload of unknown type, or gives `nil` when the payload is not of the case's type.
  public func callAsFunction<Enum>(_ value: Any) -> Enum? where Root == Case<Enum> {
    (Case<Enum>()[keyPath: self] as? any AnyCase)?.embedAny(value, in: Enum.self)
  }

  /// Whether `root` is in the case.
  @_disfavoredOverload
  public static func ~= <Enum: CasePathable>(lhs: PartialKeyPath, rhs: Enum) -> Bool where Root == Case<Enum> {
    rhs.is(lhs)
  }
}
