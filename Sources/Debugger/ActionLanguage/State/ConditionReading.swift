import Foundation
import Reflection

/// What the sides of a comparison are, where a text may be read as a path or as a value: `.profile` is a case beside an enum that has
/// one, and the property of that name elsewhere; `Theme.orange` and `orange` are cases unless the state has such properties.
struct ConditionReading {
  enum Side {
    case path(StatePath)
    /// A condition of its own, whose truth is compared: `(count > 1) == true`.
    case condition
    case literal
  }

  /// The type of the states.
  let root: Any.Type
  let text: String
  /// How literals are read.
  let context: DecodingContext

  init(root: Any.Type, text: String, state: Any? = nil, now: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.root = root
    self.text = text
    context = DecodingContext(line: DecodingContext.Line(now: now, module: TypeShape.of(root).module, state: state))
  }

  /// The two sides of a comparison. What is a path for certain tells what the other may be.
  func sides(_ left: Syntax, _ right: Syntax) throws(ActionLanguageError) -> (Side, Side) {
    if isOpen(left), !isOpen(right) {
      let second = try side(right) { nil }
      return (try side(left) { types(of: second) }, second)
    }
    let first = try side(left) { nil }
    let second = try side(right) { types(of: first) }
    if case .path = first, case .path = second { return (try side(left) { types(of: second) }, second) }
    return (first, second)
  }

  /// A side that stands beside a value of some types; `nil` when these are not known.
  func side(_ syntax: Syntax, beside types: () -> PossibleTypes?) throws(ActionLanguageError) -> Side {
    let syntax = syntax.withoutBrackets
    if Predicate.hasOperator(syntax) { return .condition }
    switch syntax.form {
    case .chain(let chain):
      if Self.words.contains(syntax.bareWord) || syntax.isNow { return .literal }
      if chain.isKeyPath { return try .path(StatePath(syntax, in: text)) }
      if chain.steps.contains(where: { if case .call = $0.form { true } else { false } }) { return .literal }
      guard isOpen(syntax) else {
        if isLiteral(chain) { return .literal }
        let path = try StatePath(syntax, in: text)
        return isCaseAlone(chain, path, beside: types) ? .literal : .path(path)
      }
      if let types = types(), isValue(syntax, chain, of: types) { return .literal }
      return try .path(StatePath(syntax, in: text))
    case .keyPath:
      if types()?.bare.contains(where: { if case .keyPath = $0.form { true } else { false } }) == true { return .literal }
      return try .path(StatePath(syntax, in: text))
    default: return .literal
    }
  }

  /// Whether a name is a case beside values of an enum, and of another type where it is read as the property of that name.
  private func isCaseAlone(_ chain: Syntax.Chain, _ path: StatePath, beside types: () -> PossibleTypes?) -> Bool {
    guard chain.steps.count == 1, let name = chain.steps[0].name, let types = types(), !types.isOpen else { return false }
    let isCase = types.bare.contains { notation in
      if case .enumeration = notation.form { notation.shape.enumCase(named: name) != nil } else { false }
    }
    guard isCase, let own = try? path.possibleTypes(in: root), !own.isOpen else { return false }
    return !own.bare.contains { notation in types.bare.contains { $0.type == notation.type } }
  }

  private static let words: Set<String?> = ["true", "false", "nil", "now"]

  private func types(of side: Side) -> PossibleTypes? {
    switch side {
    case .path(let path): try? path.possibleTypes(in: root)
    case .condition: PossibleTypes(Bool.self)
    case .literal: nil
    }
  }

  /// Whether only what stands on the other side tells what a chain is.
  private func isOpen(_ syntax: Syntax) -> Bool {
    guard case .chain(let chain) = syntax.withoutBrackets.form, let name = chain.steps.first?.name,
      !Self.words.contains(syntax.withoutBrackets.bareWord), !syntax.withoutBrackets.isNow, !chain.isKeyPath,
      name.utf8.first != UInt8(ascii: "$")
    else { return false }
    return chain.hasLeadingDot
      ? Notation.of(root).field(written: name) != nil : name != StatePath.rootName && !StatePath.hasProperty(name, root)
  }

  /// Whether a chain of which one side is enough to know it is a literal: `.reading` where the state has no such property.
  private func isLiteral(_ chain: Syntax.Chain) -> Bool {
    guard chain.hasLeadingDot, let name = chain.steps.first?.name else { return false }
    return Notation.of(root).field(written: name) == nil
  }

  /// Whether what may be a path is a value of one of some types.
  private func isValue(_ syntax: Syntax, _ chain: Syntax.Chain, of types: PossibleTypes) -> Bool {
    guard let name = chain.steps.first?.name else { return false }
    if chain.hasLeadingDot {
      return types.bare.contains { notation in
        if case .enumeration = notation.form { notation.shape.enumCase(named: name) != nil } else { false }
      }
    }
    // The name of a type, or of one that only a value tells.
    if chain.steps.count > 1, name.first?.isUppercase == true,
      types.isOpen || name == "Optional"
        || types.bare.contains(where: { Self.isOpen($0) || Self.names($0).contains(Substring(name)) })
    {
      return true
    }
    if types.bare.contains(where: { (try? context.value(syntax, $0)) != nil }) { return true }
    let isLikeNow = chain.steps.count == 1 && NearestName.of(name, in: ["now"]) != nil
    if isLikeNow, types.bare.contains(where: { $0.type == Date.self }), case .structure = Notation.of(root).form,
      NearestName.of(name, in: Notation.of(root).shape.fields.map(Notation.writtenName)) == nil
    {
      return true
    }
    // A name that is like none of the state's is a mistaken case.
    guard !types.bare.isEmpty, chain.steps.count == 1 || name.first?.isUppercase == true,
      case .structure = Notation.of(root).form
    else { return false }
    let isEnum = types.bare.allSatisfy { if case .enumeration = $0.form { true } else { false } }
    return isEnum && NearestName.of(name, in: Notation.of(root).shape.fields.map(Notation.writtenName)) == nil
  }

  /// Whether only a value tells the type.
  static func isOpen(_ notation: Notation) -> Bool {
    if case .existential = notation.form { return true }
    return notation.type == AnyHashable.self
  }

  /// What may stand before a case of a type: `Feature`, `State`, `Tab` for `Feature.State.Tab`, and its module.
  static func names(_ notation: Notation) -> [Substring] {
    [Substring(notation.shape.module)] + notation.constructorName.split(separator: ".")
  }

  /// The cases after `is`, from the outside in, without the name of the type in front.
  static func cases(_ steps: [Syntax.Step], of notation: Notation) -> ArraySlice<Syntax.Step> {
    var steps = steps[...]
    while steps.count > 1, let name = steps.first?.name, notation.shape.enumCase(named: name) == nil,
      names(notation).contains(Substring(name))
    {
      steps = steps.dropFirst()
    }
    return steps
  }

  /// Whether a side says that nothing is there: `nil`, or `.none` beside what has no case of that name.
  func isNothing(_ syntax: Syntax, beside other: Side) -> Bool {
    let syntax = syntax.withoutBrackets
    if syntax.bareWord == "nil" { return true }
    guard case .chain(let chain) = syntax.form else { return false }
    let names = chain.steps.compactMap(\.name)
    guard names == ["none"] && chain.hasLeadingDot || names == ["Optional", "none"], chain.steps.count == names.count,
      let types = types(of: other)
    else { return false }
    return !types.bare.contains { notation in
      if case .enumeration = notation.form { notation.shape.enumCase(named: "none") != nil } else { false }
    }
  }

  /// The literal as a value of the type of what it is compared with.
  ///
  /// - Parameters:
  ///   - other: What stands on the other side.
  ///   - whole: The comparison.
  ///   - isNumber: Whether values of the type are numbers.
  func literal(
    _ syntax: Syntax, _ notation: Notation, beside other: Syntax, _ symbol: String, in whole: Syntax,
    isNumber: @autoclosure () -> Bool
  ) throws(ActionLanguageError) -> Any {
    do throws(ActionLanguageError) {
      return try context.value(Self.unwrapped(syntax, notation), notation)
    } catch {
      // The time is of a type of its own.
      if notation.type != Date.self, !syntax.usesOfNow.isEmpty, (try? context.value(syntax, .of(Date.self))) != nil {
        throw Predicate.noComparison(.of(Date.self), notation, at: syntax.range)
      }
      switch notation.form {
      case .collection:
        var better = error
        better.message = "\(notation.name) does not compare with \(Escaping.escaped(syntax.summary)); its count may"
        better.expected = nil
        better.found = nil
        throw better
      case .enumeration where error.kind == .missingPart && (symbol == "==" || symbol == "!="):
        throw askingForCase(syntax, notation, beside: other, symbol, in: whole) ?? error
      default: break
      }
      guard isNumber(), let number = try? Double.decode(syntax, DecodingContext()) else { throw error }
      let isOrder = symbol != "==" && symbol != "!="
      // What is too large for the type is above all of its values, but a fraction is of another type, as in Swift.
      if isOrder, number.rounded() == number, !Self.isWrittenAsFraction(syntax) { return number }
      guard number.rounded() != number || Self.isWrittenAsFraction(syntax) else { throw error }
      throw ActionLanguageError(
        .typeMismatch, "\(notation.name) does not compare with a Double by \(symbol): \(syntax.summary) is none of its values",
        expected: notation.name, found: "Double", example: "\(Int(exactly: Self.whole(number, symbol, syntax, other)) ?? 0)",
        at: syntax.range)
    }
  }

  /// The whole number that says the same in a comparison by order, and the nearest one else.
  private static func whole(_ number: Double, _ symbol: String, _ syntax: Syntax, _ other: Syntax) -> Double {
    let isLeft = syntax.range.lowerBound < other.range.lowerBound
    switch symbol {
    case "<", ">=": return number.rounded(isLeft ? .down : .up)
    case ">", "<=": return number.rounded(isLeft ? .up : .down)
    default: return number.rounded()
    }
  }

  private static func isWrittenAsFraction(_ syntax: Syntax) -> Bool {
    if case .number(let text) = syntax.form { text.contains(".") } else { false }
  }

  /// What `.some(…)` has in its brackets, where the type has no such case.
  private static func unwrapped(_ syntax: Syntax, _ notation: Notation) -> Syntax {
    guard case .chain(let chain) = syntax.withoutBrackets.form, chain.steps.count > 1, chain.steps.count < 4,
      case .call(let arguments) = chain.steps[chain.steps.count - 1].form, arguments.count == 1, arguments[0].label == nil,
      notation.shape.enumCase(named: "some") == nil
    else { return syntax }
    let names = chain.steps.compactMap(\.name)
    let isWrapping = chain.hasLeadingDot ? names == ["some"] : names == ["Optional", "some"] || names == ["Optional"]
    guard isWrapping else { return syntax }
    return unwrapped(arguments[0].value, notation)
  }

  /// The error of `destination == .alert`, where the case has something inside that would have to be written.
  private func askingForCase(
    _ syntax: Syntax, _ notation: Notation, beside other: Syntax, _ symbol: String, in whole: Syntax
  ) -> ActionLanguageError? {
    guard case .chain(let chain) = syntax.withoutBrackets.form, let name = chain.steps.last?.name,
      let found = notation.shape.enumCase(named: name), found.payload != nil
    else { return nil }
    let bytes = Array(text.utf8)
    func written(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let question = "\(written(other.range)) is .\(TextPrinter.name(name))"
    return ActionLanguageError(
      .missingPart, "\(symbol) compares what .\(name) has inside as well, which is missing; \"is\" asks for the case alone",
      example: written(0..<whole.range.lowerBound) + (symbol == "==" ? question : "!(\(question))")
        + written(whole.range.upperBound..<bytes.count),
      at: syntax.range)
  }
}
