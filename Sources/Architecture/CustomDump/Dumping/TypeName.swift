/// The name of a type as dumps print it: with the types around it, without modules and generic arguments.
///
/// - Parameter type: Any type.
func dumpedTypeName(_ type: Any.Type) -> String {
  var reader = TypeNameReader(_typeName(type, qualified: true))
  return reader.read()
}

/// The name of a type with its generic arguments, in the sugared spelling: `[Int]`, `[String: Int]`, `Int?`.
func dumpedFullTypeName(_ type: Any.Type) -> String {
  var reader = TypeNameReader(_typeName(type, qualified: true), keepsArguments: true)
  return reader.read()
}

/// Reads a runtime type name and writes it as a person would.
private struct TypeNameReader {
  private let characters: [Character]
  private let keepsArguments: Bool
  private var position = 0

  init(_ name: String, keepsArguments: Bool = false) {
    characters = Array(name)
    self.keepsArguments = keepsArguments
  }

  mutating func read() -> String {
    readSequence(until: [])
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  /// Reads names and the punctuation between them, until one of the characters stands at the reader's own level.
  private mutating func readSequence(until ends: Set<Character>) -> String {
    var result = ""
    while let character = next, !ends.contains(character) {
      if character.isLetter || character == "_" {
        result += readName()
      } else if character == "(" || character == "[" {
        position += 1
        let close: Character = character == "(" ? ")" : "]"
        if character == "(", startsUnknownContext {
          skipUnknownContext()
          result += readName()
          continue
        }
        result.append(character)
        result += readSequence(until: [close])
        if next == close { position += 1 }
        result.append(close)
      } else {
        position += 1
        result.append(character)
        if character == "-", next == ">" {
          position += 1
          result.append(">")
        }
      }
    }
    return result
  }

  private var startsUnknownContext: Bool {
    let marker = Array("unknown context at ")
    return characters[position...].starts(with: marker)
  }

  /// A local type's name holds an address, which differs from run to run.
  private mutating func skipUnknownContext() {
    while let character = next, character != ")" {
      _ = character
      position += 1
    }
    position += 1
    if next == "." { position += 1 }
  }

  /// Reads one dotted name with the generic arguments of its parts.
  private mutating func readName() -> String {
    var parts: [(name: String, arguments: [String])] = []
    while true {
      if next == "(" {
        position += 1
        guard startsUnknownContext else {
          position -= 1
          break
        }
        skipUnknownContext()
      }
      var name = ""
      while let character = next, character.isLetter || character.isNumber || character == "_" {
        name.append(character)
        position += 1
      }
      var arguments: [String] = []
      if next == "<" {
        position += 1
        while next != nil, next != ">" {
          arguments.append(readSequence(until: [",", ">"]).trimmingPrefixAndSuffix(" "))
          if next == "," { position += 1 }
        }
        position += 1
      }
      parts.append((name, arguments))
      guard next == ".", position + 1 < characters.count,
        characters[position + 1].isLetter || characters[position + 1] == "_" || characters[position + 1] == "("
      else { break }
      position += 1
    }
    let isQualified = parts.count > 1
    if isQualified { parts.removeFirst() }
    if let only = parts.first, parts.count == 1, isQualified {
      switch (only.name, only.arguments.count) {
      case ("Optional", 1): return only.arguments[0] + "?"
      case ("Array", 1): return "[\(only.arguments[0])]"
      case ("Dictionary", 2): return "[\(only.arguments[0]): \(only.arguments[1])]"
      default: break
      }
    }
    return parts.map { part in
      guard keepsArguments, !part.arguments.isEmpty else { return part.name }
      return "\(part.name)<\(part.arguments.joined(separator: ", "))>"
    }
    .joined(separator: ".")
  }
}

extension String {
  func trimmingPrefixAndSuffix(_ character: Character) -> String {
    var slice = self[...]
    while slice.first == character { slice.removeFirst() }
    while slice.last == character { slice.removeLast() }
    return String(slice)
  }
}
