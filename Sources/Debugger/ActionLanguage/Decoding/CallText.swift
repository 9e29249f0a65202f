import Foundation
import Reflection

/// A call of the outside world as it is written: `numberFact.fetch` for any arguments, `numberFact.fetch(5)` for these.
public struct CallText: Sendable {
  /// What a call takes in one place.
  public struct Parameter {
    /// Its label, if it has one.
    public let label: String?
    /// The type of its values.
    public let type: Any.Type

    public init(label: String?, type: Any.Type) {
      self.label = label
      self.type = type
    }

    /// `id: Int`, or `Int` where it has no label.
    public var signature: String { (label.map { $0 + ": " } ?? "") + Notation.of(type).name }

    fileprivate var example: String { (label.map { $0 + ": " } ?? "") + Notation.of(type).example }
  }

  /// What is called, without backticks: `numberFact.fetch`.
  public let name: String
  /// What was written.
  private let text: String
  /// The arguments, and the place of their brackets; `nil` when the call is meant whatever its arguments are.
  private let arguments: (values: [Syntax.Argument], range: Range<Int>)?

  /// Reads a call.
  ///
  /// - Throws: `ActionLanguageError`, whose range points into `text`, when the text is not well-formed or no call.
  /// - Complexity: Linear in the length of the text.
  public init(_ text: String) throws(ActionLanguageError) {
    let syntax = try SyntaxParser.expression(text)
    guard case .chain(let chain) = syntax.form, !chain.hasLeadingDot else {
      throw Self.noCall(found: syntax.summary, at: syntax.range)
    }
    let names = chain.steps.prefix { $0.name != nil }.compactMap(\.name)
    guard names.count > 1 else { throw Self.noCall(found: syntax.summary, at: syntax.range) }
    let rest = chain.steps.dropFirst(names.count)
    if let step = rest.first {
      guard rest.count == 1, case .call(let values) = step.form else {
        let wrong = rest.count > 1 && Self.isCall(step) ? rest[rest.startIndex + 1] : step
        throw Self.noCall(found: Self.slice(of: text, wrong.range), at: wrong.range)
      }
      arguments = (values, step.range)
    } else {
      arguments = nil
    }
    name = names.joined(separator: ".")
    self.text = text
  }

  /// The call as the calls that are made are written, so that the two can be compared: the arguments' values in the language's own
  /// spelling, without labels, which may be left out.
  ///
  /// - Parameters:
  ///   - parameters: The endpoint's parameters.
  ///   - now: The meaning of `now` in dates.
  /// - Throws: `ActionLanguageError`, whose range points into the text that was read, for too many or too few arguments, or one of
  ///   another label or type.
  public func canonical(parameters: [Parameter], now: Date) throws(ActionLanguageError) -> String {
    guard let arguments else { return name }
    guard arguments.values.count == parameters.count else {
      throw wrongCount(arguments.values, arguments.range, parameters)
    }
    var texts: [String] = []
    for (argument, parameter) in zip(arguments.values, parameters) {
      try check(argument, of: parameter, parameters)
      let type = parameter.type
      let notation = Notation.of(type)
      if case .unwritable = notation.form {
        // Nothing can be made of it; what was copied from a call that waits may be right.
        texts.append(Self.slice(of: text, argument.value.range))
        continue
      }
      do throws(ActionLanguageError) {
        let context = ActionDecoder(now: now).context(for: type)
        texts.append(ValuePrinter.text(of: try context.value(argument.value, notation)))
      } catch {
        var better = error
        better.example = example(parameters)
        throw better
      }
    }
    return "\(name)(\(texts.joined(separator: ", ")))"
  }

  /// The call with arguments that would be accepted.
  private func example(_ parameters: [Parameter]) -> String {
    "\(name)(\(parameters.map(\.example).joined(separator: ", ")))"
  }

  /// A label may be left out, but not be another.
  private func check(
    _ argument: Syntax.Argument, of parameter: Parameter, _ parameters: [Parameter]
  ) throws(ActionLanguageError) {
    guard let label = argument.label, label != parameter.label else { return }
    let expected = parameter.label.map { "expected the label \"\($0)\"" } ?? "expected no label"
    throw ActionLanguageError(
      .unexpectedPart, "\(expected), found \"\(Escaping.escaped(label))\"", expected: parameter.signature,
      example: example(parameters),
      at: argument.range.lowerBound..<argument.range.lowerBound + label.utf8.count)
  }

  private func wrongCount(
    _ values: [Syntax.Argument], _ brackets: Range<Int>, _ parameters: [Parameter]
  ) -> ActionLanguageError {
    func count(_ number: Int) -> String { number == 1 ? "one argument" : "\(number == 0 ? "no" : "\(number)") arguments" }
    // The first that is too many, or the bracket before which one is missing.
    let range =
      values.count > parameters.count ? values[parameters.count].range : brackets.upperBound - 1..<brackets.upperBound
    let names = parameters.map(\.signature).joined(separator: ", ")
    return ActionLanguageError(
      values.count > parameters.count ? .unexpectedPart : .missingPart,
      "\(name) takes \(count(parameters.count)), and is given \(values.isEmpty ? "none" : "\(values.count)")",
      expected: "\(name)(\(names)), or \(name) for any arguments", example: example(parameters), at: range)
  }

  private static func noCall(found: String, at range: Range<Int>) -> ActionLanguageError {
    ActionLanguageError(
      .syntax, "this is no call", expected: "a client, an endpoint and, for these only, its arguments",
      found: Escaping.escaped(found), example: "numberFact.fetch(5)", at: range)
  }

  private static func isCall(_ step: Syntax.Step) -> Bool { if case .call = step.form { true } else { false } }

  private static func slice(of text: String, _ range: Range<Int>) -> String {
    String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}

extension ActionDecoder {
  /// Makes sure that a text is well-formed, of whatever type the value is to be.
  ///
  /// - Throws: `ActionLanguageError`, whose range points into `text`.
  public static func checkForm(ofValue text: String) throws(ActionLanguageError) { _ = try SyntaxParser.expression(text) }

  /// A value that answers a call: nothing is there that `_` could keep, and what is nil is called so.
  ///
  /// - Parameter state: The current state, in which `$path` finds values.
  /// - Throws: `ActionLanguageError`, also for `_` where no default is registered.
  public func answer(_ text: String, as type: Any.Type, state: Any? = nil) throws(ActionLanguageError) -> Any {
    let value = try value(text, as: type, state: state)
    let syntax = try SyntaxParser.expression(text).withoutBrackets
    if case .wildcard = syntax.form, ValueDefaults.registered(for: type) == nil {
      throw Self.nothingToKeep(at: syntax.range, expected: Self.name(of: type), example: Self.example(of: type))
    }
    return value
  }

  /// Makes sure that a value of a type that is not known says all of it: it has no default, and no state stands behind it.
  ///
  /// - Throws: `ActionLanguageError` for `_` and for what begins with `$`, wherever they stand.
  public static func checkIsWhole(_ text: String) throws(ActionLanguageError) { try checkIsWhole(SyntaxParser.expression(text)) }

  private static func checkIsWhole(_ syntax: Syntax) throws(ActionLanguageError) {
    switch syntax.form {
    case .wildcard: throw nothingToKeep(at: syntax.range, expected: nil, example: "\"text\"")
    case .chain(let chain) where chain.steps.first?.name?.hasPrefix("$") == true:
      throw ActionLanguageError(
        .notFound, "\"$\" stands for the current state, and there is none here", example: "\"text\"", at: syntax.range)
    default: for part in syntax.parts { try checkIsWhole(part) }
    }
  }

  private static func nothingToKeep(at range: Range<Int>, expected: String?, example: String) -> ActionLanguageError {
    ActionLanguageError(
      .missingPart, "\"_\" keeps what is there or takes a default; here is neither", expected: expected, found: "_",
      example: example, at: range)
  }

  /// The text that a string literal of any form stands for.
  ///
  /// - Throws: `ActionLanguageError`, whose range points into `text`: of the kind `syntax` for a literal that is not well-formed.
  public static func string(_ text: String) throws(ActionLanguageError) -> String {
    let syntax = try SyntaxParser.expression(text)
    guard case .string(let value) = syntax.form else { throw .mismatch(String.self, syntax) }
    return value
  }
}
