import Reflection
import Synchronization

/// Types by their written names, for places whose type is `Any` or a protocol.
enum TypeNames {
  private static let known = Mutex<[String: [ObjectIdentifier: Box]]>([:])
  private struct Box: @unchecked Sendable { var type: Any.Type }

  /// Remembers a type that was printed with its name.
  static func remember(_ notation: Notation) {
    let name = notation.constructorName
    let box = Box(type: notation.type)
    known.withLock { $0[name, default: [:]][ObjectIdentifier(notation.type)] = box }
  }

  /// The types of that name: those already printed, and those of the given modules.
  static func types(named parts: [String], modules: [String]) -> [Any.Type] {
    let name = parts.joined(separator: ".")
    let remembered = known.withLock { Array(($0[name] ?? [:]).values).map(\.type) }
    guard remembered.isEmpty, parts.count <= 4, parts.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return remembered }
    // A mangled name tells for each component whether it is a struct, an enum or a class, so all are tried.
    var found: [Any.Type] = []
    for module in modules {
      var mangled = ["\(module.utf8.count)\(module)"]
      for part in parts {
        mangled = mangled.flatMap { prefix in ["V", "O", "C"].map { "\(prefix)\(part.utf8.count)\(part)\($0)" } }
      }
      found += mangled.compactMap { _typeByName($0) }
    }
    return found
  }
}
