import Reflection

// Chains: names, calls and subscripts. One routine reads both spellings, because a case name followed by brackets and a case
// name followed by a dot differ only in where the payload stands.
extension DecodingContext {
  /// Decodes the steps of a chain from `index` on.
  func chain(
    _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ notation: Notation, state: LiveState?, current: Any? = nil
  ) throws(ActionLanguageError) -> Any {
    let steps = chain.steps
    let name = index < steps.count ? steps[index].name : nil
    switch notation.form {
    case .optional(let optional):
      if steps.count == index + 1, name == "none" || (name == "nil" && !chain.hasLeadingDot),
        let none = optional.wrap(nil)
      {
        return none
      }
      if name == "some", steps.count == index + 2, case .call(let arguments) = steps[index + 1].form, arguments.count == 1 {
        return try wrap(inner.value(arguments[0].value, .of(optional.wrappedType), state: state), optional, syntax)
      }
      let context = try deeper(at: syntax.range)
      let value = try Self.naming(notation, optional) { () throws(ActionLanguageError) in
        try context.chain(chain, index, syntax, .of(optional.wrappedType), state: state, current: unwrap(current))
      }
      return try wrap(value, optional, syntax)
    case .wrapper(let wrapper):
      let inside = (current as? any WrapperNotation)?.wrapped
      let value = try deeper(at: syntax.range).chain(
        chain, index, syntax, .of(wrapper.wrappedType), state: state, current: inside)
      return try wrap(value, wrapper, current, syntax)
    case .leaf(let leaf): return try self.leaf(leaf, rest(chain, index, syntax), notation)
    case .enumeration: return try enumeration(chain, index, syntax, notation, state: state, current: current)
    case .structure: return try structure(chain, index, syntax, notation, current: current)
    case .binding(let binding): return try self.binding(chain, index, syntax, notation, binding, state: state)
    case .existential: return try named(chain, index, syntax, notation)
    case .tuple:
      if index < steps.count, case .call(let arguments) = steps[index].form, steps.count == index + 1 {
        return try parts(arguments, notation, steps[index].range, current: current)
      }
      throw .mismatch(notation.type, rest(chain, index, syntax))
    case .collection, .dictionary:
      // `Set([1, 2])`, `.init([…])`, `[]` behind a type name.
      if steps.count == index + 2, name == "init" || name == notation.shape.name,
        case .call(let arguments) = steps[index + 1].form
      {
        if let first = arguments.first, arguments.count == 1 {
          return try deeper(at: syntax.range).value(first.value, notation, current: current)
        }
        if arguments.isEmpty { return try value(Syntax(form: .array([]), range: syntax.range), notation) }
      }
      throw .mismatch(notation.type, rest(chain, index, syntax))
    case .unwritable, .keyPath: return try literal(rest(chain, index, syntax), notation)
    }
  }

  private func rest(_ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax) -> Syntax {
    guard index > 0, index < chain.steps.count else { return syntax }
    var shorter = chain
    shorter.steps.removeFirst(index)
    shorter.hasLeadingDot = true
    return Syntax(form: .chain(shorter), range: chain.steps[index].range.lowerBound..<syntax.range.upperBound)
  }

  // MARK: Structs

  private func structure(
    _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ notation: Notation, current: Any?
  ) throws(ActionLanguageError) -> Any {
    let steps = chain.steps
    guard let last = steps.last, case .call(let arguments) = last.form, steps.count > index + 1 || index == steps.count - 1 else {
      if let made = LiteralConformance.make(notation.type, rest(chain, index, syntax)) { return made }
      var error = ActionLanguageError.mismatch(notation.type, rest(chain, index, syntax))
      if chain.hasLeadingDot, steps.count == index + 1, let name = steps[index].name {
        error.message =
          "\(notation.name) has no value \"\(Escaping.escaped(name))\" that text can name: static members are not in metadata"
      }
      throw error
    }
    let names = steps[index..<steps.count - 1]
    let written = names.compactMap(\.name)
    guard written.count == names.count else { throw .mismatch(notation.type, rest(chain, index, syntax)) }
    if !written.isEmpty, written != ["init"] {
      let own = [notation.shape.module] + notation.constructorName.split(separator: ".").map(String.init)
      guard written.last == "init" || own.suffix(written.count) == written[...] else {
        let whole = written.joined(separator: ".")
        throw ActionLanguageError(
          .typeMismatch, "expected \(notation.name), found \(Escaping.escaped(whole))", expected: notation.name,
          found: Escaping.escaped(whole), example: notation.knownExample, at: names[names.startIndex].range)
      }
    }
    return try deeper(at: syntax.range).parts(arguments, notation, last.range, current: current)
  }

  // MARK: Existentials

  /// A value written with its type's name: `FactError.offline`, `Standup(id: …)`.
  private func named(
    _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ notation: Notation
  ) throws(ActionLanguageError) -> Any {
    if let word = syntax.bareWord, word == "true" || word == "false" {
      let value = word == "true"
      if fits(value, notation) { return value }
    }
    if syntax.bareWord == "nil", notation.type == Any.self { return Any?.none as Any }
    let names = chain.steps[index...].prefix { $0.name != nil }.compactMap(\.name)
    var lastError: ActionLanguageError?
    for count in stride(from: names.count, through: 1, by: -1) where !chain.hasLeadingDot {
      for type in TypeNames.types(named: Array(names.prefix(count)), modules: line.module.isEmpty ? [] : [line.module]) {
        do throws(ActionLanguageError) {
          let found = Notation.of(type)
          let isCall = count == names.count
          let value = try deeper(at: syntax.range).chain(
            chain, isCall ? index : index + count, syntax, found, state: nil)
          if fits(value, notation) { return value }
        } catch {
          lastError = error
        }
      }
    }
    if let lastError { throw lastError }
    throw .mismatch(notation.type, rest(chain, index, syntax))
  }

  // MARK: Enums

  private func enumeration(
    _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ notation: Notation, state: LiveState?, current: Any? = nil
  ) throws(ActionLanguageError) -> Any {
    let steps = chain.steps
    guard index < steps.count else { throw missingAction(notation, syntax) }
    let step = steps[index]
    switch step.form {
    case .index(let arguments):
      return try element(arguments, chain, index, syntax, notation, state: state)
    case .call(let arguments): return try value(of: notation, withRaw: arguments, at: step.range)
    case .name(let name):
      if let presented = notation.presentedAction, let payload = presented.payload {
        return try presentation(name, presented, payload, chain, index, syntax, notation, state: state)
      }
      if let found = try enumCase(named: name, chain, index, notation) {
        if name != "binding", let value = try boundProperty(name, found, chain, index, syntax, notation, state: state) {
          return value
        }
        return try payload(of: found, chain, index, syntax, notation, state: state, current: current)
      }
      if index + 1 < steps.count, case .index = steps[index + 1].form,
        let found = StateLookup.rowCase(forProperty: name, of: notation, in: state?.value)
      {
        return try payload(of: found, chain, index, syntax, notation, state: state)
      }
      // `Counter.Action.increment`
      if !chain.hasLeadingDot, index < steps.count - 1, index < 5,
        name == notation.shape.module || notation.constructorName.split(separator: ".").contains(Substring(name))
      {
        return try self.chain(chain, index + 1, syntax, notation, state: state, current: current)
      }
      if assigned != nil, let (bindingCase, root) = notation.bindingCase, Notation.of(root).field(written: name) != nil,
        let payload = bindingCase.payload
      {
        let value = try self.chain(chain, index, syntax, .of(payload), state: state)
        return try build(notation, bindingCase, value, step.range)
      }
      if name == "init", index + 1 < steps.count, case .call(let arguments) = steps[index + 1].form {
        return try value(of: notation, withRaw: arguments, at: steps[index + 1].range)
      }
      throw unknownCase(name, step.range, notation)
    }
  }

  /// The binding of a property that is named as a case is.
  ///
  /// - Throws: An error with both readings when the case leads to a binding as well.
  private func boundProperty(
    _ name: String, _ enumCase: TypeShape.Case, _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ notation: Notation,
    state: LiveState?
  ) throws(ActionLanguageError) -> Any? {
    // Brackets behind the name of a case mean its row or element, not one of the property.
    if index + 1 < chain.steps.count, case .index = chain.steps[index + 1].form { return nil }
    guard assigned != nil, let (bindingCase, root) = notation.bindingCase, Notation.of(root).field(written: name) != nil,
      let payload = bindingCase.payload, let binding = try? self.chain(chain, index, syntax, .of(payload), state: state)
    else { return nil }
    let value = try build(notation, bindingCase, binding, chain.steps[index].range)
    guard let other = try? self.payload(of: enumCase, chain, index, syntax, notation, state: state) else { return value }
    throw ActionLanguageError(
      .ambiguous, "\"\(Escaping.escaped(name))\" is a case and a bindable property",
      candidates: [ValuePrinter.text(of: value), ValuePrinter.text(of: other)], at: chain.steps[index].range)
  }

  private func missingAction(_ notation: Notation, _ syntax: Syntax) -> ActionLanguageError {
    let names = notation.shape.cases.map(\.name)
    return ActionLanguageError(
      .missingPart, "an action of \(notation.name) is missing", expected: notation.name, example: notation.knownExample,
      candidates: ActionLanguageError.listed(names), at: syntax.range.upperBound..<syntax.range.upperBound)
  }

  func unknownCase(_ name: String, _ range: Range<Int>, _ notation: Notation) -> ActionLanguageError {
    let names = notation.shape.cases.map(\.name)
    let nearest = NearestName.of(name, in: names)
    // It takes the place of a name, whose dot is there.
    let example = nearest.flatMap { notation.shape.enumCase(named: $0) }.flatMap(Notation.knownCaseExample)
    return ActionLanguageError(
      .unknownName, "\(notation.name) has no case \"\(Escaping.escaped(name))\"", nearest: nearest,
      example: example ?? notation.knownExample.map { String($0.drop { $0 == "." }) },
      candidates: ActionLanguageError.listed(names), at: range)
  }

  /// The case of that name; of several, the one whose labels are written.
  private func enumCase(
    named name: String, _ chain: Syntax.Chain, _ index: Int, _ notation: Notation
  ) throws(ActionLanguageError) -> TypeShape.Case? {
    guard let first = notation.shape.enumCase(named: name) else { return nil }
    guard notation.shape.hasOverloads else { return first }
    let all = notation.shape.cases.filter { $0.name == name }
    guard all.count > 1 else { return first }
    var labels: [String?] = []
    var count = 0
    if index + 1 < chain.steps.count, case .call(let arguments) = chain.steps[index + 1].form {
      labels = arguments.map(\.label)
      count = arguments.count
    }
    let matching = all.filter { candidate in
      guard let payload = candidate.payload else { return count == 0 }
      let notation = Notation.of(payload)
      guard notation.isTupleLike else { return labels == [nil] }
      return notation.shape.fields.map(\.label) == labels
    }
    if matching.count == 1 { return matching[0] }
    throw ActionLanguageError(
      .ambiguous, "\(notation.name) has several cases \"\(name)\"", candidates: all.map(Notation.signature),
      at: chain.steps[index].range)
  }

  /// The payload of the case at `index` and the finished value.
  private func payload(
    of enumCase: TypeShape.Case, _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ notation: Notation, state: LiveState?,
    current: Any? = nil
  ) throws(ActionLanguageError) -> Any {
    let steps = chain.steps
    let step = steps[index]
    let isLast = index == steps.count - 1
    guard let payloadType = enumCase.payload else {
      // A payload of an empty type is not in the metadata, so empty brackets are accepted.
      if !isLast {
        let next = steps[index + 1]
        if case .call(let arguments) = next.form, index + 1 == steps.count - 1, arguments.count <= 1 {
          if arguments.isEmpty || enumCase.isAccessible && arguments[0].value.isEmptyParts {
            return try build(notation, enumCase, nil, step.range)
          }
        }
        throw ActionLanguageError(
          .unexpectedPart, "\(notation.name).\(enumCase.name) takes no payload", expected: enumCase.name,
          example: ".\(enumCase.name)",
          at: next.range.lowerBound..<syntax.range.upperBound)
      }
      return try build(notation, enumCase, nil, step.range)
    }
    guard enumCase.isAccessible else {
      throw ActionLanguageError(
        .notWritable, "the payload of \(notation.name).\(enumCase.name) cannot be written", at: step.range)
    }
    let payload = Notation.of(payloadType)
    let childState = LiveState.ofAction(in: enumCase, notation, state)
    let context = try deeper(at: step.range)
    if isLast {
      if let verb, payload.isStackAction {
        let value = try context.stackCommand(verb, nil, payload, childState, syntax)
        return try build(notation, enumCase, value, step.range)
      }
      if let value = missing(payload, current: nil) { return try build(notation, enumCase, value, step.range) }
      throw ActionLanguageError(
        .missingPart, "\(notation.name).\(enumCase.name) needs its payload", expected: Notation.signature(of: enumCase),
        example: Notation.knownCaseExample(enumCase), at: step.range)
    }
    let next = steps[index + 1]
    switch next.form {
    case .call(let arguments):
      if index + 1 == steps.count - 1 {
        let held = current.flatMap { try? notation.shape.project($0) }
        let value = try context.arguments(
          arguments, next.range, enumCase, payload, state: childState,
          current: held.flatMap { $0.case.index == enumCase.index ? $0.payload : nil })
        return try build(notation, enumCase, value, step.range)
      }
      // `row(id: 1).toggle`: what follows is the last part.
      guard payload.isTupleLike, arguments.count == payload.shape.fields.count - 1, let last = payload.shape.fields.last else {
        throw ActionLanguageError(
          .unexpectedPart, "what follows the payload of \(enumCase.name) belongs to nothing",
          expected: Notation.signature(of: enumCase), example: Notation.knownCaseExample(enumCase),
          at: steps[index + 2].range.lowerBound..<syntax.range.upperBound)
      }
      var parts: [Any] = []
      for (field, argument) in zip(payload.shape.fields, arguments) {
        if let label = argument.label, label != field.label {
          throw ActionLanguageError(
            .unexpectedPart, "expected the label \"\(field.label ?? "_")\", found \"\(Escaping.escaped(label))\"",
            example: Notation.knownCaseExample(enumCase), at: argument.range)
        }
        parts.append(try context.inner.value(argument.value, .of(field.type)))
      }
      parts.append(try context.chain(chain, index + 2, syntax, .of(last.type), state: nil))
      return try build(notation, enumCase, build(payload, parts, step.range), step.range)
    case .name:
      if payload.isTupleLike, let last = payload.shape.fields.last {
        // The parts before the last must have defaults, or be the id of the only row.
        var parts: [Any] = []
        var rowState: LiveState?
        for field in payload.shape.fields.dropLast() {
          if let value = missing(.of(field.type), current: nil) {
            parts.append(value)
          } else if payload.rowParts != nil,
            let rows = StateLookup.rows(for: enumCase.name, identity: field.type, in: state?.value)
          {
            guard rows.elementCount == 1, let id = StateLookup.identity(in: rows, at: 0) else {
              throw ActionLanguageError(
                .ambiguous, "the row is missing: there are \(rows.elementCount)", example: "\(enumCase.name)[0]",
                candidates: StateLookup.keys(of: rows), at: step.range)
            }
            parts.append(id)
            rowState = .element(of: rows, at: 0)
          } else {
            throw ActionLanguageError(
              .missingPart, "the part \"\(field.name)\" of \(enumCase.name) is missing",
              expected: Notation.signature(of: enumCase),
              example: payload.rowParts == nil
                ? Notation.knownCaseExample(enumCase)
                : "\(enumCase.name)[id: \(Notation.of(field.type).example)].\(next.name ?? "…")",
              at: step.range)
          }
        }
        parts.append(try context.chain(chain, index + 1, syntax, .of(last.type), state: rowState))
        return try build(notation, enumCase, build(payload, parts, step.range), step.range)
      }
      let value = try context.chain(chain, index + 1, syntax, payload, state: childState)
      return try build(notation, enumCase, value, step.range)
    case .index(let arguments):
      if let row = payload.rowParts {
        let rows = StateLookup.rows(for: enumCase.name, identity: row.identity.type, in: state?.value)
        let (id, element) = try context.identity(arguments, next.range, row.identity.type, rows)
        let action = try context.rowAction(chain, index + 2, syntax, row.action.type, element)
        return try build(notation, enumCase, build(payload, [id, action], step.range), step.range)
      }
      let value = try context.chain(chain, index + 1, syntax, payload, state: childState)
      return try build(notation, enumCase, value, step.range)
    }
  }

  private func rowAction(
    _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ type: Any.Type, _ state: LiveState?
  ) throws(ActionLanguageError) -> Any {
    if index == chain.steps.count - 1, case .call(let arguments) = chain.steps[index].form, arguments.count == 1 {
      return try inner.value(arguments[0].value, .of(type), state: state)
    }
    return try self.chain(chain, index, syntax, .of(type), state: state)
  }

  /// The payload written between brackets.
  private func arguments(
    _ arguments: [Syntax.Argument], _ range: Range<Int>, _ enumCase: TypeShape.Case, _ payload: Notation, state: LiveState?,
    current: Any?
  ) throws(ActionLanguageError) -> Any {
    if payload.isTupleLike {
      if arguments.count == 1, arguments[0].label == nil, payload.shape.fields.count > 1,
        case .tuple(let inside) = arguments[0].value.form
      {
        return try parts(inside, payload, range, current: current)
      }
      do throws(ActionLanguageError) {
        return try parts(arguments, payload, range, current: current)
      } catch {
        var better = error
        if better.example == payload.knownExample { better.example = Notation.knownCaseExample(enumCase) }
        throw better
      }
    }
    if arguments.isEmpty, let value = missing(payload, current: nil) { return value }
    guard arguments.count == 1 else {
      if let value = try partsOfStructure(arguments, payload, range, current: current) { return value }
      throw ActionLanguageError(
        arguments.isEmpty ? .missingPart : .unexpectedPart,
        arguments.isEmpty
          ? "the payload of \(enumCase.name) is missing" : "\(enumCase.name) takes one value, found \(arguments.count)",
        expected: Notation.signature(of: enumCase), example: Notation.knownCaseExample(enumCase),
        at: arguments.isEmpty ? range : arguments[1].range)
    }
    if let label = arguments[0].label {
      if payload.bare.field(written: label) != nil,
        let value = try partsOfStructure(arguments, payload, range, current: current)
      {
        return value
      }
      throw ActionLanguageError(
        .unexpectedPart, "the payload of \(enumCase.name) has no label \"\(Escaping.escaped(label))\"",
        expected: Notation.signature(of: enumCase), example: Notation.knownCaseExample(enumCase),
        at: arguments[0].range.lowerBound..<arguments[0].range.lowerBound + label.utf8.count)
    }
    do throws(ActionLanguageError) {
      return try inner.value(arguments[0].value, payload, state: state, current: current)
    } catch {
      throw error.naming("the payload of \(enumCase.name)", at: arguments[0].value.range)
    }
  }

  /// A struct, or an optional one, whose parts stand in the brackets of the case itself; `nil` when the payload is none.
  private func partsOfStructure(
    _ arguments: [Syntax.Argument], _ payload: Notation, _ range: Range<Int>, current: Any?
  ) throws(ActionLanguageError) -> Any? {
    switch payload.form {
    case .structure: return try parts(arguments, payload, range, current: current)
    case .optional(let optional) where !arguments.isEmpty:
      let wrapped = Notation.of(optional.wrappedType)
      guard case .structure = wrapped.form else { return nil }
      let value = try parts(arguments, wrapped, range, current: unwrap(current))
      return try wrap(value, optional, Syntax(form: .tuple(arguments), range: range))
    default: return nil
    }
  }

  // MARK: Presentation

  private func presentation(
    _ name: String, _ presented: TypeShape.Case, _ payload: Any.Type, _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax,
    _ notation: Notation, state: LiveState?
  ) throws(ActionLanguageError) -> Any {
    let inside = Notation.of(payload)
    let own = notation.shape.enumCase(named: name)
    if let own {
      let insideCase = inside.shape.enumCase(named: name)
      // Swift's spelling, `.presented(…)` and `.dismiss` behind a bracket, means the wrapper's own case.
      if insideCase != nil, index > 0, own.payload == nil, index == chain.steps.count - 1 {
        throw ActionLanguageError(
          .ambiguous, "\"\(name)\" is a case of \(notation.name) and of \(inside.name)",
          candidates: [".\(name)", ".presented(.\(name))"], at: chain.steps[index].range)
      }
      return try self.payload(of: own, chain, index, syntax, notation, state: nil)
    }
    let value = try deeper(at: syntax.range).chain(
      chain, index, syntax, inside, state: state)
    return try build(notation, presented, value, chain.steps[index].range)
  }

  // MARK: Rows and stacks

  /// `[0].detail`, `[#3].detail`, `[id: "a"].toggle` in front of a stack or row action.
  private func element(
    _ arguments: [Syntax.Argument], _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ notation: Notation, state: LiveState?
  ) throws(ActionLanguageError) -> Any {
    let range = chain.steps[index].range
    guard notation.isStackAction || notation.isIdentifiedAction, let element = notation.shape.enumCase(named: "element"),
      let elementPayload = element.payload
    else {
      throw ActionLanguageError(
        .unexpectedPart, "\(notation.name) is neither a stack nor a list of rows, so it takes no brackets",
        example: notation.knownExample, at: range)
    }
    let payload = Notation.of(elementPayload)
    guard payload.shape.fields.count == 2 else { throw .mismatch(notation.type, syntax) }
    let collection = state?.unwrapped as? any CollectionNotation
    if verb == .pop, index == chain.steps.count - 1, notation.isStackAction {
      return try stackCommand(.pop, arguments, notation, state, syntax)
    }
    if verb == .push, index == chain.steps.count - 1, notation.isStackAction { throw Self.stackAlone(.push, at: range) }
    let (id, row) = try identity(arguments, range, payload.shape.fields[0].type, collection)
    let action = try deeper(at: range).rowAction(chain, index + 1, syntax, payload.shape.fields[1].type, row)
    return try build(notation, element, build(payload, [id, action], range), range)
  }

  /// The id that a subscript names, and the element of the live state that has it.
  private func identity(
    _ arguments: [Syntax.Argument], _ range: Range<Int>, _ type: Any.Type, _ rows: (any CollectionNotation)?
  ) throws(ActionLanguageError) -> (id: Any, element: LiveState?) {
    guard arguments.count == 1, let argument = arguments.first else {
      throw ActionLanguageError(.unexpectedPart, "one id or position belongs in the brackets", example: "[0]", at: range)
    }
    try StatePath.refuseRange(argument)
    let isPosition: Bool
    switch argument.value.form {
    case .number: isPosition = argument.label == nil
    case .chain: isPosition = argument.label == nil && ["first", "last"].contains(argument.value.bareWord)
    default: isPosition = false
    }
    if isPosition {
      guard let rows else {
        throw ActionLanguageError(
          .notFound, "positions count what lives in the state, and nothing does here",
          example: "[id: \(Notation.of(type).example)]", at: argument.range)
      }
      let position: Int
      switch argument.value.bareWord {
      case "first": position = 0
      case "last": position = rows.elementCount - 1
      default: position = try Int.decode(argument.value, self)
      }
      guard position >= 0, position < rows.elementCount, let id = StateLookup.identity(in: rows, at: position) else {
        throw ActionLanguageError(
          .notFound,
          rows.elementCount == 0
            ? "there is no element: the list is empty"
            : "there is no element at \(position): the list has \(rows.elementCount)",
          candidates: StateLookup.keys(of: rows), at: argument.range)
      }
      return (id, .element(of: rows, at: position))
    }
    if let label = argument.label, label != "id" {
      throw ActionLanguageError(
        .unexpectedPart, "the label is \"id\", not \"\(Escaping.escaped(label))\"", example: "[id: \(Notation.of(type).example)]",
        at: argument.range)
    }
    let id = try inner.value(argument.value, .of(type))
    guard let rows else { return (id, nil) }
    guard let position = rows.position(of: id) else {
      throw ActionLanguageError(
        .notFound, "no element has the id \(ValuePrinter.text(of: id))", candidates: StateLookup.keys(of: rows),
        at: argument.range)
    }
    return (id, .element(of: rows, at: position))
  }

  /// The error of an action of an element where something is to be done to the stack.
  static func stackAlone(_ verb: ActionLine.Verb, at range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(
      .unexpectedPart,
      "\"\(verb.rawValue)\" goes before a stack\(verb == .push ? "" : " or one of its elements"), not before an action",
      expected: verb == .push ? "push STACK STATE" : "pop STACK[#0]", at: range)
  }

  /// `push path .detail(…)` and `pop path[#3]`.
  private func stackCommand(
    _ verb: ActionLine.Verb, _ arguments: [Syntax.Argument]?, _ notation: Notation, _ state: LiveState?, _ syntax: Syntax
  ) throws(ActionLanguageError) -> Any {
    let collection = state?.unwrapped as? any CollectionNotation
    switch verb {
    case .pop:
      guard let popFrom = notation.shape.enumCase(named: "popFrom"), let payload = popFrom.payload else {
        throw .mismatch(notation.type, syntax)
      }
      let parts = Notation.of(payload)
      let idType = parts.isTupleLike ? parts.shape.fields[0].type : payload
      let last = Syntax.Argument(
        label: nil,
        value: Syntax(
          form: .chain(.init(hasLeadingDot: false, steps: [.init(form: .name("last"), range: syntax.range)])),
          range: syntax.range), range: syntax.range)
      let id = try identity(arguments ?? [last], syntax.range, idType, collection).id
      return try build(notation, popFrom, parts.isTupleLike ? build(parts, [id], syntax.range) : id, syntax.range)
    case .push:
      guard let push = notation.shape.enumCase(named: "push"), let payload = push.payload else {
        throw .mismatch(notation.type, syntax)
      }
      let parts = Notation.of(payload)
      guard parts.shape.fields.count == 2, let operand else {
        throw ActionLanguageError(
          .missingPart, "what is pushed is missing",
          example: "push path \(Notation.of(parts.shape.fields.last?.type ?? payload).example)",
          at: syntax.range.upperBound..<syntax.range.upperBound)
      }
      let next = nextStackElementID ?? StateLookup.nextElementID(in: collection)
      let idSyntax = Syntax(form: .elementID(next), range: syntax.range)
      let id = try inner.value(idSyntax, .of(parts.shape.fields[0].type))
      let element = try inner.value(operand, .of(parts.shape.fields[1].type))
      return try build(notation, push, build(parts, [id, element], syntax.range), syntax.range)
    }
  }

  // MARK: Bindings

  private func binding(
    _ chain: Syntax.Chain, _ index: Int, _ syntax: Syntax, _ notation: Notation, _ binding: any BindingNotation.Type,
    state: LiveState?
  ) throws(ActionLanguageError) -> Any {
    let steps = chain.steps
    if assigned == nil, index < steps.count, steps[index].name == "set", steps.count == index + 2,
      case .call(let arguments) = steps[index + 1].form
    {
      guard arguments.count == 2, case .keyPath(let names, let written) = arguments[0].value.form else {
        let found =
          switch arguments.count {
          case 0: "nothing"
          case 1: "only \(Escaping.escaped(arguments[0].value.summary))"
          case 2: "\(Escaping.escaped(arguments[0].value.summary)) and \(Escaping.escaped(arguments[1].value.summary))"
          default: "\(arguments.count) values"
          }
        throw ActionLanguageError(
          .typeMismatch, "a binding action sets a key path to a value", expected: "a key path and a value",
          found: found, example: String(notation.example.dropFirst(".set".count)), at: steps[index + 1].range)
      }
      let range = arguments[0].value.range
      let properties = try StoredKeyPath.properties(names, written: written, in: binding.rootType, at: range)
      return try set(properties.map { ($0, range) }, arguments[1].value, binding, notation)
    }
    if assigned == nil, index < steps.count, steps.count == index + 2, let name = steps[index].name, name != "set",
      case .call = steps[index + 1].form
    {
      throw ActionLanguageError(
        .unknownName, "a binding action is called \"set\", not \"\(Escaping.escaped(name))\"",
        nearest: "set", example: String(notation.example.dropFirst()), at: steps[index].range)
    }
    guard let assigned else {
      throw ActionLanguageError(
        .missingPart, "a binding needs \"= value\"", expected: "= value", example: bindingExample(binding),
        at: syntax.range.upperBound..<syntax.range.upperBound)
    }
    var names: [(String, Range<Int>)] = []
    let path = steps[min(index, steps.count)...]
    for (position, step) in zip(path.indices, path) {
      guard let name = step.name else {
        if case .index = step.form, !names.isEmpty {
          return try set(names, element: path[position...], assigned, binding, notation, state: state, syntax)
        }
        throw ActionLanguageError(
          .unexpectedPart, "a binding names a stored property and what is inside of it", expected: "a property",
          example: bindingExample(binding), at: step.range)
      }
      names.append((name, step.range))
    }
    guard !names.isEmpty else {
      throw ActionLanguageError(
        .missingPart, "the property to bind is missing", expected: "a property", example: bindingExample(binding),
        candidates: Notation.of(binding.rootType).shape.fields.map(Notation.writtenName),
        at: syntax.range.upperBound..<syntax.range.upperBound)
    }
    return try set(names, assigned, binding, notation)
  }

  private func bindingExample(_ binding: any BindingNotation.Type) -> String {
    let property = Notation.boundExample(of: binding.rootType)
    return "binding \(property.name) = \(property.value)"
  }

  private func set(
    _ names: [(name: String, range: Range<Int>)], _ value: Syntax, _ binding: any BindingNotation.Type, _ notation: Notation
  ) throws(ActionLanguageError) -> Any {
    let (keyPath, type) = try StoredKeyPath.resolve(names, in: binding.rootType)
    return try set(names, keyPath, inner.value(value, .of(type)), binding)
  }

  /// `binding standup.attendees[0].name = "x"`: as a control for one row does it, the whole property is written, with one element
  /// changed.
  private func set(
    _ names: [(name: String, range: Range<Int>)], element path: ArraySlice<Syntax.Step>, _ value: Syntax,
    _ binding: any BindingNotation.Type, _ notation: Notation, state: LiveState?, _ syntax: Syntax
  ) throws(ActionLanguageError) -> Any {
    let (keyPath, _) = try StoredKeyPath.resolve(names, in: binding.rootType)
    let properties = StatePath(
      steps: names.map { Syntax.Step(form: .name($0.name), range: $0.range) },
      description: names.map(\.name).joined(separator: "."))
    guard let state = state?.unwrapped, type(of: state) == binding.rootType else {
      throw ActionLanguageError(
        .notFound, "an element can be bound only while the state it is in is known: bind the whole property instead",
        expected: "a property", example: bindingExample(binding), at: path.first?.range ?? syntax.range)
    }
    var held = try properties.evaluate(in: state)
    let context = inner
    let inside = StatePath(steps: Array(path), description: "")
    try inside.replace(in: &held) { (current, place) throws(ActionLanguageError) in
      try context.value(value, place, current: current)
    }
    return try set(names, keyPath, held, binding)
  }

  private func set(
    _ names: [(name: String, range: Range<Int>)], _ keyPath: AnyKeyPath, _ made: Any, _ binding: any BindingNotation.Type
  ) throws(ActionLanguageError) -> Any {
    guard let action = binding.make(keyPath, made) else {
      throw ActionLanguageError(
        .notWritable,
        "the property \"\(names.map(\.name).joined(separator: "."))\" cannot be bound: it is not a \"var\", or its type is not "
          + "Equatable and Sendable",
        at: names[0].range)
    }
    return action
  }
}

extension Syntax {
  /// `()`, `.init()` or `Name()`: a value of a type without parts.
  fileprivate var isEmptyParts: Bool {
    switch form {
    case .tuple(let arguments): return arguments.isEmpty
    case .chain(let chain):
      if let last = chain.steps.last, case .call(let arguments) = last.form { return arguments.isEmpty }
      return false
    default: return false
    }
  }
}

extension Notation {
  /// `rename("text")`
  static func caseExample(_ enumCase: TypeShape.Case) -> String {
    knownCaseExample(enumCase) ?? TextPrinter.name(enumCase.name) + "(_)"
  }

  /// The case with a payload that decodes; `nil` when no text for that is known.
  static func knownCaseExample(_ enumCase: TypeShape.Case) -> String? {
    let name = TextPrinter.name(enumCase.name)
    guard let payload = enumCase.payload else { return name }
    let notation = Notation.of(payload)
    return notation.knownExample.map { notation.isTupleLike ? "\(name)\($0)" : "\(name)(\($0))" }
  }
}
