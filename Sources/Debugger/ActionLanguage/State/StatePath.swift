import Foundation
import Reflection

/// A place in a state: `path[last].detail.standup.title`, `rows[id: "a"].name`, `destination`.
///
/// Paths go through optionals, presentation and shared wrappers, and the payload of the current case, without naming them. A path may be
/// written as a key path, `\.standup.title`, and with the `$` that stands for it in values, `$standup.title`.
public struct StatePath: Sendable, CustomStringConvertible {
  let steps: [Syntax.Step]
  public let description: String
  /// The type in which it is written to begin.
  private var writtenRoot: WrittenRoot?

  private struct WrittenRoot: Sendable {
    let names: [String]
    let range: Range<Int>
  }

  /// The path to the whole state.
  public static let root = StatePath(steps: [], description: rootName)
  /// What the whole state is called, unless it has a property of that name.
  public static let rootName = "state"

  init(steps: [Syntax.Step], description: String) {
    self.steps = steps
    self.description = description
  }

  /// Reads a path; an empty text, `.` and `state` are the whole state.
  ///
  /// - Throws: `ActionLanguageError` when the text is not a path.
  public init(_ text: String) throws(ActionLanguageError) {
    if text.allSatisfy({ $0 == " " || $0 == "." }) {
      self = .root
      return
    }
    try self.init(SyntaxParser.expression(text), in: text)
  }

  init(_ syntax: Syntax, in text: String) throws(ActionLanguageError) {
    switch syntax.form {
    case .chain(let chain):
      for step in chain.steps {
        if case .call = step.form {
          throw ActionLanguageError(
            .syntax, "a path cannot call anything", at: step.range)
        }
      }
      let path = chain.statePath
      let root = chain.isKeyPath && !chain.hasLeadingDot ? Self.root(of: chain.steps) : nil
      writtenRoot = root
      steps = path?.steps ?? Array(chain.steps.dropFirst(root?.names.count ?? 0))
      let start =
        root == nil
        ? syntax.range.lowerBound + (chain.hasLeadingDot || path != nil ? 1 : 0)
        : steps.first?.range.lowerBound ?? syntax.range.upperBound
      let written = String(decoding: Array(text.utf8)[start..<syntax.range.upperBound], as: UTF8.self)
      description = steps.isEmpty ? Self.rootName : Escaping.escaped(written)
    case .keyPath(let names, let root):
      let all = Self.steps(([root].compactMap(\.self) + names), of: syntax, in: text)
      writtenRoot = root == nil ? nil : Self.root(of: all)
      let own = all.dropFirst(writtenRoot?.names.count ?? 0)
      let path = own.compactMap(\.name)
      steps = path == ["self"] ? [] : Array(own)
      description = steps.isEmpty ? Self.rootName : path.map(TextPrinter.name).joined(separator: ".")
    default:
      throw ActionLanguageError(
        .syntax, "a path is made of names and brackets, found \(Escaping.escaped(syntax.summary))",
        at: syntax.range)
    }
  }

  /// The type that a key path names in front of its properties.
  private static func root(of steps: [Syntax.Step]) -> WrittenRoot? {
    guard let first = steps.first else { return nil }
    let types = steps.prefix { $0.name?.first?.isUppercase == true }
    // The backslash belongs to it.
    return WrittenRoot(
      names: (types.isEmpty ? [first] : types).compactMap(\.name),
      range: max(0, first.range.lowerBound - 1)..<(types.last ?? first).range.upperBound)
  }

  /// The names of a key path with the place of each.
  private static func steps(_ names: [String], of syntax: Syntax, in text: String) -> [Syntax.Step] {
    let start = syntax.range.lowerBound + 1
    let written = String(decoding: Array(text.utf8)[start..<max(start, syntax.range.upperBound)], as: UTF8.self)
    guard case .chain(let chain)? = (try? SyntaxParser.expression(written))?.form, chain.steps.map(\.name) == names else {
      return names.map { Syntax.Step(form: .name($0), range: syntax.range) }
    }
    return chain.steps.map { step in
      Syntax.Step(form: step.form, range: step.range.lowerBound + start..<step.range.upperBound + start)
    }
  }

  /// Fails for a path that begins in something else than states of a type: in another type, which it names, or in the time.
  func checkBeginning(in root: Any.Type) throws(ActionLanguageError) {
    if let writtenRoot {
      guard !StoredKeyPath.isName(writtenRoot.names, of: root) else { return }
      let rest = steps.prefix { $0.name != nil }.compactMap(\.name)
      var error = StoredKeyPath.wrongRoot(writtenRoot.names, rest, of: .of(root), at: writtenRoot.range)
      error.nearest = "\\" + Notation.of(root).constructorName
      throw error
    }
    guard let first = steps.first, first.name == "now", !StatePath.hasProperty("now", root) else { return }
    throw ActionLanguageError(
      .typeMismatch,
      steps.count > 1
        ? "now is a Date, and what it is made of has no names"
        : "now is the time, a Date, and no part of the state", at: steps.count > 1 ? steps[1].range : first.range)
  }

  /// The path with a moment in place of each `now` in its brackets, so that it leads to the same at any time.
  public func fixing(now: Date) -> StatePath {
    guard description.contains("now"), let syntax = try? SyntaxParser.expression(description) else { return self }
    let bytes = Array(description.utf8)
    var text: [UInt8] = []
    var copied = 0
    // In the order in which they are written.
    for word in syntax.parts.flatMap(\.usesOfNow) {
      text += bytes[copied..<word.lowerBound] + Array(ValuePrinter.text(of: now).utf8)
      copied = word.upperBound
    }
    guard copied > 0 else { return self }
    guard var path = try? StatePath(String(decoding: text + bytes[copied...], as: UTF8.self)) else { return self }
    path.writtenRoot = writtenRoot
    return path
  }

  /// The value at the path.
  ///
  /// - Throws: `ActionLanguageError` when a name, id or position does not live in `state`.
  /// - Complexity: one copy of the value at each step.
  public func evaluate(in state: Any) throws(ActionLanguageError) -> Any {
    try checkBeginning(in: type(of: state))
    var value = state
    for step in steps(from: type(of: state)) { value = try StatePath.child(of: value, step) }
    return value
  }

  /// The value at the path as optional chaining has it: nil where the way leads through nil, or to the first or last of nothing.
  ///
  /// - Throws: As `evaluate(in:)` for everything else.
  public func evaluateChaining(in state: Any) throws(ActionLanguageError) -> Any {
    do throws(ActionLanguageError) {
      return try evaluate(in: state)
    } catch {
      guard error.meansNil else { throw error }
      return Any?.none as Any
    }
  }

  /// The steps that lead on from a root: the first may only name it.
  func steps(from root: Any.Type) -> ArraySlice<Syntax.Step> {
    guard case .name(StatePath.rootName)? = steps.first?.form, !StatePath.hasProperty(StatePath.rootName, root) else {
      return steps[...]
    }
    return steps.dropFirst()
  }

  /// Whether a property may be called so in a value of a type, whichever case it is in.
  static func hasProperty(_ name: String, _ type: Any.Type, depth: Int = 0) -> Bool {
    guard depth < 8 else { return false }
    let notation = Notation.of(type)
    switch notation.form {
    case .structure: return notation.field(written: name) != nil
    case .optional(let optional): return hasProperty(name, optional.wrappedType, depth: depth + 1)
    case .wrapper(let wrapper): return hasProperty(name, wrapper.wrappedType, depth: depth + 1)
    case .enumeration:
      return notation.shape.cases.contains { found in
        found.name == name || found.payload.map { hasProperty(name, $0, depth: depth + 1) } == true
      }
    default: return false
    }
  }

  /// The path as changes of the value are spelled: elements by their ids where they have some, and each case by its name.
  ///
  /// - Returns: `nil` when the path leads nowhere in `state`.
  public func namingElements(in state: Any) -> String? {
    var value = state
    var text = ""
    func add(_ name: String) { text += text.isEmpty ? name : ".\(name)" }
    for step in steps(from: type(of: state)) {
      guard var inside = StateLookup.unwrapped(value) else { return nil }
      while case .enumeration = Notation.of(type(of: inside)).form,
        let (found, payload) = try? Notation.of(type(of: inside)).shape.project(inside), step.name != found.name, let payload,
        let deeper = StateLookup.unwrapped(payload)
      {
        add(found.name)
        inside = deeper
      }
      switch (step.form, inside) {
      case (.index(let arguments), let collection as any CollectionNotation):
        guard let position = try? Self.position(in: collection, arguments, step) else { return nil }
        text += collection.key(at: position).text
      case (.index(let arguments), let dictionary as any DictionaryNotation):
        guard let key = try? Self.dictionaryKey(dictionary, arguments, step) else { return nil }
        text += "[\(ValuePrinter.text(of: key))]"
      case (.name(let name), let collection as any CollectionNotation) where name == "first" || name == "last":
        guard collection.elementCount > 0 else { return nil }
        text += collection.key(at: name == "first" ? 0 : collection.elementCount - 1).text
      case (.name(let name), _): add(name)
      default: return nil
      }
      guard let next = try? Self.child(of: inside, step) else { return nil }
      value = next
    }
    return text
  }

  /// Replaces the value at the path by a written one; `_` keeps what is there.
  ///
  /// - Parameter textOffset: How far behind the start of the path the text begins, as bytes of UTF-8.
  /// - Throws: `ActionLanguageError`; its range points into the path for an error in the path, otherwise into the text, counted
  ///   from the start of the path. The state is then as before.
  public func set(
    _ text: String, in state: inout Any, decoder: ActionDecoder = ActionDecoder(), textOffset: Int = 0
  ) throws(ActionLanguageError) {
    let syntax: Syntax
    do throws(ActionLanguageError) {
      syntax = try SyntaxParser.expression(text)
    } catch {
      var better = error
      if let current = try? evaluate(in: state) {
        do throws(ActionLanguageError) {
          _ = try decoder.value(text, as: type(of: current), current: current, state: state)
        } catch let proposing {
          better.example = proposing.example
        }
      }
      throw better.offset(by: textOffset)
    }
    try checkBeginning(in: type(of: state))
    let context = decoder.context(for: type(of: state), state: state)
    let first = steps(from: type(of: state)).startIndex
    do throws(ActionLanguageError) {
      state = try updated(state, Notation.of(type(of: state)), first) { (current, notation) throws(ActionLanguageError) in
        do throws(ActionLanguageError) {
          return try context.value(syntax, notation, current: current)
        } catch {
          throw error.offset(by: textOffset)
        }
      }
    } catch {
      guard error.kind == .taken else { throw error }
      // It is the value that has the id.
      var better = error
      better.range = syntax.range
      throw better.offset(by: textOffset)
    }
  }

  /// The two sides of the first `=` that stands in no string and in no brackets, with the space around them; `nil` without one.
  ///
  /// - Complexity: linear in the length of the text.
  public static func sides(ofAssignment text: String) -> (path: String, value: String)? {
    var depth = 0
    var strings = StringScan()
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if strings.takes(byte) { continue }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"): depth = max(0, depth - 1)
      case UInt8(ascii: "=") where depth == 0:
        return (String(text[..<index]), String(text[text.utf8.index(after: index)...]))
      default: break
      }
    }
    return nil
  }

  // MARK: Reading

  private static func nothing(_ step: Syntax.Step) -> ActionLanguageError {
    ActionLanguageError(.notFound, "there is nothing here: the value is nil", at: step.range).meaningNil
  }

  static func child(of container: Any, _ step: Syntax.Step) throws(ActionLanguageError) -> Any {
    guard let value = StateLookup.unwrapped(container) else { throw nothing(step) }
    let notation = Notation.of(type(of: value))
    switch step.form {
    case .name(let name): return try child(of: value, notation, named: name, step)
    case .index(let arguments): return try element(of: value, notation, arguments, step)
    case .call: throw ActionLanguageError(.syntax, "a path cannot call anything", at: step.range)
    }
  }

  private static func child(
    of value: Any, _ notation: Notation, named name: String, _ step: Syntax.Step
  ) throws(ActionLanguageError) -> Any {
    switch notation.form {
    case .structure, .tuple:
      if let field = notation.field(written: name) {
        guard field.isAccessible, let part = try? notation.shape.read(field, from: value) else {
          throw ActionLanguageError(.notWritable, "\"\(name)\" cannot be read", at: step.range)
        }
        return part
      }
      throw noProperty(name, notation, at: step.range)
    case .enumeration:
      guard let (found, payload) = try? notation.shape.project(value) else {
        throw ActionLanguageError(.notWritable, "the case of \(notation.name) cannot be read", at: step.range)
      }
      if found.name == name { return payload ?? () }
      if notation.shape.enumCase(named: name) != nil {
        throw ActionLanguageError(
          .notFound, "the value is .\(found.name), not .\(Escaping.escaped(name))", candidates: [found.name], at: step.range)
      }
      do throws(ActionLanguageError) {
        guard let payload else {
          throw ActionLanguageError(
            .unknownName, "\(notation.name) has no case \"\(Escaping.escaped(name))\", and .\(found.name) has nothing inside",
            nearest: NearestName.of(name, in: notation.shape.cases.map(\.name)), at: step.range)
        }
        return try child(of: payload, step)
      } catch {
        // What another case has may be there at another time.
        let other = notation.shape.cases.first { other in
          other.name != found.name && other.payload.map { hasProperty(name, $0) } == true
        }
        guard error.kind == .unknownName, let other else { throw error }
        throw ActionLanguageError(
          .notFound, "the value is .\(found.name), and \"\(Escaping.escaped(name))\" is a part of .\(other.name)", at: step.range)
      }
    case .collection:
      guard let collection = value as? any CollectionNotation else { break }
      switch name {
      case "count": return collection.elementCount
      case "isEmpty": return collection.elementCount == 0
      case "first", "last":
        guard collection.elementCount > 0 else {
          throw ActionLanguageError(.notFound, "there is no \(name) element: the list is empty", at: step.range).meaningNil
        }
        return collection.element(at: name == "first" ? 0 : collection.elementCount - 1)
      default: break
      }
    case .dictionary:
      guard let dictionary = value as? any DictionaryNotation else { break }
      if name == "count" { return dictionary.pairCount }
      if name == "isEmpty" { return dictionary.pairCount == 0 }
    default:
      if let text = value as? String {
        if name == "count" { return text.count }
        if name == "isEmpty" { return text.isEmpty }
      }
    }
    throw noProperty(name, notation, at: step.range)
  }

  /// What can be asked of a value besides its fields.
  static func properties(of notation: Notation) -> [String] {
    switch notation.form {
    case .collection: ["count", "isEmpty", "first", "last"]
    case .dictionary: ["count", "isEmpty"]
    case .leaf where notation.type == String.self: ["count", "isEmpty"]
    default: []
    }
  }

  private static func element(
    of value: Any, _ notation: Notation, _ arguments: [Syntax.Argument], _ step: Syntax.Step
  ) throws(ActionLanguageError) -> Any {
    if let dictionary = value as? any DictionaryNotation {
      let key = try dictionaryKey(dictionary, arguments, step)
      guard let found = dictionary.value(for: key) else {
        throw ActionLanguageError(.notFound, "there is no key \(ValuePrinter.text(of: key))", at: step.range)
      }
      return found
    }
    if let collection = value as? any CollectionNotation {
      return collection.element(at: try position(in: collection, arguments, step))
    }
    if case .enumeration = notation.form, let payload = try? notation.shape.project(value).payload {
      return try child(of: payload, step)
    }
    throw ActionLanguageError(.unexpectedPart, "\(notation.name) has no elements", at: step.range)
  }

  private static func dictionaryKey(
    _ dictionary: any DictionaryNotation, _ arguments: [Syntax.Argument], _ step: Syntax.Step
  ) throws(ActionLanguageError) -> Any {
    try dictionaryKey(type(of: dictionary), arguments, step)
  }

  static func dictionaryKey(
    _ dictionary: any DictionaryNotation.Type, _ arguments: [Syntax.Argument], _ step: Syntax.Step
  ) throws(ActionLanguageError) -> Any {
    guard let argument = arguments.first, arguments.count == 1 else {
      throw ActionLanguageError(.syntax, "one key belongs in the brackets", at: step.range)
    }
    return try DecodingContext().value(argument.value, .of(dictionary.keyType))
  }

  /// What brackets behind a collection say, whatever it holds.
  enum ElementPlace {
    case position(Int)
    case last
    case identity(Any)
  }

  static func place(
    in collection: any CollectionNotation.Type, _ arguments: [Syntax.Argument], _ step: Syntax.Step,
    candidates: @autoclosure () -> [String] = []
  ) throws(ActionLanguageError) -> ElementPlace {
    guard let argument = arguments.first, arguments.count == 1 else {
      throw ActionLanguageError(.syntax, "one id or position belongs in the brackets", example: "[0]", at: step.range)
    }
    if let label = argument.label, label != "id" {
      throw ActionLanguageError(
        .unexpectedPart, "the label is \"id\", not \"\(Escaping.escaped(label))\"", candidates: candidates(), at: argument.range)
    }
    try refuseRange(argument)
    switch argument.value.form {
    case .number where argument.label == nil: return .position(try DecodingContext().decode(argument.value, as: Int.self))
    case .chain where argument.label == nil && argument.value.bareWord == "first": return .position(0)
    case .chain where argument.label == nil && argument.value.bareWord == "last": return .last
    default:
      guard let identity = collection.identityType else {
        throw ActionLanguageError(.typeMismatch, "the elements have positions only", example: "[0]", at: argument.range)
      }
      return .identity(try DecodingContext().value(argument.value, .of(identity)))
    }
  }

  /// Fails for a range in brackets that take one element.
  static func refuseRange(_ argument: Syntax.Argument) throws(ActionLanguageError) {
    let bounds: [Syntax]
    switch argument.value.form {
    case .binary("...", let lower, let upper), .binary("..<", let lower, let upper): bounds = [lower, upper]
    case .prefix("...", let bound), .prefix("..<", let bound), .postfix("...", let bound): bounds = [bound]
    default: return
    }
    let isPosition = if case .number? = bounds.first?.form { true } else { false }
    throw ActionLanguageError(
      .typeMismatch, "a path leads to one element, and this is a range of them", expected: "one id or position", found: "a range",
      example: isPosition ? "0" : "first", at: argument.range)
  }

  static func position(
    in collection: any CollectionNotation, _ arguments: [Syntax.Argument], _ step: Syntax.Step
  ) throws(ActionLanguageError) -> Int {
    let place = try place(in: type(of: collection), arguments, step, candidates: StateLookup.keys(of: collection))
    let range = arguments.first?.range ?? step.range
    let count = collection.elementCount
    let position: Int
    switch place {
    case .position(let written): position = written
    case .last: position = count - 1
    case .identity(let id):
      guard let found = collection.position(of: id) else {
        throw ActionLanguageError(
          .notFound, "no element has the id \(ValuePrinter.text(of: id))", candidates: StateLookup.keys(of: collection), at: range
        )
      }
      position = found
    }
    guard position >= 0, position < count else {
      throw ActionLanguageError(
        .notFound, count == 0 ? "there is no element: the list is empty" : "there is no such element: the list has \(count)",
        candidates: StateLookup.keys(of: collection), at: range)
    }
    return position
  }

  // MARK: Writing

  typealias Change = (Any, Notation) throws(ActionLanguageError) -> Any

  /// Replaces what is at the path by what `change` makes of it.
  func replace(in value: inout Any, _ change: Change) throws(ActionLanguageError) {
    try checkBeginning(in: type(of: value))
    value = try updated(value, Notation.of(type(of: value)), steps(from: type(of: value)).startIndex, change)
  }

  private func updated(
    _ value: Any, _ notation: Notation, _ index: Int, _ change: Change
  ) throws(ActionLanguageError) -> Any {
    guard index < steps.count else { return try change(value, notation) }
    let step = steps[index]
    if let optional = value as? any OptionalNotation {
      guard let inside = optional.unwrapped else { throw StatePath.nothing(step) }
      let wrapped = type(of: optional).wrappedType
      let new = try updated(inside, .of(wrapped), index, change)
      guard let result = type(of: optional).wrap(.some(new)) else { throw StatePath.nothing(step) }
      return result
    }
    if let wrapper = value as? any WrapperNotation {
      let new = try updated(wrapper.wrapped, .of(type(of: wrapper).wrappedType), index, change)
      guard let result = wrapper.rewrapping(new) else {
        throw ActionLanguageError(.notWritable, "what is inside cannot be replaced", at: step.range)
      }
      return result
    }
    do {
      switch (notation.form, step.form) {
      case (.structure, .name(let name)), (.tuple, .name(let name)):
        guard let field = notation.field(written: name), field.isAccessible else {
          _ = try StatePath.child(of: value, step)
          throw ActionLanguageError(.notWritable, "\"\(name)\" cannot be written", at: step.range)
        }
        let part = try notation.shape.read(field, from: value)
        var copy = value
        try notation.shape.replace(field, in: &copy, with: updated(part, .of(field.type), index + 1, change))
        return copy
      case (.enumeration, _):
        let (found, payload) = try notation.shape.project(value)
        guard let payload, let type = found.payload else {
          _ = try StatePath.child(of: value, step)
          throw ActionLanguageError(.notWritable, "the case .\(found.name) has nothing inside", at: step.range)
        }
        let isNamed = step.name == found.name
        if !isNamed, let name = step.name, notation.shape.enumCase(named: name) != nil {
          _ = try StatePath.child(of: value, step)
        }
        var copy = value
        try notation.shape.replacePayload(
          of: &copy, with: updated(payload, .of(type), isNamed ? index + 1 : index, change))
        return copy
      case (.collection, .index(let arguments)):
        guard let collection = value as? any CollectionNotation else { break }
        let position = try StatePath.position(in: collection, arguments, step)
        return try replaced(collection, position, index, change)
      case (.collection, .name(let name)) where name == "first" || name == "last":
        guard let collection = value as? any CollectionNotation else { break }
        _ = try StatePath.child(of: value, step)
        return try replaced(collection, name == "first" ? 0 : collection.elementCount - 1, index, change)
      case (.dictionary, .index(let arguments)):
        guard let dictionary = value as? any DictionaryNotation else { break }
        let key = try StatePath.dictionaryKey(dictionary, arguments, step)
        guard let held = dictionary.value(for: key) else {
          throw ActionLanguageError(.notFound, "there is no key \(ValuePrinter.text(of: key))", at: step.range)
        }
        let new = try updated(held, .of(type(of: dictionary).valueType), index + 1, change)
        if let result = dictionary.replacing(key, with: new) { return result }
      default: break
      }
    } catch let error as ActionLanguageError {
      throw error
    } catch {
      throw ActionLanguageError(.notWritable, "the value cannot be replaced: \(error)", at: step.range)
    }
    _ = try StatePath.child(of: value, step)
    throw ActionLanguageError(.notWritable, "this is computed; it cannot be set", at: step.range)
  }

  /// Why an element cannot take the place of another.
  private func taken(
    _ collection: any CollectionNotation, _ position: Int, _ new: Any, _ index: Int
  ) -> ActionLanguageError {
    let identity = (new as? any Identifiable).map { $0.id as Any }
    let other = identity.flatMap { collection.position(of: $0) }
    let shown = identity.map { " \(ValuePrinter.text(of: $0))" } ?? ""
    let message =
      other != nil && other != position
      ? "another element has the id\(shown), which each must have for itself"
      : "this cannot take the place of the element"
    return ActionLanguageError(.taken, message, at: steps[index].range)
  }

  private func replaced(
    _ collection: any CollectionNotation, _ position: Int, _ index: Int, _ change: Change
  ) throws(ActionLanguageError) -> Any {
    let new = try updated(
      collection.element(at: position), .of(type(of: collection).elementType), index + 1, change)
    guard let result = collection.replacing(at: position, with: new) else { throw taken(collection, position, new, index) }
    return result
  }
}
