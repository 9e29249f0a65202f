import Foundation

/// Text with formats, as a value that can be compared.
public struct TextState: Hashable, Sendable {
  /// How a part of the text is to look.
  enum Format: Hashable, Sendable {
    case bold
    case italic
    case underline
    case strikethrough
    case monospacedDigit
    case other(String)
  }

  private struct Part: Hashable, Sendable {
    var text: String
    var formats: [Format] = []
  }

  private var parts: [Part]

  private init(parts: [Part]) { self.parts = parts }

  public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {
    self.init(parts: [Part(text: key.key)])
  }

  public init(verbatim content: String) { self.init(parts: [Part(text: content)]) }

  @_disfavoredOverload
  public init(_ content: some StringProtocol) { self.init(verbatim: String(content)) }

  public static func + (left: Self, right: Self) -> Self { Self(parts: left.parts + right.parts) }

  /// The text without formats.
  var text: String { parts.map(\.text).joined() }

  func with(_ format: Format) -> Self {
    Self(
      parts: parts.map { part in
        var part = part
        part.formats.append(format)
        return part
      })
  }

  public func bold() -> Self { with(.bold) }
  public func bold(isActive: Bool) -> Self { isActive ? bold() : self }
  public func italic() -> Self { with(.italic) }
  public func italic(isActive: Bool) -> Self { isActive ? italic() : self }
  public func underline(_ isActive: Bool = true) -> Self { isActive ? with(.underline) : self }
  public func strikethrough(_ isActive: Bool = true) -> Self { isActive ? with(.strikethrough) : self }
  public func monospacedDigit() -> Self { with(.monospacedDigit) }
  public func kerning(_ kerning: Double) -> Self { with(.other("kerning \(kerning)")) }
  public func tracking(_ tracking: Double) -> Self { with(.other("tracking \(tracking)")) }
  public func baselineOffset(_ offset: Double) -> Self { with(.other("baselineOffset \(offset)")) }
  public func accessibilityLabel(_ label: String) -> Self { with(.other("accessibilityLabel \(label)")) }
}

extension String {
  /// The text without formats.
  public init(state: TextState) { self = state.text }
}

extension TextState: CustomStringConvertible {
  public var description: String { text }
}

extension TextState: CustomDumpRepresentable {
  public var customDumpValue: Any { text }
}
