import ComposableArchitecture

/// What the feature is made of.
extension FeaturePlayback {
  func composition() -> [CompositionPart] {
    DependencyValues.$_current.withValue(viewer.dependencies) { CompositionPart.parts(of: reducer()) }
  }
}
