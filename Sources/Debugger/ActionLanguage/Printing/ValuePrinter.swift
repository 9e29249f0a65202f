import Reflection

/// Prints values as text that decodes back to the same value.
public enum ValuePrinter {
  /// The canonical spelling in one line of Swift: `Standup(id: UUID(0), title: "Design")`, `.row(id: 1, action: .toggle)`.
  ///
  /// What no text can make (closures, objects) prints as `_`, which decodes as “keep what is there”.
  /// - Complexity: linear in the number of values inside.
  public static func text(of value: Any) -> String {
    var printer = TextPrinter()
    printer.append(value, Notation.of(type(of: value)))
    return printer.output
  }

  /// The short spelling for logs: `path[#0].detail.editButtonTapped`, `destination.editStandup.binding title = "Design"`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state before the action; `nil` when it is not known. Elements that do not live in it are written in
  ///     Swift's spelling, `path.element(id: #9, action: …)`, since the dotted one is refused for them.
  public static func dotted(action: Any, state: Any? = nil) -> String {
    var printer = DottedPrinter(state: state)
    printer.append(action)
    return printer.output
  }
}

struct TextPrinter {
  var output = ""
  /// Bounds the stack whatever the value is.
  private var depth = 0
  private static let depthLimit = 600

  init() {}

  /// Appends a value where the notation of its place is known.
  mutating func append(_ value: Any, _ notation: Notation) {
    guard depth < Self.depthLimit else {
      output += "_"
      return
    }
    depth += 1
    defer { depth -= 1 }
    switch notation.form {
    case .leaf:
      if let leaf = value as? any LeafNotation { leaf.append(to: &output) } else { output += "_" }
    case .optional: appendOptional(value)
    case .collection(let type): appendCollection(value, type)
    case .dictionary(let type): appendDictionary(value, type)
    case .wrapper(let type):
      if let wrapper = value as? any WrapperNotation {
        append(wrapper.wrapped, .of(type.wrappedType))
      } else {
        output += "_"
      }
    case .binding: appendBinding(value)
    case .structure:
      output += notation.constructorName
      appendParts(value, notation)
    case .tuple: appendParts(value, notation)
    case .enumeration: appendEnumeration(value, notation)
    case .existential: appendNamed(value)
    case .keyPath:
      if let path = value as? AnyKeyPath, let names = StoredKeyPath.names(of: path) {
        // A place that does not tell the root's type needs its name.
        if case .keyPath(root: nil) = notation.form {
          let root = Notation.of(type(of: path).rootType)
          TypeNames.remember(root)
          output += "\\\(root.constructorName)." + names.joined(separator: ".")
        } else {
          output += "\\." + names.joined(separator: ".")
        }
      } else {
        output += "_"
      }
    case .unwritable: output += "_"
    }
  }

  private mutating func appendOptional(_ value: Any) {
    guard let optional = value as? any OptionalNotation else {
      output += "_"
      return
    }
    guard let unwrapped = optional.unwrapped else {
      output += "nil"
      return
    }
    let start = output.endIndex
    append(unwrapped, .of(type(of: optional).wrappedType))
    // What is inside must not read as the optional's own case.
    let inside = output[start...]
    if inside == "nil" || inside == ".none" || inside.hasPrefix(".some") {
      output.replaceSubrange(start..., with: ".some(\(inside))")
    }
  }

  private mutating func appendCollection(_ value: Any, _ type: any CollectionNotation.Type) {
    guard let collection = value as? any CollectionNotation else {
      output += "_"
      return
    }
    let notation = Notation.of(type.elementType)
    output += "["
    var isFirst = true
    for (position, element) in collection.allElements.enumerated() {
      if !isFirst { output += ", " }
      isFirst = false
      if type.isStack, case .elementID(let id) = collection.key(at: position) { output += "#\(id): " }
      append(element, notation)
    }
    output += "]"
  }

  private mutating func appendDictionary(_ value: Any, _ type: any DictionaryNotation.Type) {
    guard let dictionary = value as? any DictionaryNotation else {
      output += "_"
      return
    }
    let keys = Notation.of(type.keyType)
    let values = Notation.of(type.valueType)
    let pairs = dictionary.allPairs
    output += pairs.isEmpty ? "[:" : "["
    var isFirst = true
    for pair in pairs {
      if !isFirst { output += ", " }
      isFirst = false
      append(pair.key, keys)
      output += ": "
      append(pair.value, values)
    }
    output += "]"
  }

  mutating func appendParts(_ value: Any, _ notation: Notation) {
    output += "("
    let isTuple = notation.isTupleLike
    if let parts = try? notation.shape.readAll(from: value) {
      var isFirst = true
      for (field, part) in zip(notation.shape.fields, parts) where !notation.isHidden(field) {
        if !isFirst { output += ", " }
        isFirst = false
        if isTuple {
          if let label = field.label { output += "\(label): " }
        } else {
          output += Notation.writtenName(of: field)
          output += ": "
        }
        if let part { append(part, .of(field.type)) } else { output += "_" }
      }
    }
    output += ")"
  }

  private mutating func appendEnumeration(_ value: Any, _ notation: Notation) {
    guard let (found, payload) = try? notation.shape.project(value) else {
      output += "_"
      return
    }
    output += "."
    output += Self.name(found.name)
    guard let payload, let type = found.payload else { return }
    appendPayload(payload, .of(type))
  }

  mutating func appendPayload(_ payload: Any, _ notation: Notation) {
    if notation.isTupleLike {
      appendParts(payload, notation)
    } else {
      output += "("
      append(payload, notation)
      output += ")"
    }
  }

  private mutating func appendBinding(_ value: Any) {
    guard let binding = value as? any BindingNotation, let names = StoredKeyPath.names(of: binding.writtenKeyPath) else {
      output += "_"
      return
    }
    output += ".set(\\.\(names.joined(separator: ".")), "
    let written = binding.writtenValue
    append(written, .of(type(of: written)))
    output += ")"
  }

  /// A value in a place that does not tell its type.
  private mutating func appendNamed(_ value: Any) {
    if let error = value as? WrittenError {
      Escaping.appendLiteral(error.message, to: &output)
      return
    }
    let notation = Notation.of(type(of: value))
    if case .enumeration = notation.form {
      TypeNames.remember(notation)
      output += notation.constructorName
    } else if case .structure = notation.form {
      TypeNames.remember(notation)
    }
    append(value, notation)
  }

  /// A name as it is written: between backticks when it is not an identifier.
  static func name(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0 == "_" || $0 == "$" || $0.properties.isAlphabetic || $0.properties.numericType != nil || $0.value >= 0x80
    }
    return isPlain ? Escaping.escaped(name) : "`\(name)`"
  }
}

/// Prints an action by descending through its cases.
private struct DottedPrinter {
  var output = ""
  private var verb = ""
  /// The state of the feature whose action is next, as far as it is known.
  private var state: Any?

  init(state: Any?) { self.state = state }

  /// Goes on to the element with that id; false when it is known not to live.
  private mutating func enterElement(_ id: Any, of rows: (any CollectionNotation)?) -> Bool {
    guard let rows else {
      state = nil
      return true
    }
    guard let position = rows.position(of: id) else { return false }
    state = rows.element(at: position)
    return true
  }

  mutating func append(_ action: Any) {
    var value = action
    // A chain may have this many steps when it is read back.
    for _ in 0..<SyntaxParser.stepLimit / 2 {
      let notation = Notation.of(type(of: value))
      guard case .enumeration = notation.form, let (found, payload) = try? notation.shape.project(value) else { break }
      guard let next = appendStep(notation, found, payload) else {
        output = verb + output
        return
      }
      value = next
    }
    output += output.isEmpty ? ValuePrinter.text(of: value) : "(\(ValuePrinter.text(of: value)))"
    output = verb + output
  }

  private mutating func appendName(_ name: String) {
    if !output.isEmpty { output += "." }
    output += TextPrinter.name(name)
  }

  /// Appends one case and returns the action inside, if the descent goes on.
  private mutating func appendStep(_ notation: Notation, _ found: TypeShape.Case, _ payload: Any?) -> Any? {
    guard let payload, let payloadType = found.payload else {
      if let presented = notation.presentedAction?.payload, Notation.of(presented).shape.enumCase(named: found.name) != nil {
        // `destination.dismiss` would have two readings.
        output += "(.\(found.name))"
      } else {
        appendName(found.name)
      }
      return nil
    }
    let inside = Notation.of(payloadType)
    if notation.presentedAction != nil {
      if case .enumeration = inside.form, let innermost = try? inside.shape.enumCase(of: payload) {
        if notation.shape.enumCase(named: innermost.name) != nil { appendName("presented") }
        state = StateLookup.unwrapped(state)
        return payload
      }
      appendName("presented")
      appendPayload(payload, inside)
      return nil
    }
    if notation.isStackAction || notation.isIdentifiedAction, !output.isEmpty {
      let rows = StateLookup.unwrapped(state) as? any CollectionNotation
      if found.name == "element", inside.shape.fields.count == 2,
        let parts = try? inside.shape.readAll(from: payload), let id = parts[0], let action = parts[1],
        enterElement(id, of: rows)
      {
        appendIndex(id, isStack: notation.isStackAction)
        return action
      }
      if found.name == "popFrom" {
        let id = inside.isTupleLike ? (try? inside.shape.read(inside.shape.fields[0], from: payload)) ?? payload : payload
        if enterElement(id, of: rows) {
          verb = "pop "
          appendIndex(id, isStack: true)
          return nil
        }
      }
      appendName(found.name)
      appendPayload(payload, inside)
      return nil
    }
    if found.name == "binding", case .binding = inside.form, let binding = payload as? any BindingNotation,
      let names = StoredKeyPath.names(of: binding.writtenKeyPath)
    {
      appendName(found.name)
      output += " \(names.joined(separator: ".")) = \(ValuePrinter.text(of: binding.writtenValue))"
      return nil
    }
    appendName(found.name)
    if inside.isAction {
      state = StateLookup.actionState(named: found.name, payload: inside, in: notation, of: state)
      return payload
    }
    if let row = inside.rowParts, row.identity.label == "id", Notation.of(row.action.type).isAction,
      let parts = try? inside.shape.readAll(from: payload), let id = parts[0], let action = parts[1],
      enterElement(id, of: StateLookup.rows(for: found.name, identity: row.identity.type, in: state))
    {
      appendIndex(id, isStack: false)
      return action
    }
    appendPayload(payload, inside)
    return nil
  }

  private mutating func appendIndex(_ id: Any, isStack: Bool) {
    let text = ValuePrinter.text(of: id)
    output += isStack && text.hasPrefix("#") ? "[\(text)]" : "[id: \(text)]"
  }

  private mutating func appendPayload(_ payload: Any, _ notation: Notation) {
    var printer = TextPrinter()
    printer.appendPayload(payload, notation)
    output += printer.output
  }
}
