extension Timeline {
  /// The number of states kept at the moment, the initial one included.
  public var keyframeCount: Int { keyframes.count }
  /// The bytes the kept states take, as the timeline's `measure` says.
  public var keyframeBytes: Int { keyframes.bytes }
  /// The bytes kept states may take.
  public var keyframeBudget: Int { keyframes.budget }
  /// How many entries lie between kept states, roughly.
  public var keyframeDistance: Int { keyframes.distance }
  /// The entries whose states are kept, ascending, without the initial state.
  public var keyframeEntries: [Int] { keyframes.numbers }
  /// The state that is kept for an entry.
  public func keyframe(atEntry number: Int) -> State? { keyframes[number] }
  /// The bytes an entry takes in the log, without what its action holds elsewhere.
  public var bytesPerEntry: Int { EntryList<State, Action>.bytesPerEntry }

  /// Keeps no more states than fit into a number of bytes, and drops every other until they do.
  public mutating func limitKeyframes(toBytes bytes: Int) { keyframes.budget = max(bytes, 0) }
}
