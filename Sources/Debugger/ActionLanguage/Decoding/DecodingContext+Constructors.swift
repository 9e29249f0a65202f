import Foundation
import Reflection

/// Values that are made as Swift's own initialisers make them.
extension DecodingContext {
  /// A leaf type's value: its literal, or what its initialiser without arguments makes, `IndexSet()`.
  func leaf(
    _ leaf: any LeafNotation.Type, _ syntax: Syntax, _ notation: Notation
  ) throws(ActionLanguageError) -> Any {
    guard case .chain(let chain) = syntax.form, case .call(let arguments)? = chain.steps.last?.form, arguments.isEmpty,
      chain.steps.count == 2, [notation.constructorName, "init"].contains(chain.steps[0].name),
      let empty = EmptyValue.of(notation.type)
    else { return try leaf.decode(syntax, self) }
    return empty
  }

  /// `Theme(rawValue: "sky")`: the value that has a raw value.
  func value(
    of notation: Notation, withRaw arguments: [Syntax.Argument], at range: Range<Int>
  ) throws(ActionLanguageError) -> Any {
    guard arguments.count == 1, arguments[0].label == "rawValue", let type = notation.type as? any RawRepresentable.Type else {
      throw ActionLanguageError(
        .unexpectedPart, "the brackets belong to no case of \(notation.name)", example: notation.knownExample, at: range)
    }
    return try value(of: type, withRaw: arguments[0].value, notation)
  }

  private func value<Value: RawRepresentable>(
    of type: Value.Type, withRaw syntax: Syntax, _ notation: Notation
  ) throws(ActionLanguageError) -> Any {
    let raw = try decode(syntax, as: Value.RawValue.self)
    guard let value = Value(rawValue: raw) else { throw noRawValue(ValuePrinter.text(of: raw), syntax, notation) }
    return value
  }

  /// The error of a literal that is the raw value of no case.
  ///
  /// - Returns: `nil` where it is no raw value at all.
  func noRawValue(_ syntax: Syntax, _ notation: Notation) -> ActionLanguageError? {
    guard case .enumeration = notation.form, let type = notation.type as? any RawRepresentable.Type else { return nil }
    switch syntax.form {
    case .string, .number: break
    default: return nil
    }
    func text<Value: RawRepresentable>(_: Value.Type) -> String? {
      (try? decode(syntax, as: Value.RawValue.self)).map { ValuePrinter.text(of: $0) }
    }
    return text(type).map { noRawValue($0, syntax, notation) }
  }

  private func noRawValue(_ text: String, _ syntax: Syntax, _ notation: Notation) -> ActionLanguageError {
    let known = notation.shape.cases.filter { $0.payload == nil }.prefix(500).compactMap { enumCase -> String? in
      let value = try? notation.shape.build(case: enumCase, payload: nil)
      return (value as? any RawRepresentable).map { ValuePrinter.text(of: $0.rawValue) }
    }
    return ActionLanguageError(
      .typeMismatch, "no \(notation.name) has the raw value \(text)", expected: notation.name,
      nearest: NearestName.of(text, in: known), example: notation.knownExample, candidates: ActionLanguageError.listed(known),
      at: syntax.range)
  }
}

/// What an initialiser without arguments makes.
private enum EmptyValue {
  static func of(_ type: Any.Type) -> Any? {
    if let type = type as? any RangeReplaceableCollection.Type { return type.init() }
    if let type = type as? any SetAlgebra.Type { return type.init() }
    if let type = type as? any Numeric.Type, type != Duration.self { return zero(type) }
    return type == Bool.self ? false : nil
  }

  private static func zero<Number: Numeric>(_: Number.Type) -> Any { Number.zero }
}
