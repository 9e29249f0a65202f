import ComposableArchitecture

/// What the feature is made of.
extension FeaturePlayback {
  func composition() -> [CompositionPart] {
    if let knownComposition { return knownComposition }
    let parts = DependencyValues.$_current.withValue(viewer.dependencies) { CompositionPart.parts(of: reducer()) }
    knownComposition = parts
    return parts
  }
}
