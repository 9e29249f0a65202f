import Synchronization

/// A mark of which identities are in a collection: two collections with the same mark hold the same ones.
///
/// Copies keep their mark. Marks are never given twice, so an older copy that is put back is recognised, too.
@usableFromInline
package struct Membership: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  /// 0 for the empty collection that never held anything.
  private var mark: UInt64 = 0
  /// The mark of a set that is a part of this one, if only additions were made since.
  private var part: UInt64 = 0

  @usableFromInline init() {}

  /// Identities were added.
  @usableFromInline
  mutating func grow() {
    part = mark
    mark = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Identities went, or may have.
  @usableFromInline
  mutating func change() {
    mark = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    part = mark
  }

  /// Whether all that was there when the other mark was taken is here; `false` when that is not known.
  package func includes(_ other: Membership) -> Bool { mark == other.mark || part == other.mark }
}
