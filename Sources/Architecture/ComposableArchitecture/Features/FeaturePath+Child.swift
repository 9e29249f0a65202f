extension FeaturePath {
  /// The path of a child with this state: its identity is its place, its `Identifiable` id if it has one, and its case (C16).
  static func path<Child>(of child: Child, in slot: FeatureSlot, isDismissible: Bool) -> FeaturePath {
    path(of: child, in: slot, parent: FeatureLocation.current?.path, isDismissible: isDismissible)
  }

  static func path<Child>(
    of child: Child, in slot: FeatureSlot, parent: FeaturePath?, isDismissible: Bool
  ) -> FeaturePath {
    let tag = EnumTag.tag(of: child)
    let caseName = EnumCase.of(child)?.name
    func identified<Identified: Identifiable>(_ type: Identified.Type) -> FeaturePath? {
      (child as? Identified).map {
        IdentifiedFeaturePath(parent: parent, slot: slot, tag: tag, isDismissible: isDismissible, caseName: caseName, id: $0.id)
      }
    }
    if let type = Child.self as? any Identifiable.Type, let path = identified(type) { return path }
    return FeaturePath(parent: parent, slot: slot, tag: tag, isDismissible: isDismissible, caseName: caseName)
  }
}
