extension Effect {
  /// The effect itself: nothing is animated here.
  public func animation(_ animation: Animation? = .default) -> Self { self }

  /// The effect itself: nothing is animated here.
  public func transaction(_ transaction: Transaction) -> Self { self }
}
