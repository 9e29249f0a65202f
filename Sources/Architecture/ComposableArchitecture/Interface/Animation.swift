/// Stands in for SwiftUI's type, so that features which name an animation compile; nothing is animated.
public struct Animation: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case named(String)
    case timed(String, Double)
  }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  public static let `default` = Animation(.named("default"))
  public static let linear = Animation(.named("linear"))
  public static let easeIn = Animation(.named("easeIn"))
  public static let easeOut = Animation(.named("easeOut"))
  public static let easeInOut = Animation(.named("easeInOut"))
  public static let spring = Animation(.named("spring"))
  public static let bouncy = Animation(.named("bouncy"))
  public static let smooth = Animation(.named("smooth"))
  public static let snappy = Animation(.named("snappy"))
  public static let interactiveSpring = Animation(.named("interactiveSpring"))

  public static func linear(duration: Double) -> Animation { Animation(.timed("linear", duration)) }
  public static func easeIn(duration: Double) -> Animation { Animation(.timed("easeIn", duration)) }
  public static func easeOut(duration: Double) -> Animation { Animation(.timed("easeOut", duration)) }
  public static func easeInOut(duration: Double) -> Animation { Animation(.timed("easeInOut", duration)) }

  public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    Animation(.timed("spring", duration))
  }

  public static func spring(response: Double, dampingFraction: Double = 0.825, blendDuration: Double = 0) -> Animation {
    Animation(.timed("spring", response))
  }

  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Animation {
    Animation(.timed("interactiveSpring", response))
  }

  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Animation {
    Animation(.timed("interpolatingSpring", stiffness))
  }

  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(.timed("bouncy", duration))
  }

  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(.timed("smooth", duration))
  }

  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
    Animation(.timed("snappy", duration))
  }

  public func delay(_ delay: Double) -> Animation { self }
  public func speed(_ speed: Double) -> Animation { self }
  public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
  public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// Runs `body`; nothing is animated.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
  try body()
}
