/// Work that a reducer asks for and that may send actions back.
///
/// An effect is a description: nothing runs until a store that was handed the effect starts it. An effect that does nothing
/// (``none``) allocates nothing, and merging with it costs a comparison.
public struct Effect<Action>: Sendable {
  @usableFromInline let operation: EffectOperation<Action>

  @inlinable
  init(_ operation: EffectOperation<Action>) { self.operation = operation }
}

/// The effects of a feature's actions.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

extension Effect {
  /// An effect that does nothing.
  @inlinable
  public static var none: Self { Self(.none) }

  /// Sends an action at once, after the action being reduced and those already waiting (C52).
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  /// Sends an action at once; there are no animations here, so the animation does nothing.
  public static func send(_ action: Action, animation: Animation? = nil) -> Self { .send(action) }

  /// Runs all effects at the same time, started from left to right.
  @inlinable
  public static func merge(_ effects: Self...) -> Self {
    var merged = Self.none
    for effect in effects { merged = merged.merge(with: effect) }
    return merged
  }

  /// Runs all effects at the same time, started in order.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    effects.reduce(.none) { $0.merge(with: $1) }
  }

  /// Runs both effects at the same time, this one started first.
  @inlinable
  public func merge(with other: Self) -> Self {
    if case .none = other.operation { return self }
    if case .none = operation { return other }
    return Self(.merge([operation, other.operation]))
  }

  /// Runs the effects one after the other, each when the one before has finished.
  @inlinable
  public static func concatenate(_ effects: Self...) -> Self {
    var whole = Self.none
    for effect in effects { whole = whole.concatenate(with: effect) }
    return whole
  }

  /// Runs the effects one after the other, each when the one before has finished.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    effects.reduce(.none) { $0.concatenate(with: $1) }
  }

  /// Runs `other` when this effect has finished.
  public func concatenate(with other: Self) -> Self {
    switch (operation, other.operation) {
    case (.none, _): other
    case (_, .none): self
    case (.concatenate(let first), .concatenate(let second)): Self(.concatenate(first + second))
    case (.concatenate(let first), let second): Self(.concatenate(first + [second]))
    case (let first, let second): Self(.concatenate([first, second]))
    }
  }

  /// An effect that sends what `transform` makes of each action.
  @inlinable
  public func map<Mapped>(_ transform: @escaping (Action) -> Mapped) -> Effect<Mapped> {
    if case .none = operation { return .none }
    // Not asked to be sendable, since files in Swift 5 mode pass functions that are not known to be. Safe to send: it makes an action
    // of another, and is called for one action at a time.
    let transform = UncheckedSendable(transform)
    return Effect<Mapped>(operation.map { transform.value($0) })
  }
}

extension Effect {
  /// The effects of a child that is merely scoped, as its parent's.
  @inlinable
  func scoped<Mapped>(along trail: ScopeTrail, _ transform: @escaping @Sendable (Action) -> Mapped) -> Effect<Mapped> {
    // What only sends has nothing that could be cancelled.
    if case .send(let action) = operation { return Effect<Mapped>(.send(transform(action))) }
    return Effect<Mapped>(.scoped(operation.map(transform), trail))
  }
}
