/// The signs the output is drawn with: Unicode, or ASCII where the locale cannot show it.
public struct Glyphs: Sendable, Hashable {
  /// `├─ ` and its last, straight and empty forms; all take the same columns.
  public var branch, lastBranch, trunk, gap: String
  /// Marks that say what a line is without colour.
  public var path, presentation, destination, focus, changed, added, removed: String
  /// Between the parts of a path of features.
  public var separator: String
  /// For what was cut off.
  public var ellipsis: String
  /// From an old value to a new one.
  public var arrow: String
  /// What an effect sent back.
  public var incoming: String
  /// An effect that started.
  public var effect: String
  /// Something that went as it should.
  public var passed: String

  public static let unicode = Glyphs(
    branch: "├─ ", lastBranch: "└─ ", trunk: "│  ", gap: "   ", path: "▶", presentation: "●", destination: "◆", focus: "❯",
    changed: "~", added: "+", removed: "-", separator: " › ", ellipsis: "…", arrow: "→", incoming: "←", effect: "»",
    passed: "✓")

  public static let ascii = Glyphs(
    branch: "|- ", lastBranch: "`- ", trunk: "|  ", gap: "   ", path: ">", presentation: "*", destination: "=", focus: "@",
    changed: "~", added: "+", removed: "-", separator: " > ", ellipsis: "...", arrow: "->", incoming: "<-", effect: "!",
    passed: "ok")

  /// The signs that the locale of `environment` can show, by the rule of locales: `LC_ALL`, else `LC_CTYPE`, else `LANG`.
  public static func suited(to environment: [String: String]) -> Glyphs {
    isUTF8(environment) ? .unicode : .ascii
  }

  /// Whether the locale of `environment` is a UTF-8 one.
  public static func isUTF8(_ environment: [String: String]) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment[name], !value.isEmpty else { continue }
      let codeset = value.lowercased()
      return codeset.contains("utf-8") || codeset.contains("utf8")
    }
    return false
  }
}
