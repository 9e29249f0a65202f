import ActionLanguage
import Timeline

/// Inputs as the lines of a session file.
enum InputText {
  /// The words with which inputs begin that are no plain action.
  static let keywords: Set<String> = [
    "send", "advance", "answer", "fail", "cancel", "hold", "release", "arrive", "write", "depart", "live", "set",
    "unanswer",
  ]

  /// The line that makes an input again.
  static func text(of input: Input) -> String {
    switch input {
    case .action(let text):
      let word = text.prefix { $0 != " " && $0 != "(" && $0 != "." && $0 != "[" }
      return keywords.contains(String(word)) ? "send " + text : text
    case .advance(let duration): return "advance \(DurationText.text(of: duration))"
    case .answer(let effect, let text): return "answer e\(effect) \(text)"
    case .fail(let effect, let message): return "fail e\(effect) \(written(message))"
    case .cancel(let effect): return "cancel e\(effect)"
    case .hold(let effect): return "hold e\(effect)"
    case .release(let effect): return "release e\(effect)"
    case .supply(let call, let text): return "answer \(call) = \(text)"
    case .withdrawal(let call): return "unanswer \(call)"
    case .arrival(let effect, let action): return "arrive e\(effect) \(action)"
    case .departure(let effect, let error): return "depart e\(effect)" + (error.map { " " + written($0) } ?? "")
    case .write(let effect, let path, let value): return "write e\(effect) \(path) = \(value)"
    case .live(let isOn): return isOn ? "live on" : "live off"
    case .edit(let path, let value): return "set \(path) = \(value)"
    }
  }

  /// A message as it is typed: words, or a string as everywhere else, `"a\nb"` or `#"C:\"#`.
  ///
  /// What begins with quotes and is no string is words, too; files of before have such between quotes.
  static func message(in text: String) -> String {
    // As an error is written anywhere else.
    let start = ".failure("
    if text.hasPrefix(start), text.hasSuffix(")"),
      let inside = try? ActionDecoder.string(String(text.dropFirst(start.count).dropLast()))
    {
      return inside
    }
    return (try? ActionDecoder.string(text)) ?? (isQuoted(text) ? String(text.dropFirst().dropLast()) : text)
  }

  /// A message that is typed now, as `message(in:)`.
  ///
  /// - Parameter isString: Whether a string is meant for sure, since it was typed in several lines.
  /// - Throws: `LanguageFailure` for a string that is not well-formed, such as one with an escape that there is not.
  static func message(in arguments: CommandArguments, isString: Bool = false) throws(LanguageFailure) -> String {
    guard arguments.text.hasPrefix("\"") else { return message(in: arguments.text) }
    do throws(ActionLanguageError) {
      return try ActionDecoder.string(arguments.text)
    } catch {
      // Words may begin and end with quotes: "a" and "b".
      guard error.kind == .syntax || isString else { return arguments.text }
      var error = error
      error.example = error.example ?? "\"text\""
      throw LanguageFailure(error: error, arguments: arguments)
    }
  }

  /// A message so that `message(in:)` gives it back, in one line and with nothing hidden.
  private static func written(_ message: String) -> String {
    let isPlain =
      !message.isEmpty && message != "_" && !message.hasPrefix("=") && message.trimmed == message
      && Escaping.escaped(message) == message
    return isPlain && self.message(in: message) == message ? message : ValuePrinter.text(of: message)
  }

  private static func isQuoted(_ text: String) -> Bool { text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") }

  /// The request a line of a session file makes. Nothing but an input can come of it.
  ///
  /// - Throws: `CommandError` when a keyword's arguments are wrong. Actions are checked when they are performed.
  static func request(from line: String) throws(CommandError) -> InputRequest {
    let word = String(line.prefix { $0 != " " })
    let rest = line.dropFirst(word.count).trimmed
    let arguments = CommandArguments(line: line, text: rest, column: min(word.count + 1, line.count))
    switch word {
    case "send" where !rest.isEmpty: return .action(rest)
    case "advance" where !rest.isEmpty:
      guard let duration = DurationText.duration(from: rest) else {
        throw CommandError(DurationText.refusal(of: rest), column: arguments.column, length: rest.count)
      }
      return .advance(duration)
    case "answer" where !rest.isEmpty || line == word:
      if let supply = arguments.supply {
        do {
          _ = try Session.checkForm(of: supply)
        } catch let error as LanguageFailure {
          throw error.asCommandError
        } catch {
          throw CommandError("\(error)", column: arguments.column)
        }
        return .supply(call: supply.call.text, text: supply.value.text)
      }
      let (effect, value) = arguments.effect
      return .answer(effect: effect, text: value.text)
    case "fail" where !rest.isEmpty:
      let (effect, message) = arguments.effect
      return .fail(effect: effect, message: Self.message(in: message.text))
    case "unanswer" where !rest.isEmpty: return .withdrawal(call: rest)
    case "cancel", "hold", "release", "depart", "arrive", "write":
      if rest.isEmpty { return .action(line) }
      let (effect, others) = arguments.effect
      guard let effect else { throw CommandError("\(word) needs an effect such as e3", column: arguments.column) }
      switch word {
      case "cancel": return .cancel(effect: effect)
      case "hold": return .hold(effect: effect)
      case "release": return .release(effect: effect)
      case "depart":
        let error = Self.message(in: others.text)
        return .departure(effect: effect, error: error.isEmpty ? nil : error)
      case "arrive": return .arrival(effect: effect, action: others.text)
      default:
        guard let sides = StatePath.sides(ofAssignment: others.text) else {
          throw CommandError("write needs an effect, a path and a value", column: others.column)
        }
        return .write(effect: effect, path: sides.path, value: sides.value)
      }
    case "live" where rest == "on" || rest == "off": return .live(isOn: rest == "on")
    case "set" where rest.contains("="):
      guard let sides = StatePath.sides(ofAssignment: rest) else {
        throw CommandError("set needs a path and a value", column: arguments.column)
      }
      return .edit(path: sides.path, value: sides.value)
    default: return .action(line)
    }
  }

  /// Where in a line the value begins that the feature's types decide about, in characters from 0.
  static func valueColumn(in line: String) -> Int {
    let word = String(line.prefix { $0 != " " })
    let rest = line.dropFirst(word.count).drop(while: \.isWhitespace)
    let arguments = CommandArguments(line: line, text: String(rest), column: line.count - rest.count)
    switch word {
    case _ where rest.isEmpty: return 0
    case "send", "set": return arguments.column
    case "answer": return arguments.supply?.value.column ?? arguments.effect.1.column
    case "arrive", "write": return arguments.effect.1.column
    default: return 0
    }
  }
}
