import ActionLanguage
import Reflection

/// The cases of an action type, those of the child actions inside it too, each as the names on the way to it: `path.element.detail.save`.
enum ActionCoverage {
  /// All cases.
  static func cases(of type: Any.Type) -> Set<String> {
    var found: Set<String> = []
    collect(type, path: "", ancestors: []) { found.insert($0) }
    return found
  }

  /// The one case that an action is.
  static func name(of action: Any) throws -> String { try name(of: action, path: "", ancestors: []) }

  private static func collect(_ type: Any.Type, path: String, ancestors: [Any.Type], _ add: (String) -> Void) {
    for enumCase in TypeShape.of(type).cases where enumCase.payload != Never.self {
      let here = joined(path, enumCase.name)
      if let child = child(in: enumCase.payload, below: ancestors + [type]) {
        collect(child.type, path: here, ancestors: ancestors + [type], add)
      } else {
        add(here)
      }
    }
  }

  private static func name(of action: Any, path: String, ancestors: [Any.Type]) throws -> String {
    let type = Swift.type(of: action)
    let (enumCase, payload) = try TypeShape.of(type).project(action)
    let here = joined(path, enumCase.name)
    guard let payload, let child = child(in: enumCase.payload, below: ancestors + [type]) else { return here }
    let inside = try child.field.map { try TypeShape.of(Swift.type(of: payload)).read($0, from: payload) } ?? payload
    return try name(of: inside, path: here, ancestors: ancestors + [type])
  }

  /// The child action in a payload: the payload itself, or one element of a tuple.
  private static func child(in payload: Any.Type?, below ancestors: [Any.Type]) -> (type: Any.Type, field: TypeShape.Field?)? {
    guard let payload else { return nil }
    // A recursive feature is looked into once more, then it repeats itself.
    func isChild(_ type: Any.Type) -> Bool { isAction(type) && ancestors.filter { $0 == type }.count < 2 }
    if isChild(payload) { return (payload, nil) }
    let shape = TypeShape.of(payload)
    guard shape.kind == .tuple else { return nil }
    return shape.fields.first { isChild($0.type) }.map { ($0.type, $0) }
  }

  /// Whether a type is an action: an enum called so, or nested in one, or what the runtime wraps around one.
  private static func isAction(_ type: Any.Type) -> Bool {
    let shape = TypeShape.of(type)
    guard shape.kind == .enumeration else { return false }
    let names = shape.name.split(separator: ".")
    return switch shape.module {
    case "Features": names.contains("Action")
    case "ComposableArchitecture": ["IdentifiedAction", "PresentationAction", "StackAction", "TaskResult"].contains(shape.name)
    default: false
    }
  }

  private static func joined(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
