/// Stands in for SwiftUI's type, so that features which name an image compile; equal when the names are.
public struct Image: Hashable, Sendable {
  private let name: String
  private let isSystem: Bool

  public init(_ name: String) {
    self.name = name
    isSystem = false
  }

  public init(systemName: String) {
    name = systemName
    isSystem = true
  }
}
