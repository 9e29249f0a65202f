import Foundation
import Reflection

extension ActionLanguageError {
  /// Something else than a value of `type` stands there.
  static func mismatch(_ type: Any.Type, _ syntax: Syntax) -> ActionLanguageError {
    let notation = Notation.of(type)
    let found = Escaping.escaped(syntax.summary)
    // The name alone is the one that is expected: what is wrong is what follows it, or that nothing does.
    let isNamed = [notation.name, notation.name + "…", notation.constructorName, notation.constructorName + "…"].contains(found)
    var range = syntax.range
    if isNamed, case .chain(let chain) = syntax.form, let last = chain.steps.last, case .call(let arguments) = last.form {
      // What is wrong stands in the brackets, or should.
      range = last.range
      if let first = arguments.first, let last = arguments.last {
        range = (arguments.count == 1 ? first.value.range : first.range).lowerBound..<last.range.upperBound
      }
    }
    if case .string(let text) = syntax.form, notation.isWrittenAsString {
      let shown = Escaping.escaped(text.count > 40 ? text.prefix(39) + "…" : text)
      return ActionLanguageError(
        .typeMismatch, "\"\(shown)\" is no \(notation.name)",
        expected: notation.name, found: "\"\(shown)\"", example: notation.knownExample, at: range)
    }
    return ActionLanguageError(
      .typeMismatch,
      !isNamed
        ? "expected \(notation.name), found \(found)"
        : found.hasSuffix("…")
          ? "what stands in these brackets makes no \(notation.name)"
          : "\(notation.name) alone is the name of the type: a value of it has brackets",
      expected: notation.name, found: isNamed ? nil : found, example: notation.knownExample, at: range)
  }
}

extension ActionLanguageError {
  /// The same refusal of a value that cannot be written, saying where in its surroundings it stands.
  func naming(_ place: String, at range: Range<Int>) -> ActionLanguageError {
    guard kind == .notWritable, self.range == range else { return self }
    var better = self
    better.message += " (\(place))"
    return better
  }
}

extension Syntax {
  /// Where the id of an element is written, or else the element.
  var identityRange: Range<Int> {
    let arguments: [Argument]
    switch form {
    case .tuple(let written): arguments = written
    case .chain(let chain):
      guard case .call(let written)? = chain.steps.last?.form else { return range }
      arguments = written
    default: return range
    }
    return arguments.first { $0.label == "id" }?.value.range ?? range
  }

  /// The only argument of `Name(…)`, `.init(…)` or `Name(label: …)`.
  func constructorArgument(_ name: String, label: String? = nil) -> Syntax? {
    guard case .chain(let chain) = form, chain.steps.count == 2, let written = chain.steps[0].name,
      written == name || written == "init", case .call(let arguments) = chain.steps[1].form, arguments.count == 1,
      arguments[0].label == nil || arguments[0].label == label
    else { return nil }
    if let label, arguments[0].label != label, label.hasPrefix("timeInterval") { return nil }
    return arguments[0].value
  }
}

/// What decoding knows besides the text and the type.
struct DecodingContext {
  /// What is the same for the whole line. An object, since a context is handed on for every value in the text.
  final class Line: @unchecked Sendable {
    // Unchecked: every stored property is immutable, and a state is only read by the decoding it was handed to.

    /// The meaning of `now`.
    let now: Date
    /// The id that `push` gives; the next after those alive when it is not known.
    let nextStackElementID: Int?
    /// The module in which names of types are looked up.
    let module: String
    /// The state that `$` stands for.
    let state: Any?

    init(
      now: Date = Date(timeIntervalSinceReferenceDate: 0), nextStackElementID: Int? = nil, module: String = "", state: Any? = nil
    ) {
      self.now = now
      self.nextStackElementID = nextStackElementID
      self.module = module
      self.state = state
    }

    static let empty = Line()
  }

  /// What belongs to the end of the action's chain, and to nothing in its brackets.
  final class Tail: Sendable {
    /// What stands right of `=` in a binding.
    let assigned: Syntax?
    /// What the line does with a stack.
    let verb: ActionLine.Verb?
    /// What the line pushes.
    let operand: Syntax?

    init(assigned: Syntax?, verb: ActionLine.Verb?, operand: Syntax?) {
      self.assigned = assigned
      self.verb = verb
      self.operand = operand
    }
  }

  var line = Line.empty
  var tail: Tail?
  var depth = 0

  var now: Date { line.now }
  var nextStackElementID: Int? { line.nextStackElementID }
  var assigned: Syntax? { tail?.assigned }
  var verb: ActionLine.Verb? { tail?.verb }
  var operand: Syntax? { tail?.operand }

  /// How deep values may be nested; bounds the stack whatever the text is.
  static let depthLimit = 600

  func deeper(at range: Range<Int>) throws(ActionLanguageError) -> DecodingContext {
    guard depth < Self.depthLimit else {
      throw ActionLanguageError(.tooComplex, "values may be nested \(Self.depthLimit) deep", at: range)
    }
    var context = self
    context.depth += 1
    return context
  }

  /// The context of an argument, where `=`, `push` and `pop` mean nothing.
  var inner: DecodingContext {
    var context = self
    context.tail = nil
    return context
  }

  /// The error of a value that may be nil names the type that says so.
  static func naming(
    _ notation: Notation, _ optional: any OptionalNotation.Type, _ body: () throws(ActionLanguageError) -> Any
  ) throws(ActionLanguageError) -> Any {
    do throws(ActionLanguageError) {
      return try body()
    } catch {
      let wrapped = Notation.of(optional.wrappedType).name
      let start = "expected \(wrapped), found "
      guard error.kind == .typeMismatch, error.expected == wrapped, error.message.hasPrefix(start) else { throw error }
      var better = error
      better.expected = notation.name
      better.message = "expected \(notation.name), found \(error.message.dropFirst(start.count))"
      throw better
    }
  }

  func decode<Value>(_ syntax: Syntax, as type: Value.Type) throws(ActionLanguageError) -> Value {
    guard let value = try value(syntax, Notation.of(type)) as? Value else { throw .mismatch(type, syntax) }
    return value
  }

  // MARK: Values

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - state: The state the value is an action for, if any.
  ///   - current: The value it is to replace, if any: `_` keeps it.
  func value(
    _ syntax: Syntax, _ notation: Notation, state: LiveState? = nil, current: Any? = nil
  ) throws(ActionLanguageError) -> Any {
    switch syntax.form {
    case .wildcard: return try defaultValue(notation, current: current, at: syntax.range)
    case .tuple(let arguments):
      // Parentheses around one value mean nothing, except for a tuple.
      if arguments.count == 1, arguments[0].label == nil, !notation.isTupleLike {
        return try deeper(at: syntax.range).value(arguments[0].value, notation, state: state, current: current)
      }
    case .chain(let chain):
      if let path = chain.statePath { return try reference(path, syntax, notation) }
      let context = try deeper(at: syntax.range)
      return try context.chain(chain, 0, syntax, notation, state: state, current: current)
    default: break
    }
    let context = try deeper(at: syntax.range)
    switch notation.form {
    case .leaf(let leaf): return try leaf.decode(syntax, context)
    case .optional(let optional):
      let value = try Self.naming(notation, optional) { () throws(ActionLanguageError) in
        try context.value(syntax, .of(optional.wrappedType), state: state, current: unwrap(current))
      }
      return try wrap(value, optional, syntax)
    case .collection(let collection):
      return try context.collection(syntax, collection, notation, current: current)
    case .dictionary(let dictionary): return try context.dictionary(syntax, dictionary, notation)
    case .wrapper(let wrapper):
      let inside = (current as? any WrapperNotation)?.wrapped
      let value = try context.value(syntax, .of(wrapper.wrappedType), state: state, current: inside)
      return try wrap(value, wrapper, current, syntax)
    case .binding: throw .mismatch(notation.type, syntax)
    case .tuple, .structure:
      if case .tuple(let arguments) = syntax.form {
        return try context.parts(arguments, notation, syntax.range, current: current)
      }
      return try context.literal(syntax, notation)
    case .enumeration: return try context.literal(syntax, notation)
    case .existential: return try context.existential(syntax, notation)
    case .unwritable: return try context.literal(syntax, notation)
    case .keyPath(let root):
      guard case .keyPath(let names, let written) = syntax.form else { return try context.literal(syntax, notation) }
      guard let root else { return try context.keyPath(names, root: written, syntax) }
      let properties = try StoredKeyPath.properties(names, written: written, in: root, at: syntax.range)
      let (path, type) = try StoredKeyPath.resolve(properties.map { ($0, syntax.range) }, in: root)
      guard fits(path, notation) else {
        throw ActionLanguageError(
          .typeMismatch, "expected \(notation.name), and the property is \(Notation.of(type).name)", expected: notation.name,
          found: Notation.of(type).name, example: notation.knownExample, at: syntax.range)
      }
      return path
    }
  }

  /// A path in a place that does not say where it begins: the root's name is written, `\Standup.title`.
  private func keyPath(_ names: [String], root: String?, _ syntax: Syntax) throws(ActionLanguageError) -> AnyKeyPath {
    var lastError: ActionLanguageError?
    // `\Detail.State.title`: the root's name may have several parts.
    if let root {
      for count in (0..<min(names.count, 4)).reversed() {
        for type in TypeNames.types(named: [root] + names.prefix(count), modules: line.module.isEmpty ? [] : [line.module]) {
          do throws(ActionLanguageError) {
            return try StoredKeyPath.resolve(names.dropFirst(count).map { ($0, syntax.range) }, in: type).0
          } catch {
            lastError = error
          }
        }
      }
    }
    if let lastError { throw lastError }
    let path = ([root].compactMap(\.self) + names).joined(separator: ".")
    let example = line.state.flatMap { state -> String? in
      let notation = Notation.of(type(of: state))
      guard case .structure = notation.form else { return nil }
      TypeNames.remember(notation)
      return notation.shape.fields.first(where: \.isAccessible).map {
        "\\\(notation.constructorName).\(Notation.writtenName(of: $0))"
      }
    }
    throw ActionLanguageError(
      .notWritable,
      root == nil
        ? "a path of AnyKeyPath does not say in which type it begins"
        : "no type is known by which \"\(Escaping.escaped(path))\" could begin",
      expected: "a path with the name of its root", found: Escaping.escaped("\\\(root ?? "").\(names.joined(separator: "."))"),
      example: example, note: "write the type's name in front: \\TypeName.\(Escaping.escaped(names.last ?? "property"))",
      at: syntax.range)
  }

  func wrap(_ value: Any, _ optional: any OptionalNotation.Type, _ syntax: Syntax) throws(ActionLanguageError) -> Any {
    guard let wrapped = optional.wrap(.some(value)) else { throw .mismatch(optional.wrappedType, syntax) }
    return wrapped
  }

  func wrap(
    _ value: Any, _ wrapper: any WrapperNotation.Type, _ current: Any?, _ syntax: Syntax
  ) throws(ActionLanguageError) -> Any {
    let wrapped = (current as? any WrapperNotation).map { $0.rewrapping(value) } ?? wrapper.wrap(value)
    guard let wrapped else {
      throw ActionLanguageError(
        .notWritable, "\(Notation.of(wrapper).constructorName) cannot be made from a value here", at: syntax.range)
    }
    return wrapped
  }

  func unwrap(_ value: Any?) -> Any? {
    guard let value else { return nil }
    if let optional = value as? any OptionalNotation { return optional.unwrapped }
    return value
  }

  // MARK: Collections

  private func collection(
    _ syntax: Syntax, _ collection: any CollectionNotation.Type, _ notation: Notation, current: Any?
  ) throws(ActionLanguageError) -> Any {
    if let stack = collection as? any StackNotation.Type, case .dictionary(let pairs) = syntax.form {
      return try self.stack(pairs, stack, notation, syntax)
    }
    guard case .array(let elements) = syntax.form else { throw .mismatch(notation.type, syntax) }
    let elementNotation = Notation.of(collection.elementType)
    let held = current as? any CollectionNotation
    var values: [Any] = []
    values.reserveCapacity(elements.count)
    for (position, element) in elements.enumerated() {
      let current = held.flatMap { position < $0.elementCount ? $0.element(at: position) : nil }
      values.append(try value(element, elementNotation, current: current))
    }
    guard let result = collection.make(values, self) else {
      guard let (position, identity) = collection.repeated(in: values) else { throw .mismatch(notation.type, syntax) }
      throw ActionLanguageError(
        .ambiguous, "two elements have the id \(ValuePrinter.text(of: identity)), which each must have for itself",
        example: Notation.of(type(of: identity)).knownExample, at: elements[position].identityRange)
    }
    return result
  }

  private func stack(
    _ pairs: [(key: Syntax, value: Syntax)], _ stack: any StackNotation.Type, _ notation: Notation, _ syntax: Syntax
  ) throws(ActionLanguageError) -> Any {
    let element = Notation.of(stack.elementType)
    var elements: [(id: Int, element: Any)] = []
    for pair in pairs {
      guard case .elementID(let id) = pair.key.form else {
        throw ActionLanguageError(
          .typeMismatch, "the elements of a stack are written with their ids", found: Escaping.escaped(pair.key.summary),
          example: "[#0: \(element.example)]", at: pair.key.range)
      }
      elements.append((id, try value(pair.value, element)))
    }
    guard let made = stack.make(elements) else {
      var known: Set<Int> = []
      let repeated = elements.firstIndex { !known.insert($0.id).inserted }
      throw ActionLanguageError(
        .ambiguous, "two elements of the stack have one id", at: repeated.map { pairs[$0].key.range } ?? syntax.range)
    }
    return made
  }

  private func dictionary(
    _ syntax: Syntax, _ dictionary: any DictionaryNotation.Type, _ notation: Notation
  ) throws(ActionLanguageError) -> Any {
    let pairs: [(key: Syntax, value: Syntax)]
    switch syntax.form {
    case .dictionary(let written): pairs = written
    case .array(let elements) where elements.isEmpty: pairs = []
    default: throw .mismatch(notation.type, syntax)
    }
    let keys = Notation.of(dictionary.keyType)
    let values = Notation.of(dictionary.valueType)
    var result: [(key: Any, value: Any)] = []
    for pair in pairs { result.append((try value(pair.key, keys), try value(pair.value, values))) }
    guard let made = dictionary.make(result) else { throw .mismatch(notation.type, syntax) }
    if let held = made as? any DictionaryNotation, held.pairCount < result.count {
      var known: Set<String> = []
      let repeated = result.firstIndex { !known.insert(ValuePrinter.text(of: $0.key)).inserted } ?? result.count - 1
      throw ActionLanguageError(
        .ambiguous, "the key \(ValuePrinter.text(of: result[repeated].key)) is written twice", example: keys.knownExample,
        at: pairs[repeated].key.range)
    }
    return made
  }

  // MARK: Parts

  /// The parts of a struct or tuple from written arguments.
  func parts(
    _ arguments: [Syntax.Argument], _ notation: Notation, _ range: Range<Int>, current: Any? = nil, actionState: LiveState? = nil
  ) throws(ActionLanguageError) -> Any {
    let fields = notation.shape.fields
    let isTuple = notation.isTupleLike
    var values = [Any?](repeating: nil, count: fields.count)
    let currents = current.flatMap { try? notation.shape.readAll(from: $0) }
    let defaults = isTuple ? nil : ValueDefaults.registered(for: notation.type).flatMap { try? notation.shape.readAll(from: $0) }
    var next = 0
    for argument in arguments {
      let index: Int
      if let label = argument.label {
        guard let field = isTuple ? fields.first(where: { $0.label == label }) : notation.field(written: label) else {
          let names = fields.compactMap { isTuple ? $0.label : Notation.writtenName(of: $0) }
          throw ActionLanguageError(
            .unexpectedPart, "\(notation.partsName) has no part \"\(Escaping.escaped(label))\"",
            expected: isTuple
              ? notation.payloadSignature : ActionLanguageError.listed(notation.signatures).joined(separator: ", "),
            found: Escaping.escaped(label), nearest: NearestName.of(label, in: names), example: notation.knownExample,
            candidates: names,
            at: argument.range.lowerBound..<argument.range.lowerBound + label.utf8.count)
        }
        index = field.index
      } else {
        while next < fields.count, values[next] != nil { next += 1 }
        guard next < fields.count else {
          throw ActionLanguageError(
            .unexpectedPart,
            fields.isEmpty
              ? "\(notation.partsName) has no parts"
              : "\(notation.partsName) has \(fields.count) \(fields.count == 1 ? "part" : "parts"); this is one too many",
            expected: notation.payloadSignature, example: notation.knownExample, at: argument.range)
        }
        if let label = fields[next].label {
          throw ActionLanguageError(
            .missingPart, "the label \"\(Notation.writtenName(of: fields[next])):\" is missing",
            expected: "\(label): \(Notation.of(fields[next].type).name)",
            found: Escaping.escaped(argument.value.summary),
            example: Notation.of(fields[next].type).knownExample.map { "\(Notation.writtenName(of: fields[next])): \($0)" },
            at: argument.range)
        }
        index = next
      }
      guard values[index] == nil else {
        throw ActionLanguageError(
          .unexpectedPart, "the part \"\(fields[index].name)\" is written twice", expected: notation.payloadSignature,
          found: Escaping.escaped(argument.value.summary), example: notation.knownExample, at: argument.range)
      }
      let field = fields[index]
      guard field.isAccessible else { throw notWritable(field, notation, argument.range) }
      let state = isTuple && index == fields.count - 1 ? actionState : nil
      do throws(ActionLanguageError) {
        values[index] = try inner.value(
          argument.value, .of(field.type), state: state, current: currents.flatMap { $0[index] })
      } catch {
        throw error.naming(
          field.label == nil && isTuple
            ? "part \(index + 1) of \(notation.partsName)"
            : "the part \"\(Notation.writtenName(of: field))\" of \(notation.partsName)",
          at: argument.value.range)
      }
      next = index + 1
    }
    var complete: [Any] = []
    for field in fields {
      if let value = values[field.index] {
        complete.append(value)
        continue
      }
      if notation.isHidden(field), let type = notation.type as? any EphemeralIdentityNotation.Type {
        complete.append(type.makeIdentity())
        continue
      }
      guard let value = defaults.flatMap({ $0[field.index] }) ?? missing(.of(field.type), current: nil) else {
        let type = Notation.of(field.type).name
        let name = field.label.map { _ in Notation.writtenName(of: field) }
        throw ActionLanguageError(
          .missingPart,
          "\(notation.partsName) needs its part \(name.map { "\"\($0)\"" } ?? "\(field.index + 1), \(type)"), which has no known default",
          expected: notation.isTupleLike ? notation.payloadSignature : "\(name ?? ""): \(type)",
          example: notation.knownExample,
          note: isTuple ? nil : ValueDefaults.note(for: notation), at: range.upperBound - min(1, range.count)..<range.upperBound)
      }
      complete.append(value)
    }
    return try build(notation, complete, range)
  }

  private func notWritable(_ field: TypeShape.Field, _ notation: Notation, _ range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(
      .notWritable, "the part \"\(field.name)\" of \(notation.partsName) cannot be written",
      expected: Notation.of(field.type).name,
      note: "\"_\" keeps what is there in \"set\"", at: range)
  }

  func build(_ notation: Notation, _ parts: [Any], _ range: Range<Int>) throws(ActionLanguageError) -> Any {
    do {
      return try notation.shape.build(parts: parts)
    } catch {
      throw ActionLanguageError(.notWritable, "\(notation.name) cannot be made: \(error)", at: range)
    }
  }

  func build(
    _ notation: Notation, _ enumCase: TypeShape.Case, _ payload: Any?, _ range: Range<Int>
  ) throws(ActionLanguageError) -> Any {
    do {
      return try notation.shape.build(case: enumCase, payload: payload)
    } catch {
      throw ActionLanguageError(.notWritable, "\(notation.name).\(enumCase.name) cannot be made: \(error)", at: range)
    }
  }

  // MARK: What is left out

  /// The value of a part that the text leaves out, when there is one.
  func missing(_ notation: Notation, current: Any?, depth: Int = 0) -> Any? {
    if let current { return current }
    if let registered = ValueDefaults.registered(for: notation.type) { return registered }
    guard depth < 8 else { return nil }
    switch notation.form {
    case .optional(let optional): return optional.wrap(nil)
    case .wrapper(let wrapper):
      guard let inside = missing(.of(wrapper.wrappedType), current: nil, depth: depth + 1) else { return nil }
      return wrapper.wrap(inside)
    case .structure, .tuple:
      var parts: [Any] = []
      for field in notation.shape.fields {
        guard let part = missing(.of(field.type), current: nil, depth: depth + 1) else { return nil }
        parts.append(part)
      }
      return try? notation.shape.build(parts: parts)
    default: return nil
    }
  }

  /// What `_` stands for.
  private func defaultValue(
    _ notation: Notation, current: Any?, at range: Range<Int>
  ) throws(ActionLanguageError) -> Any {
    if let value = missing(notation, current: current) { return value }
    throw ActionLanguageError(
      .missingPart, "\"_\" keeps what is there or takes a default; here is neither", expected: notation.name, found: "_",
      example: notation.knownExample, note: ValueDefaults.note(for: notation), at: range)
  }

  // MARK: Other literals

  /// Types that take a literal by conformance: `ExpressibleByStringLiteral` and the like; raw values of raw representables.
  func literal(_ syntax: Syntax, _ notation: Notation) throws(ActionLanguageError) -> Any {
    if case .unwritable(let reason) = notation.form {
      if let made = LiteralConformance.make(notation.type, syntax) { return made }
      throw ActionLanguageError(
        .notWritable, "a value of \(notation.name) cannot be written: \(reason)", found: Escaping.escaped(syntax.summary),
        note: "\"_\" keeps what is there in \"set\"; ValueDefaults.register(\(notation.name).self) { … } gives it a default",
        at: syntax.range)
    }
    if let made = LiteralConformance.make(notation.type, syntax) { return made }
    if case .array(let elements) = syntax.form, let options = notation.type as? any OptionSet.Type {
      return try self.options(elements, options, notation)
    }
    if let error = noRawValue(syntax, notation) { throw error }
    throw .mismatch(notation.type, syntax)
  }

  /// `[]`, `[1, 4]`: what all of some options hold.
  private func options<Options: OptionSet>(
    _ elements: [Syntax], _: Options.Type, _ notation: Notation
  ) throws(ActionLanguageError) -> Any {
    var result = Options([] as [Options.Element])
    for element in elements {
      guard let option = try value(element, notation) as? Options else { throw .mismatch(notation.type, element) }
      result = result.union(option)
    }
    return result
  }

  // MARK: Existentials

  private func existential(_ syntax: Syntax, _ notation: Notation) throws(ActionLanguageError) -> Any {
    var value: Any?
    switch syntax.form {
    case .string(let text):
      value = fits(text, notation) ? text : WrittenError(text)
    case .number(let text):
      value = (try? Int.decode(syntax, self)) ?? (try? Double.decode(syntax, self)) ?? DurationText.parse(text)
    case .array: value = try self.value(syntax, .of([Any].self))
    case .dictionary: value = try self.value(syntax, .of([AnyHashable: Any].self))
    default: break
    }
    guard let value, fits(value, notation) else { throw .mismatch(notation.type, syntax) }
    return value
  }

  func fits(_ value: Any, _ notation: Notation) -> Bool {
    func open<Target>(_: Target.Type) -> Bool { value is Target }
    return _openExistential(notation.type, do: open)
  }
}

extension Notation {
  /// Whether values are written as strings, which not all strings are.
  fileprivate var isWrittenAsString: Bool {
    guard case .leaf = form, type != String.self, type != Substring.self else { return false }
    return type == UUID.self || knownExample?.first == "\""
  }

  /// Whether parts are written without a name before the brackets.
  var isTupleLike: Bool { if case .tuple = form { true } else { false } }

  /// The parts that can be written, each with its type.
  var signatures: [String] {
    shape.fields.filter { $0.label != nil && !isHidden($0) }.map {
      "\(Notation.writtenName(of: $0)): \(Notation.of($0.type).name)"
    }
  }

  /// The type in a sentence about its parts.
  var partsName: String { isTupleLike ? "(\(payloadSignature))" : name }
}

/// Makes values of types that Swift itself lets be written as literals.
enum LiteralConformance {
  static func make(_ type: Any.Type, _ syntax: Syntax) -> Any? {
    switch syntax.form {
    case .string(let text):
      if let type = type as? any ExpressibleByStringLiteral.Type, let made = string(type, text) { return made }
      return (type as? any RawRepresentable.Type).flatMap { raw($0, text) }
    case .number(let text):
      let plain = text.replacing("_", with: "")
      if let number = Int(plain), let type = type as? any ExpressibleByIntegerLiteral.Type, let made = integer(type, number) {
        return made
      }
      if let made = (type as? any RawRepresentable.Type).flatMap({ rawNumber($0, syntax) }) { return made }
      if let number = Double(plain), let type = type as? any ExpressibleByFloatLiteral.Type { return float(type, number) }
      return nil
    default:
      if let word = syntax.bareWord, word == "true" || word == "false",
        let type = type as? any ExpressibleByBooleanLiteral.Type
      {
        return boolean(type, word == "true")
      }
      return nil
    }
  }

  private static func string<Value: ExpressibleByStringLiteral>(_: Value.Type, _ text: String) -> Any? {
    (text as? Value.StringLiteralType).map { Value(stringLiteral: $0) }
  }
  private static func integer<Value: ExpressibleByIntegerLiteral>(_: Value.Type, _ number: Int) -> Any? {
    (number as? Value.IntegerLiteralType).map { Value(integerLiteral: $0) }
  }
  private static func float<Value: ExpressibleByFloatLiteral>(_: Value.Type, _ number: Double) -> Any? {
    (number as? Value.FloatLiteralType).map { Value(floatLiteral: $0) }
  }
  private static func boolean<Value: ExpressibleByBooleanLiteral>(_: Value.Type, _ flag: Bool) -> Any? {
    (flag as? Value.BooleanLiteralType).map { Value(booleanLiteral: $0) }
  }
  /// `3` and `0b11` for raw values of any kind of number.
  private static func rawNumber<Value: RawRepresentable>(_: Value.Type, _ syntax: Syntax) -> Any? {
    guard case .leaf = Notation.of(Value.RawValue.self).form else { return nil }
    let number = try? DecodingContext().value(syntax, Notation.of(Value.RawValue.self))
    return (number as? Value.RawValue).flatMap { Value(rawValue: $0) }
  }
  private static func raw<Value: RawRepresentable>(_: Value.Type, _ literal: Any) -> Any? {
    (literal as? Value.RawValue).flatMap { Value(rawValue: $0) }
  }
}
