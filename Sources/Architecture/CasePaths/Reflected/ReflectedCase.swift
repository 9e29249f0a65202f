/// A case known only by its constructor, recognised in a value through `Mirror`.
///
/// A value is in the case when the payload it holds can be passed to the constructor and what comes back is the same case:
/// the same name and the same payload type, labels included.
///
/// A payload that is a function is never extracted: `Mirror` hands out a function stored in an enum with the wrong calling
/// convention, and calling it would read garbage. `@CasePathable` has no such limit.
struct ReflectedCase<Root, Value>: Sendable {
  let embed: @Sendable (Value) -> Root

  func extract(from root: Root) -> Value? {
    Self.extract(from: root, rebuild: embed)
  }

  static func extract(from root: Root, rebuild: (Value) -> Root?) -> Value? {
    guard !holdsFunction(Value.self), let found = CaseContents(of: root) else { return nil }
    for candidate in found.candidates(for: Value.self) {
      if let root = rebuild(candidate), let rebuilt = CaseContents(of: root), rebuilt.isSameCase(as: found) {
        return candidate
      }
    }
    return nil
  }
}

/// Whether a type is a function or a tuple with a function in it; one inside angle brackets is stored differently and does no harm.
private func holdsFunction(_ type: Any.Type) -> Bool {
  let name = String(reflecting: type)
  guard name.contains("->") else { return false }
  var depth = 0
  var previous: Character = " "
  for character in name {
    if character == ">", previous == "-" {
      if depth == 0 { return true }
    } else if character == "<" {
      depth += 1
    } else if character == ">" {
      depth -= 1
    }
    previous = character
  }
  return false
}

/// A case without a payload, recognised by an example.
///
/// `Mirror` tells no name of a case that holds nothing, so the value is compared: by `==` where it has one, else by its text.
struct ReflectedEmptyCase<Root> {
  let example: Root

  func matches(_ root: Root) -> Bool {
    if let equal = isEqual(example, root) { return equal }
    guard Mirror(reflecting: root).children.isEmpty, Mirror(reflecting: example).children.isEmpty else { return false }
    return String(reflecting: root) == String(reflecting: example)
  }

  private func isEqual(_ left: Root, _ right: Root) -> Bool? {
    guard let left = left as? any Equatable else { return nil }
    func compare<Left: Equatable>(_ left: Left) -> Bool { left == right as? Left }
    return compare(left)
  }
}

/// The name and payload of the case a value is in.
private struct CaseContents {
  let name: String
  let payload: Any

  init?<Root>(of root: Root) {
    guard let child = Mirror(reflecting: root).children.first, let name = child.label else { return nil }
    self.name = name
    self.payload = child.value
  }

  /// The payload as a `Value`: as it is, and without its label when it is one labelled value.
  func candidates<Value>(for type: Value.Type) -> [Value] {
    var candidates: [Value] = []
    if let value = payload as? Value { candidates.append(value) }
    let mirror = Mirror(reflecting: payload)
    if mirror.displayStyle == .tuple, mirror.children.count == 1, let value = mirror.children.first?.value as? Value {
      candidates.append(value)
    }
    return candidates
  }

  func isSameCase(as other: CaseContents) -> Bool {
    name == other.name && type(of: payload) == type(of: other.payload)
  }
}
