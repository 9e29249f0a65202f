extension Reducer {
  /// The reducer itself: there are no signposts here to set.
  public func signpost(_ prefix: String = "") -> Self { self }
}
