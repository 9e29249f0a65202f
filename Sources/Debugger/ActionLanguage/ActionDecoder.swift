import Foundation
import Reflection

/// Makes values of any type from text.
///
/// Both spellings of an action are read: Swift's, `.path(.element(id: #0, action: .detail(.editButtonTapped)))`, and the dotted
/// one, `path[0].detail.editButtonTapped`.
public struct ActionDecoder: Sendable {
  /// The meaning of `now` in dates.
  public var now: Date
  /// The id that `push` gives to the new element; the next after those alive when `nil`.
  public var nextStackElementID: Int?

  /// - Parameters:
  ///   - now: The meaning of `now` in dates.
  ///   - nextStackElementID: The id that `push` gives.
  public init(now: Date = Date(timeIntervalSinceReferenceDate: 0), nextStackElementID: Int? = nil) {
    self.now = now
    self.nextStackElementID = nextStackElementID
  }

  /// Decodes a line as an action.
  ///
  /// - Parameters:
  ///   - text: The line, in either spelling, with `push`, `pop` and `binding … = …`.
  ///   - type: The type of the action.
  ///   - state: The current state, which gives live ids and positions.
  /// - Throws: `ActionLanguageError`, whose range points into `text`.
  /// - Complexity: linear in the length of the text.
  public func decode(_ text: String, as type: Any.Type, state: Any? = nil) throws(ActionLanguageError) -> Any {
    if let action = StraightReading.action(text, as: type, state: state) { return action }
    do throws(ActionLanguageError) {
      return try action(text, as: type, state: state)
    } catch {
      func attempt(_ text: String) throws(ActionLanguageError) -> String {
        ValuePrinter.dotted(action: try action(text, as: type, state: state), state: state)
      }
      if let whole = assignmentOfAnotherValue(text, after: error, as: type, state: state) {
        var better = error
        better.example = whole
        throw better
      }
      let fallback = {
        assignment(like: text, after: error, as: type, state: state) ?? example(near: text, as: type, state: state)
      }
      var better = Repair.improved(error, of: text, fallback: fallback, attempt: attempt)
      if better.note == nil, isEdit(text, after: error, state: state) { better.note = "to edit the state by hand: set \(text)" }
      throw better
    }
  }

  /// As `assignment` where nothing that is written right of the "=" helps: there is nothing, or more than one value.
  private func assignmentOfAnotherValue(
    _ text: String, after error: ActionLanguageError, as type: Any.Type, state: Any?
  ) -> String? {
    guard let value = StatePath.sides(ofAssignment: text)?.value,
      value.allSatisfy({ $0 == " " }) || error.kind == .unexpectedPart && error.range.upperBound == text.utf8.count
    else { return nil }
    return assignment(like: text, after: error, as: type, state: state)
  }

  /// What a line sets that has no value yet, or not one that is understood, with a value that is accepted.
  private func assignment(like text: String, after error: ActionLanguageError, as type: Any.Type, state: Any?) -> String? {
    let sides = StatePath.sides(ofAssignment: text)
    guard sides.map({ error.range.lowerBound > $0.path.utf8.count }) ?? (error.kind == .missingPart) else { return nil }
    let place = String((sides?.path ?? text).reversed().drop { $0 == " " }.reversed())
    do throws(ActionLanguageError) {
      // No property takes this: the error tells what it does take.
      _ = try action(place + " = ((0, 0), 0)", as: type, state: state)
    } catch let error {
      guard let example = error.example else { return nil }
      let whole = "\(place) = \(example)"
      if (try? action(whole, as: type, state: state)) != nil { return whole }
    }
    return nil
  }

  /// Whether a line assigns to a place in the state what an action of the same name does not take.
  private func isEdit(_ text: String, after error: ActionLanguageError, state: Any?) -> Bool {
    guard error.kind == .missingPart, let state, let sides = StatePath.sides(ofAssignment: text),
      error.range.upperBound <= sides.path.utf8.count, let path = try? StatePath(sides.path)
    else { return false }
    return (try? path.evaluate(in: state)) != nil && !sides.value.allSatisfy { $0 == " " }
  }

  /// A line that is accepted here: of those that can be sent, the one that begins most alike.
  private func example(near text: String, as type: Any.Type, state: Any?) -> String? {
    let entries = ActionCatalogue(of: type, state: state, limit: 200).entries.filter { !$0.example.contains("…") }
    let likeness = entries.map { $0.spelling.commonPrefix(with: text).count }
    return entries.indices.sorted { likeness[$0] > likeness[$1] }.map { entries[$0].example }
      .first { (try? action($0, as: type, state: state)) != nil }
  }

  /// Reads all of the language.
  func action(_ text: String, as type: Any.Type, state: Any?) throws(ActionLanguageError) -> Any {
    let line = try SyntaxParser.action(text)
    var context = context(for: type, state: state)
    var action = line.action
    switch line.verb {
    case .push: break
    case .pop: if let operand = line.operand { throw leftOver(operand) }
    case nil:
      if let operand = line.operand {
        do throws(ActionLanguageError) {
          action = try joined(action, operand, assigned: line.assigned)
        } catch {
          // What stands before it may be meant alone.
          var better = error
          do throws(ActionLanguageError) {
            better.example = ValuePrinter.dotted(
              action: try context.value(action, .of(type), state: state.map { LiveState($0) }), state: state)
          } catch let alone {
            // No action begins so: what follows does not matter.
            guard alone.kind != .unknownName else { throw alone }
            better.example = alone.example
          }
          throw error.kind == .missingPart ? error : better
        }
      }
    }
    if line.assigned != nil || line.verb != nil {
      context.tail = DecodingContext.Tail(
        assigned: line.assigned, verb: line.verb, operand: line.verb == .push ? line.operand : nil)
    }
    let value = try context.value(action, .of(type), state: state.map { LiveState($0) })
    if let verb = line.verb, !isDone(verb, by: value) { throw DecodingContext.stackAlone(verb, at: action.range) }
    if let assigned = line.assigned, !isBinding(value) {
      throw ActionLanguageError(
        .unexpectedPart, "only a binding takes \"=\"", expected: "an action without \"=\"",
        found: "= \(Escaping.escaped(assigned.summary))", example: ValuePrinter.dotted(action: value, state: state),
        at: assigned.range)
    }
    return value
  }

  /// Decodes a value of a known type.
  ///
  /// - Parameters:
  ///   - current: What the value is to replace; `_` keeps it or a part of it.
  ///   - state: The current state, in which `$path` finds values.
  /// - Throws: `ActionLanguageError`, whose range points into `text`.
  public func value(
    _ text: String, as type: Any.Type, current: Any? = nil, state: Any? = nil
  ) throws(ActionLanguageError) -> Any {
    do throws(ActionLanguageError) {
      return try context(for: type, state: state).value(SyntaxParser.expression(text), .of(type), current: current)
    } catch {
      func attempt(_ text: String) throws(ActionLanguageError) -> String {
        ValuePrinter.text(
          of: try context(for: type, state: state).value(SyntaxParser.expression(text), .of(type), current: current))
      }
      throw Repair.improved(error, of: text, fallback: { Notation.of(type).knownExample }, attempt: attempt)
    }
  }

  /// The name of a type as errors and hints say it: `String`, `[Standup]`, `User?`.
  public static func name(of type: Any.Type) -> String { type == Void.self ? "nothing" : Notation.of(type).name }

  /// A text that decodes as a value of a type.
  public static func example(of type: Any.Type) -> String { Notation.of(type).example }

  func context(for type: Any.Type, state: Any? = nil) -> DecodingContext {
    DecodingContext(
      line: DecodingContext.Line(
        now: now, nextStackElementID: nextStackElementID, module: TypeShape.of(type).module, state: state))
  }

  private func leftOver(_ operand: Syntax) -> ActionLanguageError {
    ActionLanguageError(
      .unexpectedPart, "the action ends before this; what follows belongs to nothing", expected: "the end of the line",
      found: Escaping.escaped(operand.summary), at: operand.range)
  }

  /// `binding title = …`: the key path after a space continues the chain.
  private func joined(_ action: Syntax, _ operand: Syntax, assigned: Syntax?) throws(ActionLanguageError) -> Syntax {
    guard case .chain(var chain) = action.form, case .chain(let path) = operand.form, chain.steps.last?.name == "binding" else {
      throw leftOver(operand)
    }
    guard assigned != nil else {
      let end = operand.range.upperBound
      throw ActionLanguageError(.missingPart, "\"= VALUE\" is missing behind what the binding sets", at: end..<end)
    }
    chain.steps += path.steps
    return Syntax(form: .chain(chain), range: action.range.lowerBound..<operand.range.upperBound)
  }

  /// Whether an action does to a stack what the line says, and is none of an element.
  private func isDone(_ verb: ActionLine.Verb, by action: Any) -> Bool {
    leads(action) { value, notation in
      notation.isStackAction
        && (try? notation.shape.enumCase(of: value).name) == (verb == .push ? "push" : "popFrom")
    }
  }

  /// Whether the innermost payload of an action is a binding.
  private func isBinding(_ action: Any) -> Bool {
    leads(action) { _, notation in if case .binding = notation.form { true } else { false } }
  }

  /// Whether an action, or one that it hands on, is of some kind.
  private func leads(_ action: Any, to isMeant: (_ value: Any, _ notation: Notation) -> Bool) -> Bool {
    var value = action
    for _ in 0..<DecodingContext.depthLimit {
      let notation = Notation.of(Swift.type(of: value))
      if isMeant(value, notation) { return true }
      switch notation.form {
      case .enumeration:
        guard let payload = try? notation.shape.project(value).payload else { return false }
        value = payload
      case .tuple:
        guard let last = notation.shape.fields.last, let part = try? notation.shape.read(last, from: value) else { return false }
        value = part
      default: return false
      }
    }
    return false
  }
}
