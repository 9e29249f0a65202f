/// The scopes through which a reducer is reached from the feature around it.
///
/// A scope gives its child no identity of its own (C41). But two children of one type that live in two scopes present their own
/// sheets and rows, so what lives in a place is known by the place and by the trail that leads to it. A trail is laid while a body
/// is put together, not while it runs.
@usableFromInline
final class ScopeTrail: Hashable, Sendable {
  /// The trail to the body that is being put together; `nil` directly in a feature.
  @TaskLocal static var current: ScopeTrail?

  private let parent: ScopeTrail?
  private let place: FeatureSlot

  private init(parent: ScopeTrail?, place: FeatureSlot) {
    self.parent = parent
    self.place = place
  }

  /// The trail that goes on into a place.
  @usableFromInline
  convenience init(into place: FeatureSlot) { self.init(parent: .current, place: place) }

  /// Puts something together at the end of a trail.
  @usableFromInline
  static func following<Result>(_ trail: ScopeTrail?, _ compose: () -> Result) -> Result {
    $current.withValue(trail, operation: compose)
  }

  /// A reducer whose body is put together each time it runs, at the end of the trail that leads here now.
  @usableFromInline
  static func kept<State, Action>(
    in reduce: @escaping (inout State, Action) -> Effect<Action>
  ) -> (inout State, Action) -> Effect<Action> {
    guard let trail = current else { return reduce }
    return { state, action in $current.withValue(trail) { reduce(&state, action) } }
  }

  @usableFromInline
  static func == (left: ScopeTrail, right: ScopeTrail) -> Bool {
    left === right || (left.place == right.place && left.parent == right.parent)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    parent?.hash(into: &hasher)
  }

  /// Whether two trails lead to different children, neither of which contains the other.
  func divides(from other: ScopeTrail) -> Bool { !isInside(other) && !other.isInside(self) }

  private func isInside(_ ancestor: ScopeTrail) -> Bool { self == ancestor || (parent?.isInside(ancestor) ?? false) }

  /// The properties it leads through: `tabs.left`.
  var text: String { parent.map { $0.text + "." + place.name } ?? place.name }
}
