/// Stands in for SwiftUI's type, so that features which keep a color compile; equal when made alike.
public struct Color: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case named(String)
    case components([Double])
  }

  private let kind: Kind
  private var opacity = 1.0

  private init(_ kind: Kind) { self.kind = kind }

  public init(_ name: String) { self.init(.named(name)) }

  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.init(.components([red, green, blue]))
    self.opacity = opacity
  }

  public init(white: Double, opacity: Double = 1) {
    self.init(red: white, green: white, blue: white, opacity: opacity)
  }

  public func opacity(_ opacity: Double) -> Color {
    var color = self
    color.opacity *= opacity
    return color
  }

  public static let black = Color(.named("black"))
  public static let blue = Color(.named("blue"))
  public static let brown = Color(.named("brown"))
  public static let clear = Color(.named("clear"))
  public static let cyan = Color(.named("cyan"))
  public static let gray = Color(.named("gray"))
  public static let green = Color(.named("green"))
  public static let indigo = Color(.named("indigo"))
  public static let mint = Color(.named("mint"))
  public static let orange = Color(.named("orange"))
  public static let pink = Color(.named("pink"))
  public static let primary = Color(.named("primary"))
  public static let purple = Color(.named("purple"))
  public static let red = Color(.named("red"))
  public static let secondary = Color(.named("secondary"))
  public static let teal = Color(.named("teal"))
  public static let white = Color(.named("white"))
  public static let yellow = Color(.named("yellow"))
  public static let accentColor = Color(.named("accentColor"))
}

extension Color: CustomStringConvertible {
  public var description: String {
    let text =
      switch kind {
      case .named(let name): name
      case .components(let parts): "rgb(\(parts.map { "\($0)" }.joined(separator: ", ")))"
      }
    return opacity == 1 ? text : "\(text), opacity \(opacity)"
  }
}
