import ActionLanguage
import Reflection

/// The cases of a root feature's action: what a line may begin with.
enum ActionCases {
  /// The words that begin an action without being a case of it.
  private static let verbs: Set<String> = ["push", "pop", "binding"]

  /// Whether a line begins with a case of the action, or with another form an action may have.
  static func begin(_ line: String, of type: Any.Type) -> Bool {
    let shape = TypeShape.of(type)
    let name = String(line.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    if shape.enumCase(named: name) != nil { return true }
    if verbs.contains(name), line.count > name.count { return true }
    if line.dropFirst(name.count).first == "[" { return true }
    return shape.enumCase(named: "binding") != nil && line.contains("=")
  }

  /// The names of all cases.
  static func names(of type: Any.Type) -> [String] { TypeShape.of(type).cases.map(\.name) }
}
