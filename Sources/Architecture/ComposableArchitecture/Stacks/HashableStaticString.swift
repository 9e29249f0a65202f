/// A static string that can be an argument of a key path's subscript.
public struct _HashableStaticString: ExpressibleByStringLiteral, Hashable, Sendable {
  let text: StaticString

  public init(stringLiteral value: StaticString) { text = value }

  public static func == (left: Self, right: Self) -> Bool { left.text.description == right.text.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(text.description) }
}
