import Dependencies

extension TimeScheduler {
  /// The scheduler itself: nothing is animated here.
  public func animation(_ animation: Animation? = .default) -> Self { self }

  /// The scheduler itself: nothing is animated here.
  public func transaction(_ transaction: Transaction) -> Self { self }
}
