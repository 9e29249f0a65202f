import Foundation
import Reflection

/// A condition on a state: `path[last].detail.standup.attendees.count > 2 && destination is .alert`.
///
/// Where it names what is not there (a nil on the way, a case that is not the current one) it does not hold, under `!` and `!=` too;
/// `== nil` is then true. An optional that is there and nil is unequal to every value, as in Swift. `now` is the time of the state that is
/// looked at.
public struct Predicate: Sendable, CustomStringConvertible {
  public let description: String
  let syntax: Syntax

  /// Reads a predicate.
  ///
  /// - Throws: `ActionLanguageError` when the text is not well-formed.
  public init(_ text: String) throws(ActionLanguageError) {
    do throws(ActionLanguageError) {
      syntax = try Self.withoutCalls(SyntaxParser.expression(text, allowsRoot: true), in: text)
    } catch {
      throw Self.mistakenOperator(in: text) ?? Self.mistakenWord(in: text) ?? error
    }
    description = text
  }

  /// Whether an error of reading a condition is about an operator or a call that stands for another, and says for which.
  public static func knowsMeaning(of error: ActionLanguageError) -> Bool {
    error.kind == .syntax && error.example.map { (try? Predicate($0))?.hasOperator == true } == true
  }

  /// Whether it is a condition by how it is written, with an operator, where a path alone might be a condition or not.
  public var hasOperator: Bool { Self.hasOperator(syntax) }

  /// Whether what it says depends on the time of the state.
  var asksForTime: Bool { !syntax.usesOfNow.isEmpty }

  static func hasOperator(_ syntax: Syntax) -> Bool {
    switch syntax.form {
    case .binary(let symbol, _, _): ["&&", "||", "==", "!=", "<", "<=", ">", ">=", "is", "contains"].contains(symbol)
    case .prefix(let symbol, _): symbol == "!"
    case .tuple(let arguments): arguments.count == 1 && hasOperator(arguments[0].value)
    default: false
    }
  }

  /// The condition with `name.contains("x")`, as Swift has it, in the language's own form `name contains "x"`.
  private static func withoutCalls(_ syntax: Syntax, in text: String) throws(ActionLanguageError) -> Syntax {
    var result = syntax
    switch syntax.form {
    case .binary(let symbol, let left, let right) where symbol == "&&" || symbol == "||":
      result.form = .binary(symbol, try withoutCalls(left, in: text), try withoutCalls(right, in: text))
    case .prefix("!", let operand): result.form = .prefix("!", try withoutCalls(operand, in: text))
    case .binary(let symbol, let left, let right):
      guard comparisons.contains(symbol) || symbol == "is" || symbol == "contains" else { break }
      guard case .prefix("!", let operand) = left.form else {
        // A side may be a condition of its own.
        result.form = .binary(symbol, try withoutCalls(side: left, in: text), try withoutCalls(side: right, in: text))
        break
      }
      let bytes = Array(text.utf8)
      func written(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
      let negated = operand.range.lowerBound..<right.range.upperBound
      throw ActionLanguageError(
        .syntax, "\"!\" binds to \(Escaping.escaped(written(operand.range))) alone, before \"\(symbol)\" compares",
        example: written(0..<left.range.lowerBound) + "!(" + written(negated) + ")"
          + written(negated.upperBound..<bytes.count),
        note: "brackets turn the whole comparison round", at: left.range.lowerBound..<left.range.lowerBound + 1)
    case .tuple(let arguments) where arguments.count == 1 && arguments[0].label == nil:
      var argument = arguments[0]
      argument.value = try withoutCalls(argument.value, in: text)
      result.form = .tuple([argument])
    case .chain(var chain):
      guard chain.steps.count > 2, case .call(let arguments) = chain.steps[chain.steps.count - 1].form,
        let name = chain.steps[chain.steps.count - 2].name, arguments.count == 1, arguments[0].label == nil
      else { break }
      let range = chain.steps[chain.steps.count - 2].range.lowerBound..<syntax.range.upperBound
      chain.steps.removeLast(2)
      let path = Syntax(
        form: .chain(chain), range: syntax.range.lowerBound..<(chain.steps.last?.range.upperBound ?? range.lowerBound))
      if name == "contains" {
        result.form = .binary("contains", path, arguments[0].value)
      } else if ["hasPrefix", "hasSuffix", "starts", "ends"].contains(name) {
        let bytes = Array(text.utf8)
        let example =
          String(decoding: bytes[..<path.range.upperBound], as: UTF8.self) + " contains "
          + String(decoding: bytes[arguments[0].value.range], as: UTF8.self)
          + String(decoding: bytes[syntax.range.upperBound...], as: UTF8.self)
        throw ActionLanguageError(
          .syntax, "a condition cannot call \(name); it can ask what a text contains", example: example, at: range)
      }
    default: break
    }
    return result
  }

  /// A side of a comparison: what stands in brackets or behind `!` may be a condition, anything else is a path or a value.
  private static func withoutCalls(side syntax: Syntax, in text: String) throws(ActionLanguageError) -> Syntax {
    switch syntax.form {
    case .prefix("!", _): try withoutCalls(syntax, in: text)
    case .tuple: try withoutCalls(syntax, in: text)
    default: syntax
    }
  }

  /// The error of a condition in which a `=` stands for `==`, or is the wrong way round.
  private static func mistakenOperator(in text: String) -> ActionLanguageError? {
    let bytes = Array(text.utf8)
    var strings = StringScan()
    func byte(_ index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }
    for index in bytes.indices {
      if !strings.takes(bytes[index]), bytes[index] == UInt8(ascii: "="), byte(index + 1) != UInt8(ascii: "="),
        !"=!<>".utf8.contains(byte(index - 1))
      {
        let (written, meant) =
          switch byte(index + 1) {
          case UInt8(ascii: ">"): ("=>", ">=")
          case UInt8(ascii: "<"): ("=<", "<=")
          default: ("=", "==")
          }
        let end = index + written.utf8.count
        let example = String(decoding: bytes[..<index], as: UTF8.self) + meant + String(decoding: bytes[end...], as: UTF8.self)
        return ActionLanguageError(
          .syntax, "\"\(written)\" compares nothing", nearest: meant, example: example, at: index..<end)
      }
    }
    return nil
  }

  /// The error of a condition in which a word stands for an operator: `a and b`.
  private static func mistakenWord(in text: String) -> ActionLanguageError? {
    var strings = StringScan()
    var first: (word: String, meant: String, range: Range<Int>)?
    var example: [String] = []
    var offset = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      defer { offset += word.utf8.count + 1 }
      // The space before the word tells whether a string goes on through it.
      let isInString = offset > 0 && strings.takes(UInt8(ascii: " "))
      for byte in word.utf8 { _ = strings.takes(byte) }
      let meant = isInString ? nil : ["and": "&&", "or": "||", "not": "!"][String(word)]
      if let meant, first == nil { first = (String(word), meant, offset..<offset + word.utf8.count) }
      example.append(meant.map { $0 == "!" ? $0 : $0 + " " } ?? word + " ")
    }
    guard let first else { return nil }
    return ActionLanguageError(
      .syntax, "\"\(first.word)\" is written \(first.meant) in a condition", nearest: first.meant,
      example: String(example.joined().dropLast()), at: first.range)
  }

  /// Whether the condition holds; what is not there counts as false.
  ///
  /// - Parameter now: The time of the state: what `now` means.
  /// - Throws: `ActionLanguageError` for names that do not exist and for types that do not compare.
  public func evaluate(in state: Any, now: Date) throws(ActionLanguageError) -> Bool { try examine(in: state, now: now).holds }

  /// Whether the condition holds, and whether it could not be told because a path led to something that is not there: then it does not
  /// hold, whatever is done with that part, unless the other side of an `&&` or `||` decides alone.
  ///
  /// - Throws: As `evaluate(in:now:)`.
  public func examine(in state: Any, now: Date) throws(ActionLanguageError) -> (holds: Bool, metNothing: Bool) {
    let reading = ConditionReading(root: type(of: state), text: description, state: state, now: now)
    let truth = try Evaluation(state: state, reading: reading).truth(syntax)
    return (truth ?? false, truth == nil)
  }
}

private struct Evaluation {
  let state: Any
  let reading: ConditionReading

  private enum Operand {
    case value(Any)
    /// A path that leads through nil.
    case nothing
    case literal
  }

  /// Whether a condition holds; `nil` when that cannot be told, because what it names is not there.
  func truth(_ syntax: Syntax) throws(ActionLanguageError) -> Bool? {
    switch syntax.form {
    case .binary("&&", let left, let right): return try junction(left, right, decidedBy: false)
    case .binary("||", let left, let right): return try junction(left, right, decidedBy: true)
    case .prefix("!", let operand): return try truth(operand).map { !$0 }
    case .tuple(let arguments) where arguments.count == 1: return try truth(arguments[0].value)
    case .binary("is", let left, let right): return try isCase(left, right)
    case .binary("contains", let left, let right): return try contains(left, right)
    case .binary(let symbol, let left, let right) where Predicate.comparisons.contains(symbol):
      return try compare(symbol, left, right, syntax)
    default: break
    }
    switch syntax.bareWord {
    case "true": return true
    case "false": return false
    default: break
    }
    switch try operand(syntax) {
    case .value(let value):
      guard let value = StateLookup.unwrapped(value) else { return nil }
      if let flag = value as? Bool { return flag }
      throw Predicate.noCondition(Notation.of(type(of: value)), syntax)
    case .nothing: return nil
    case .literal: throw Predicate.noCondition(syntax)
    }
  }

  /// Two conditions of which one suffices that has the deciding truth.
  private func junction(_ left: Syntax, _ right: Syntax, decidedBy truth: Bool) throws(ActionLanguageError) -> Bool? {
    let first = try self.truth(left)
    if first == truth { return truth }
    let second = try self.truth(right)
    return second == truth ? truth : first == nil ? nil : second
  }

  private func operand(_ syntax: Syntax) throws(ActionLanguageError) -> Operand {
    try operand(syntax, try reading.side(syntax) { nil })
  }

  private func operand(_ syntax: Syntax, _ side: ConditionReading.Side) throws(ActionLanguageError) -> Operand {
    switch side {
    case .literal: return .literal
    case .condition: return try truth(syntax).map { .value($0) } ?? .nothing
    case .path(let path):
      do throws(ActionLanguageError) {
        return .value(try path.fixing(now: reading.context.now).evaluate(in: state))
      } catch {
        // What may be there at another time is no mistake.
        if error.kind == .notFound { return .nothing }
        throw error
      }
    }
  }

  // MARK: Cases

  private func isCase(_ left: Syntax, _ right: Syntax) throws(ActionLanguageError) -> Bool? {
    let steps = try Predicate.caseNames(right)
    guard !Predicate.hasOperator(left) else { throw Predicate.notAPath(left, of: "is") }
    let found: Any
    switch try operand(left) {
    case .value(let value): found = value
    case .nothing: return right.bareWord == "nil" ? true : nil
    case .literal: throw Predicate.notAPath(left, of: "is")
    }
    var value = StateLookup.unwrapped(found)
    if right.bareWord == "nil" { return value == nil }
    let cases = value.map { ConditionReading.cases(steps, of: .of(type(of: $0))) } ?? steps[...]
    for step in cases {
      guard let name = step.name, let current = value else { return false }
      let notation = Notation.of(type(of: current))
      guard case .enumeration = notation.form else { throw Predicate.noCases(notation, name, at: left.range) }
      guard notation.shape.enumCase(named: name) != nil else {
        throw Predicate.unknownCase(name, Array(cases), step, notation)
      }
      guard let (enumCase, payload) = try? notation.shape.project(current), enumCase.name == name else { return false }
      value = StateLookup.unwrapped(payload)
    }
    return true
  }

  // MARK: Contents

  private func contains(_ left: Syntax, _ right: Syntax) throws(ActionLanguageError) -> Bool? {
    guard !Predicate.hasOperator(left) else { throw Predicate.notAPath(left, of: "contains") }
    let found: Any
    switch try operand(left) {
    case .value(let value): found = value
    case .nothing: return nil
    case .literal: throw Predicate.notAPath(left, of: "contains")
    }
    guard let container = StateLookup.unwrapped(found) else { return nil }
    if let whole = container as? String {
      guard let part = try value(right, String.self) else { return nil }
      guard let part = part as? String else { return false }
      return part.isEmpty || whole.contains(part)
    }
    if let dictionary = container as? any DictionaryNotation {
      guard let key = try value(right, type(of: dictionary).keyType) else { return nil }
      return dictionary.value(for: key) != nil
    }
    if let collection = container as? any CollectionNotation {
      // Rows are found by their ids as well.
      if let identity = type(of: collection).identityType, let id = (try? value(right, identity)) ?? nil,
        type(of: id) == identity
      {
        return collection.position(of: id) != nil
      }
      guard let wanted = try value(right, type(of: collection).elementType) else { return nil }
      return collection.allElements.contains { areEqual($0, wanted) }
    }
    throw Predicate.noElements(Notation.of(type(of: container)), right, at: left.range)
  }

  /// What is looked for, beside values of a type; `nil` when it is not there.
  private func value(_ syntax: Syntax, _ type: Any.Type) throws(ActionLanguageError) -> Any? {
    switch try operand(syntax, try reading.side(syntax) { PossibleTypes(type) }) {
    case .value(let value): StateLookup.unwrapped(value)
    case .nothing: nil
    case .literal: try reading.context.value(syntax, .of(type))
    }
  }

  // MARK: Comparison

  private func compare(
    _ symbol: String, _ left: Syntax, _ right: Syntax, _ whole: Syntax
  ) throws(ActionLanguageError) -> Bool? {
    let sides = try reading.sides(left, right)
    let (first, second) = (try operand(left, sides.0), try operand(right, sides.1))
    if case .literal = first, case .literal = second { throw Predicate.sum(in: left, right) ?? Predicate.noPath(at: whole.range) }
    let isEquality = symbol == "==" || symbol == "!="
    let isRightNothing = reading.isNothing(right, beside: sides.0)
    if isRightNothing || reading.isNothing(left, beside: sides.1) {
      guard isEquality else { throw Predicate.noOrder(ofNilAt: whole.range) }
      var isNothing = true
      if case .value(let value) = isRightNothing ? first : second { isNothing = StateLookup.unwrapped(value) == nil }
      return isNothing == (symbol == "==")
    }
    let leftValue: Any?
    let rightValue: Any?
    func literal(_ syntax: Syntax, for value: Any, _ other: Syntax) throws(ActionLanguageError) -> Any {
      try reading.literal(
        syntax, .of(type(of: value)), beside: other, symbol, in: whole, isNumber: number(value) != nil)
    }
    switch (first, second) {
    case (.nothing, _), (_, .nothing), (.literal, .literal): return nil
    case (.value(let value), .literal):
      leftValue = StateLookup.unwrapped(value)
      // An optional that is reached and nil is no other than it is in Swift: unequal to any value, and without order.
      guard let leftValue else { return isEquality ? symbol == "!=" : nil }
      rightValue = try literal(right, for: leftValue, left)
    case (.literal, .value(let value)):
      rightValue = StateLookup.unwrapped(value)
      guard let rightValue else { return isEquality ? symbol == "!=" : nil }
      leftValue = try literal(left, for: rightValue, right)
    case (.value(let one), .value(let other)):
      leftValue = StateLookup.unwrapped(one)
      rightValue = StateLookup.unwrapped(other)
    }
    guard let leftValue, let rightValue else {
      return isEquality ? ((leftValue == nil) == (rightValue == nil)) == (symbol == "==") : nil
    }
    let types = (Notation.of(type(of: leftValue)), Notation.of(type(of: rightValue)))
    if types.0.type != types.1.type, let one = number(leftValue), let other = number(rightValue) {
      return ordered(symbol, one, other)
    }
    guard types.0.type == types.1.type else { throw Predicate.noComparison(types.0, types.1, at: whole.range) }
    switch symbol {
    case "==": return areEqual(leftValue, rightValue)
    case "!=": return !areEqual(leftValue, rightValue)
    default: break
    }
    guard let comparable = leftValue as? any Comparable, let result = orderedAlike(symbol, comparable, rightValue) else {
      throw Predicate.noOrder(types.0, types.1, symbol, at: whole.range)
    }
    return result
  }

  private func number(_ value: Any) -> Double? {
    switch value {
    case let value as any FixedWidthInteger: Double(exactly: Int128(truncatingIfNeeded: value))
    case let value as Double: value
    case let value as Float: Double(value)
    default: nil
    }
  }

  private func orderedAlike<Value: Comparable>(_ symbol: String, _ left: Value, _ right: Any) -> Bool? {
    guard let right = right as? Value else { return nil }
    return ordered(symbol, left, right)
  }

  private func ordered<Value: Comparable>(_ symbol: String, _ left: Value, _ right: Value) -> Bool {
    switch symbol {
    case "<": left < right
    case "<=": left <= right
    case ">": left > right
    case ">=": left >= right
    case "!=": left != right
    default: left == right
    }
  }

  private func areEqual(_ left: Any, _ right: Any) -> Bool {
    func open<Value: Equatable>(_ left: Value) -> Bool? { (right as? Value).map { left == $0 } }
    if let equatable = left as? any Equatable, let result = open(equatable) { return result }
    return ValueDiff.changes(from: left, to: right).isEmpty
  }
}
