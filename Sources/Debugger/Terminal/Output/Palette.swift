/// The colours of styles, or none.
public struct Palette: Sendable, Hashable {
  /// Whether painting does anything.
  public var isColored: Bool

  public init(isColored: Bool) { self.isColored = isColored }

  /// No colours at all.
  public static let plain = Palette(isColored: false)
  /// The sixteen colours every terminal has, so that the user's own scheme decides the tones.
  public static let colored = Palette(isColored: true)

  /// `text` in the colours of `style`; empty text and the plain style stay untouched.
  public func paint(_ text: String, _ style: Style) -> String {
    guard isColored, !text.isEmpty, let code = Self.code(of: style) else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private static func code(of style: Style) -> String? {
    switch style {
    case .plain, .text, .label: nil
    case .heading: "1"
    case .muted, .hint: "2"
    case .prompt: "1;35"
    case .number: "36"
    case .keyword: "34"
    case .added, .success: "32"
    case .removed: "31"
    case .failure: "1;31"
    case .changed, .warning: "33"
    case .path: "1;36"
    case .presentation: "1;35"
    case .destination: "1;33"
    case .focus: "1;7"
    }
  }

  /// `text` without the colour sequences that `paint` adds.
  public static func stripped(_ text: String) -> String {
    guard text.utf8.contains(0x1B) else { return text }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}", scalars.first == "[" else {
        result.append(scalar)
        continue
      }
      scalars.removeFirst()
      while let next = scalars.popFirst(), !(0x40...0x7E).contains(next.value) {}
    }
    return String(result)
  }
}
