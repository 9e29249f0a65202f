/// Text from outside made safe to print: no control character, escape sequence or hidden change of direction survives.
///
/// State holds whatever a program put there. Printed raw, an escape character could recolour or rewrite the screen, and a
/// bidi override could show a value as another one.
public struct Sanitized: Sendable, Hashable, CustomStringConvertible {
  /// The text with each dangerous scalar written as `\u{…}`.
  public let text: String

  public var description: String { text }

  /// Escapes what must not reach a terminal; linear in the length of `raw`, and free when there is nothing to escape.
  ///
  /// - Parameters:
  ///   - raw: Any text.
  ///   - keepsLineBreaks: Whether `\n` and tabs stay as they are, for text that is laid out already.
  public init(_ raw: String, keepsLineBreaks: Bool = false) {
    func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
      Self.isDangerous(scalar) && !(keepsLineBreaks && (scalar == "\n" || scalar == "\t"))
    }
    guard raw.unicodeScalars.contains(where: isDangerous) else {
      text = raw
      return
    }
    var safe = String.UnicodeScalarView()
    for scalar in raw.unicodeScalars {
      if isDangerous(scalar) {
        safe.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    text = String(safe)
  }

  /// Whether a scalar acts on the terminal or on the order of the text around it instead of being drawn.
  public static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true  // C0, delete, C1
    case 0x061C, 0x200E, 0x200F: true  // marks of direction
    case 0x202A...0x202E: true  // embeddings and overrides
    case 0x2066...0x2069: true  // isolates
    case 0x2028, 0x2029: true  // line and paragraph separator
    case 0xFEFF, 0xFFF9...0xFFFB: true  // byte order mark, interlinear annotation
    default: false
    }
  }
}

extension String {
  /// This text with everything escaped that acts on a terminal instead of being drawn.
  public var sanitized: String { Sanitized(self).text }
}
