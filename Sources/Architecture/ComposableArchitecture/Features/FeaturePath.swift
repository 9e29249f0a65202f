/// Which feature, of all that are alive in a store, an effect or a reducer belongs to.
///
/// A feature has an identity of its own when it can go away: one that is presented, optional, a case of an enum, an element of a
/// collection or of a stack. The path is a linked list from the innermost such feature outwards; a child that is merely scoped
/// adds nothing to it (C41). Two paths are equal when every step has the same place in its parent's state and the same identity
/// there (C16).
@usableFromInline
package class FeaturePath: Hashable, @unchecked Sendable {
  // Safe to send: immutable, and made of key paths and of ids that are compared and shown, never changed.

  /// The feature around it; `nil` for the root feature's own children.
  package let parent: FeaturePath?
  /// Where in the parent the feature lives.
  let slot: FeatureSlot
  /// Which case of an enum it is; 0 when it is no enum.
  let tag: Int
  /// Whether a dismissal from inside ends here.
  package let isDismissible: Bool
  /// The name of the case, for those who show it.
  private let caseName: String?

  init(parent: FeaturePath?, slot: FeatureSlot, tag: Int, isDismissible: Bool, caseName: String? = nil) {
    self.caseName = caseName
    self.parent = parent
    self.slot = slot
    self.tag = tag
    self.isDismissible = isDismissible
  }

  /// The element's id, for those who show it.
  package var id: Any? { nil }

  func hasSameID(as other: FeaturePath) -> Bool { other.id == nil }
  func hashID(into hasher: inout Hasher) {}

  @usableFromInline
  package static func == (left: FeaturePath, right: FeaturePath) -> Bool {
    if left === right { return true }
    return left.tag == right.tag && left.slot == right.slot && left.hasSameID(as: right) && left.parent == right.parent
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(slot)
    hasher.combine(tag)
    hashID(into: &hasher)
    parent?.hash(into: &hasher)
  }

  /// Whether this feature is `ancestor` or lies inside it.
  func isInside(_ ancestor: FeaturePath?) -> Bool {
    guard let ancestor else { return true }
    var path: FeaturePath? = self
    while let step = path {
      if step == ancestor { return true }
      path = step.parent
    }
    return false
  }

  /// The innermost feature, from here outwards, that can be dismissed.
  var innermostDismissible: FeaturePath? {
    var path: FeaturePath? = self
    while let step = path, !step.isDismissible { path = step.parent }
    return path
  }

  /// The path as a person reads it: `destination.edit`, `rows[3].alert`.
  package var text: String {
    let step = slot.name + (id.map { "[\($0)]" } ?? "") + (caseName.map { "." + $0 } ?? "")
    return parent.map { $0.text + "." + step } ?? step
  }
}

/// A step of a path whose feature has an id.
final class IdentifiedFeaturePath<ID: Hashable>: FeaturePath, @unchecked Sendable {
  private let identifier: ID

  init(parent: FeaturePath?, slot: FeatureSlot, tag: Int, isDismissible: Bool, caseName: String? = nil, id: ID) {
    identifier = id
    super.init(parent: parent, slot: slot, tag: tag, isDismissible: isDismissible, caseName: caseName)
  }

  override var id: Any? { identifier }
  override func hasSameID(as other: FeaturePath) -> Bool {
    (other as? IdentifiedFeaturePath<ID>)?.identifier == identifier
  }
  override func hashID(into hasher: inout Hasher) { hasher.combine(identifier) }
}
