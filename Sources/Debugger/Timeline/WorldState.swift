/// The part of the world a reducer can read that is not in its state: virtual time and the counters behind its generators.
///
/// A recorded entry keeps the world it was reduced in, so that reducing it again reads the same ids, dates and random numbers.
public struct WorldState: Hashable, Sendable {
  /// Virtual time since the session began, in nanoseconds.
  public var nanoseconds: Int64
  /// How many identifiers the `uuid` dependency has handed out.
  public var uuidCount: Int
  /// The state of the seeded random number generator.
  public var generator: UInt64
  /// How many stack elements were given an id.
  public var stackElementCount: Int
  /// How many effects were started.
  public var effectCount: Int
  /// Which calls of the outside world are answered at once: the newest of the answers given for them, 0 when there is none.
  public var supplyCount: Int32
  /// What else belongs to the moment, such as values that states share; no part of what makes two worlds equal.
  public var attachment: Attachment

  /// A reference that says nothing about equality.
  public struct Attachment: Hashable, Sendable {
    /// What is attached.
    public let object: (any AnyObject & Sendable)?

    /// - Parameter object: What to attach.
    public init(_ object: (any AnyObject & Sendable)? = nil) { self.object = object }

    public static func == (first: Self, second: Self) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
  }

  /// The world at the start of a session.
  ///
  /// - Parameter seed: The state the random number generator begins with.
  public init(seed: UInt64) {
    nanoseconds = 0
    uuidCount = 0
    generator = seed
    stackElementCount = 0
    effectCount = 0
    attachment = Attachment()
    supplyCount = 0
  }

  /// Virtual time since the session began.
  public var now: Duration {
    get { .nanoseconds(nanoseconds) }
    set {
      let (seconds, attoseconds) = newValue.components
      nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
  }
}
