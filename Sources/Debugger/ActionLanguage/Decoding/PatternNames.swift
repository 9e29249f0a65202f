import Foundation
import Reflection

/// How a pattern of actions names features and rows in the way that actions are printed: rows by their ids.
public enum PatternNames {
  /// The parts of a pattern as they stand in printed actions: `rows[0]` is `row[id: UUID(1)]` where that row is the first one now.
  ///
  /// - Parameters:
  ///   - parts: The names from the outside in, each perhaps with its brackets.
  ///   - action: The type of the root feature's action.
  ///   - state: The current state, which gives positions their meaning.
  ///   - now: The meaning of `now` in dates.
  /// - Returns: The same parts from the first one on that is no name on the way from the root.
  /// - Throws: `ActionLanguageError` for brackets that are not understood, and for a position at which nothing lives; its range points
  ///   into the text of the part at `failed`.
  public static func canonical(
    _ parts: [String], of action: Any.Type, state: Any, now: Date, failed: inout Int
  ) throws(ActionLanguageError) -> [String] {
    var result = parts
    var notation: Notation? = .of(action)
    var live: LiveState? = LiveState(state)
    for (index, part) in parts.enumerated() {
      failed = index
      let name = String(part.prefix { $0 != "[" })
      let brackets = try arguments(of: part, behind: name)
      var rows: (any CollectionNotation)?
      var identity: Any.Type?
      var next: (notation: Notation, state: LiveState?)?
      var spelling = name
      if let current = notation, let found = enumCase(name, in: current, live?.value) {
        spelling = found.case.name
        if let payloadType = found.case.payload {
          let payload = Notation.of(payloadType)
          let child = LiveState.ofAction(in: found.case, found.notation, live)
          if let element = payload.elementCase?.payload.map(Notation.of(_:)), let parts = element.rowParts {
            rows = child?.collection
            identity = parts.identity.type
            next = (.of(parts.action.type), nil)
          } else if let parts = payload.rowParts {
            rows = StateLookup.rows(for: found.case.name, identity: parts.identity.type, in: live?.value)
            identity = parts.identity.type
            next = (.of(parts.action.type), nil)
          } else {
            next = (payload, child)
          }
        }
      }
      if let brackets {
        guard let identity else {
          if isPosition(brackets[0]) {
            throw ActionLanguageError(
              .notFound, "what a position counts is known only behind names that lead there from the feature itself",
              expected: "an id", at: brackets[0].range)
          }
          notation = nil
          continue
        }
        let key: String
        (key, live) = try self.key(brackets, identity, rows, now)
        result[index] = spelling + key
      } else {
        result[index] = spelling
        live = next?.state
      }
      notation = next?.notation
    }
    return result
  }

  /// The payload of a pattern as it stands in printed actions, where the names lead to the action from the root feature on; else as it
  /// is written.
  ///
  /// - Parameters:
  ///   - payload: From the opening bracket on, or from a `=`.
  ///   - parts: The names before it.
  ///   - now: The meaning of `now` in dates.
  /// - Throws: `ActionLanguageError` for a payload that is not well-formed; its range points into it.
  public static func canonical(
    payload: String, behind parts: [String], of action: Any.Type, state: Any, now: Date
  ) throws(ActionLanguageError) -> String {
    let prefix = "a"
    do throws(ActionLanguageError) {
      let line = try SyntaxParser.action(prefix + payload)
      if payload.hasPrefix("("),
        let end = line.operand?.range.lowerBound ?? line.assigned.map({ _ in line.action.range.upperBound })
      {
        throw ActionLanguageError(
          .unexpectedPart, "the action ends before this; what follows belongs to nothing", example: "",
          at: end..<prefix.utf8.count + payload.utf8.count)
      }
    } catch {
      throw error.offset(by: -prefix.utf8.count)
    }
    let path = parts.joined(separator: ".")
    guard let value = try? ActionDecoder(now: now).action(path + payload, as: action, state: state) else {
      return try canonical(payload, of: parts.last ?? "", in: action, now: now)
    }
    let printed = ValuePrinter.dotted(action: value, state: state)
    return printed.hasPrefix(path) ? String(printed.dropFirst(path.count)) : payload
  }

  /// An action that is written out, from the root feature on, as it is printed.
  ///
  /// - Returns: `nil` for what is no action.
  public static func dotted(_ text: String, of action: Any.Type, state: Any, now: Date) -> String? {
    let line = text.first == "." && !text.dropFirst().hasPrefix(".") ? String(text.dropFirst()) : text
    return (try? ActionDecoder(now: now).action(line, as: action, state: state)).map {
      ValuePrinter.dotted(action: $0, state: state)
    }
  }

  /// Whether a binding sets what a text names, whatever its value is to be.
  public static func isPlace(_ text: String, of action: Any.Type, state: Any) -> Bool {
    let line = text + "= ((0, 0), 0)"
    do throws(ActionLanguageError) {
      _ = try ActionDecoder().action(line, as: action, state: state)
      return true
    } catch {
      // No property takes this: where the name is right, the value is wrong.
      return error.range.lowerBound >= text.utf8.count
    }
  }

  /// The payload as the case of a name is printed that takes it, wherever the action has one.
  ///
  /// - Throws: `ActionLanguageError` for a payload that none of them takes.
  private static func canonical(
    _ payload: String, of part: String, in action: Any.Type, now: Date
  ) throws(ActionLanguageError) -> String {
    let name = String(part.prefix { $0 != "[" })
    guard payload.hasPrefix("("), let syntax = try? SyntaxParser.expression(".\(name)\(payload)") else { return payload }
    var visited: Set<ObjectIdentifier> = []
    var waiting = [action]
    var failure: ActionLanguageError?
    while let type = waiting.popLast() {
      guard visited.insert(ObjectIdentifier(type)).inserted else { continue }
      let notation = Notation.of(type).bare
      switch notation.form {
      case .tuple: waiting += notation.shape.fields.map(\.type)
      case .enumeration:
        waiting += notation.shape.cases.compactMap(\.payload)
        guard notation.shape.enumCase(named: name) != nil else { continue }
        do throws(ActionLanguageError) {
          let value = try ActionDecoder(now: now).context(for: action).value(syntax, notation)
          let (printed, prefix) = (ValuePrinter.text(of: value), ".\(name)(")
          return printed.hasPrefix(prefix) ? String(printed.dropFirst(prefix.count - 1)) : payload
        } catch {
          failure = failure ?? error
        }
      default: break
      }
    }
    guard var failure, failure.kind != .notFound else { return payload }
    // What is wrong is told in the payload, which is all that was handed in.
    let start = name.utf8.count + 1
    failure.range = max(0, failure.range.lowerBound - start)..<max(1, failure.range.upperBound - start)
    throw failure
  }

  /// The case of a name, looking into what is presented; for the name of a property the case of its rows.
  private static func enumCase(
    _ name: String, in notation: Notation, _ state: Any?
  ) -> (case: TypeShape.Case, notation: Notation)? {
    let notation = notation.presentedAction?.payload.map(Notation.of(_:)) ?? notation
    guard case .enumeration = notation.form else { return nil }
    if let found = notation.shape.enumCase(named: name) { return (found, notation) }
    return StateLookup.rowCase(forProperty: name, of: notation, in: state).map { ($0, notation) }
  }

  /// What stands in the brackets of a part; `nil` where it has none.
  private static func arguments(of part: String, behind name: String) throws(ActionLanguageError) -> [Syntax.Argument]? {
    guard part.utf8.count > name.utf8.count else { return nil }
    // The name may be `*`, which is no name of a path.
    let prefix = "a"
    let distance = name.utf8.count - prefix.utf8.count
    let syntax: Syntax
    do throws(ActionLanguageError) {
      syntax = try SyntaxParser.expression(prefix + part.dropFirst(name.count))
    } catch {
      throw error.offset(by: distance)
    }
    guard case .chain(let chain) = syntax.form, chain.steps.count == 2, case .index(let arguments) = chain.steps[1].form,
      arguments.count == 1
    else {
      throw ActionLanguageError(
        .syntax, "one id or position belongs in the brackets", at: name.utf8.count..<part.utf8.count)
    }
    return arguments.map { argument in
      var moved = argument
      moved.range = argument.range.lowerBound + distance..<argument.range.upperBound + distance
      return moved
    }
  }

  private static func isPosition(_ argument: Syntax.Argument) -> Bool {
    guard argument.label == nil else { return false }
    if case .number = argument.value.form { return true }
    return ["first", "last"].contains(argument.value.bareWord)
  }

  private static func key(
    _ arguments: [Syntax.Argument], _ identity: Any.Type, _ rows: (any CollectionNotation)?, _ now: Date
  ) throws(ActionLanguageError) -> (String, LiveState?) {
    let argument = arguments[0]
    let range = argument.range
    try StatePath.refuseRange(argument)
    guard isPosition(argument) else {
      let id = try located(range) { () throws(ActionLanguageError) in
        try ActionDecoder(now: now).context(for: identity).value(argument.value, .of(identity))
      }
      // What does not live yet may be met later.
      guard let rows, let position = rows.position(of: id) else {
        let text = ValuePrinter.text(of: id)
        return (text.hasPrefix("#") ? "[\(text)]" : "[id: \(text)]", nil)
      }
      return (rows.key(at: position).text, .element(of: rows, at: position))
    }
    guard let rows else {
      throw ActionLanguageError(
        .notFound, "positions count what lives in the state, and nothing does here", expected: "an id", at: range)
    }
    let step = Syntax.Step(form: .index(arguments), range: range)
    let position = try located(range) { () throws(ActionLanguageError) in
      try StatePath.position(in: rows, arguments, step)
    }
    return (rows.key(at: position).text, .element(of: rows, at: position))
  }

  /// The error of what was read in brackets, at their place in the part.
  private static func located<Value>(
    _ range: Range<Int>, _ body: () throws(ActionLanguageError) -> Value
  ) throws(ActionLanguageError) -> Value {
    do throws(ActionLanguageError) {
      return try body()
    } catch {
      var better = error
      better.range = range
      throw better
    }
  }
}
