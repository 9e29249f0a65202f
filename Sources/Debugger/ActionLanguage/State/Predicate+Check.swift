import Reflection

extension Predicate {
  /// Fails for a condition that asks for a name that does not exist or compares what does not compare, in all of its parts, whether or
  /// not a state has what they name.
  ///
  /// What only a value tells, as what is inside of an `Any`, passes.
  /// - Parameter root: The type of the states.
  /// - Throws: `ActionLanguageError`, whose range points into the condition.
  public func check(in root: Any.Type) throws(ActionLanguageError) {
    try TypeCheck(reading: ConditionReading(root: root, text: description)).condition(syntax)
  }
}

/// What the parts of conditions are, where only the type of the state is known.
private struct TypeCheck {
  let reading: ConditionReading

  private enum Operand {
    case path(PossibleTypes)
    case literal
  }

  private func operand(
    _ syntax: Syntax, beside types: () -> PossibleTypes? = { nil }
  ) throws(ActionLanguageError) -> Operand {
    try operand(syntax, try reading.side(syntax, beside: types))
  }

  private func operand(_ syntax: Syntax, _ side: ConditionReading.Side) throws(ActionLanguageError) -> Operand {
    switch side {
    case .path(let path): return .path(try path.possibleTypes(in: reading.root))
    case .literal: return .literal
    case .condition:
      try condition(syntax)
      return .path(PossibleTypes(Bool.self))
    }
  }

  /// Does what reads a literal. What it takes from the state, with `$`, is only there when the condition is asked.
  private func read(_ body: () throws(ActionLanguageError) -> Any) throws(ActionLanguageError) {
    do throws(ActionLanguageError) {
      _ = try body()
    } catch {
      if error.kind != .notFound { throw error }
    }
  }

  func condition(_ syntax: Syntax) throws(ActionLanguageError) {
    switch syntax.form {
    case .binary("&&", let left, let right), .binary("||", let left, let right):
      try condition(left)
      return try condition(right)
    case .prefix("!", let operand): return try condition(operand)
    case .tuple(let arguments) where arguments.count == 1: return try condition(arguments[0].value)
    case .binary("is", let left, let right): return try isCase(left, right)
    case .binary("contains", let left, let right): return try contains(left, right)
    case .binary(let symbol, let left, let right) where Predicate.comparisons.contains(symbol):
      return try compare(symbol, left, right, syntax)
    default: break
    }
    if syntax.bareWord == "true" || syntax.bareWord == "false" { return }
    guard case .path(let types) = try operand(syntax) else { throw Predicate.noCondition(syntax) }
    try oneOf(types) { (notation) throws(ActionLanguageError) in
      if notation.type != Bool.self { throw Predicate.noCondition(notation, syntax) }
    }
  }

  /// Fails as the first of the types does, unless one passes.
  private func oneOf(
    _ types: PossibleTypes, _ check: (Notation) throws(ActionLanguageError) -> Void
  ) throws(ActionLanguageError) {
    guard !types.isOpen else { return }
    var failure: ActionLanguageError?
    for notation in types.bare {
      if ConditionReading.isOpen(notation) { return }
      do throws(ActionLanguageError) {
        return try check(notation)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func isCase(_ left: Syntax, _ right: Syntax) throws(ActionLanguageError) {
    let steps = try Predicate.caseNames(right)
    guard case .path(let types) = try operand(left), !Predicate.hasOperator(left) else {
      throw Predicate.notAPath(left, of: "is")
    }
    guard right.bareWord != "nil" else { return }
    try oneOf(types) { (notation) throws(ActionLanguageError) in
      var notation = notation
      let steps = Array(ConditionReading.cases(steps, of: notation))
      for (index, step) in steps.enumerated() {
        guard let name = step.name, !ConditionReading.isOpen(notation) else { return }
        guard case .enumeration = notation.form else { throw Predicate.noCases(notation, name, at: left.range) }
        guard let found = notation.shape.enumCase(named: name) else {
          throw Predicate.unknownCase(name, steps, step, notation)
        }
        guard index + 1 < steps.count else { return }
        guard let payload = found.payload else {
          throw ActionLanguageError(
            .unknownName, "\(notation.name).\(name) has nothing inside", at: steps[index + 1].range)
        }
        notation = Notation.of(payload).bare
      }
    }
  }

  private func contains(_ left: Syntax, _ right: Syntax) throws(ActionLanguageError) {
    guard case .path(let types) = try operand(left), !Predicate.hasOperator(left) else {
      throw Predicate.notAPath(left, of: "contains")
    }
    try oneOf(types) { (notation) throws(ActionLanguageError) in
      switch notation.form {
      case _ where notation.type == String.self: try part(right, String.self, of: notation)
      case .dictionary(let dictionary): try part(right, dictionary.keyType, of: notation)
      case .collection(let collection):
        if let identity = collection.identityType, (try? part(right, identity, of: notation)) != nil { return }
        try part(right, collection.elementType, of: notation)
      default: throw Predicate.noElements(notation, right, at: left.range)
      }
    }
  }

  /// What is contained must be of a type.
  private func part(_ syntax: Syntax, _ type: Any.Type, of container: Notation) throws(ActionLanguageError) {
    let wanted = Notation.of(type).bare
    guard case .path(let types) = try operand(syntax, beside: { PossibleTypes(type) }) else {
      return try read { () throws(ActionLanguageError) in try reading.context.value(syntax, .of(type)) }
    }
    try oneOf(types) { (notation) throws(ActionLanguageError) in
      guard notation.type != wanted.type, !ConditionReading.isOpen(wanted) else { return }
      throw ActionLanguageError(
        .typeMismatch, "\(container.name) contains \(wanted.name), and this is \(notation.name)", expected: wanted.name,
        found: notation.name, at: syntax.range)
    }
  }

  private func compare(
    _ symbol: String, _ left: Syntax, _ right: Syntax, _ whole: Syntax
  ) throws(ActionLanguageError) {
    let sides = try reading.sides(left, right)
    let (first, second) = (try operand(left, sides.0), try operand(right, sides.1))
    switch (first, second) {
    case (.literal, .literal): throw Predicate.sum(in: left, right) ?? Predicate.noPath(at: whole.range)
    case (.path, .literal) where reading.isNothing(right, beside: sides.0),
      (.literal, .path) where reading.isNothing(left, beside: sides.1):
      if symbol != "==", symbol != "!=" { throw Predicate.noOrder(ofNilAt: whole.range) }
    case (.path(let types), .literal): try compare(types, symbol, with: right, left, whole)
    case (.literal, .path(let types)): try compare(types, symbol, with: left, right, whole)
    case (.path(let one), .path(let other)):
      try oneOf(one) { (left) throws(ActionLanguageError) in
        try oneOf(other) { (right) throws(ActionLanguageError) in
          if left.type == right.type { return try order(left, symbol, whole) }
          guard Self.isNumber(left), Self.isNumber(right) else { throw Predicate.noComparison(left, right, at: whole.range) }
        }
      }
    }
  }

  private func compare(
    _ types: PossibleTypes, _ symbol: String, with literal: Syntax, _ other: Syntax, _ whole: Syntax
  ) throws(ActionLanguageError) {
    try oneOf(types) { (notation) throws(ActionLanguageError) in
      try read { () throws(ActionLanguageError) in
        try reading.literal(literal, notation, beside: other, symbol, in: whole, isNumber: Self.isNumber(notation))
      }
      try order(notation, symbol, whole)
    }
  }

  private func order(_ notation: Notation, _ symbol: String, _ whole: Syntax) throws(ActionLanguageError) {
    guard symbol != "==", symbol != "!=", !(notation.type is any Comparable.Type) else { return }
    throw Predicate.noOrder(notation, notation, symbol, at: whole.range)
  }

  private static func isNumber(_ notation: Notation) -> Bool {
    notation.type is any FixedWidthInteger.Type || notation.type == Double.self || notation.type == Float.self
  }
}

// MARK: What a condition may be made of

extension Predicate {
  static let comparisons: Set<String> = ["==", "!=", "<", "<=", ">", ">="]

  /// The cases after `is`, from the outside in.
  static func caseNames(_ syntax: Syntax) throws(ActionLanguageError) -> [Syntax.Step] {
    guard case .chain(let chain) = syntax.form, !chain.steps.isEmpty, chain.steps.allSatisfy({ $0.name != nil }) else {
      throw ActionLanguageError(
        .typeMismatch, "\"is\" takes a case", found: Escaping.escaped(syntax.summary), at: syntax.range)
    }
    return chain.steps
  }

  /// The error of a name that is no case; where one stands behind it, as in `theme is theme.orange`, that is meant.
  static func unknownCase(
    _ name: String, _ steps: [Syntax.Step], _ step: Syntax.Step, _ notation: Notation
  ) -> ActionLanguageError {
    var error = DecodingContext().unknownCase(name, step.range, notation)
    if error.nearest == nil, let last = steps.last, last.range != step.range, let meant = last.name,
      notation.shape.enumCase(named: meant) != nil
    {
      error.nearest = TextPrinter.name(meant)
      error.range = step.range.lowerBound..<last.range.upperBound
    }
    return error
  }

  static func noCondition(_ syntax: Syntax) -> ActionLanguageError {
    ActionLanguageError(
      .typeMismatch, "a condition is a Bool; this is \(Escaping.escaped(syntax.summary))", expected: "Bool", at: syntax.range)
  }

  static func noCondition(_ notation: Notation, _ syntax: Syntax) -> ActionLanguageError {
    ActionLanguageError(
      .typeMismatch, "a condition is a Bool; this is \(notation.name)", expected: "Bool", found: notation.name, at: syntax.range)
  }

  static func noCases(_ notation: Notation, _ name: String, at range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(
      .typeMismatch, "\(notation.name) has no cases, so it is never .\(Escaping.escaped(name))", found: notation.name, at: range)
  }

  static func notAPath(_ syntax: Syntax, of symbol: String) -> ActionLanguageError {
    ActionLanguageError(
      .typeMismatch, "a path into the state stands before \"\(symbol)\", not \(Escaping.escaped(syntax.summary))",
      expected: "a path", found: Escaping.escaped(syntax.summary), at: syntax.range)
  }

  static func noElements(_ notation: Notation, _ part: Syntax, at range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(
      .typeMismatch, "\(notation.name) does not contain \(Escaping.escaped(part.summary)): it has no elements",
      found: notation.name, at: range)
  }

  /// The error of a sum, which no condition calculates.
  static func sum(in sides: Syntax...) -> ActionLanguageError? {
    for side in sides {
      guard case .binary(let symbol, let left, _) = side.form, symbol == "+" || symbol == "-" else { continue }
      let place = left.range.upperBound
      return ActionLanguageError(
        .typeMismatch, "a condition does not calculate: \"\(symbol)\" goes with a Date alone, as in now \(symbol) 5m",
        at: place..<side.range.upperBound)
    }
    return nil
  }

  static func noPath(at range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(.typeMismatch, "one side must be a path into the state", at: range)
  }

  static func noOrder(ofNilAt range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(.typeMismatch, "nil has no order", at: range)
  }

  static func noOrder(_ left: Notation, _ right: Notation, _ symbol: String, at range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(
      .typeMismatch, "\(left.name) has no order, so \(symbol) does not compare it with \(right.name)", at: range)
  }

  static func noComparison(_ left: Notation, _ right: Notation, at range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(.typeMismatch, "\(left.name) does not compare with \(right.name)", at: range)
  }
}
