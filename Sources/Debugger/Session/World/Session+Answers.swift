import ActionLanguage
import Terminal

/// The answers that are set for calls: what is checked of them, and what `info answers` tells.
extension Session {
  /// Makes sure that an answer is well-formed, whatever is called.
  ///
  /// - Throws: `LanguageFailure`.
  static func checkForm(of supply: (call: CommandArguments, value: CommandArguments)) throws -> CallText {
    let call = try read(supply.call) { text throws(ActionLanguageError) in try CallText(text) }
    try read(supply.value) { text throws(ActionLanguageError) in try ActionDecoder.checkForm(ofValue: text) }
    return call
  }

  private static func read<Result>(
    _ arguments: CommandArguments, _ body: (String) throws(ActionLanguageError) -> Result
  ) throws -> Result {
    do throws(ActionLanguageError) {
      return try body(arguments.text)
    } catch {
      throw LanguageFailure(error: error, arguments: arguments)
    }
  }

  /// Makes sure that what is known of a call allows an answer.
  ///
  /// - Returns: What to say of it besides, where the call is not known.
  /// - Throws: `CommandError` for an endpoint that its client does not have or a name that is almost one that is known,
  ///   `LanguageFailure` for what is not well-formed, and for arguments or a value of another type.
  func check(_ supply: (call: CommandArguments, value: CommandArguments)) throws -> String? {
    let call = try Self.checkForm(of: supply)
    guard let endpoint = try known(call, at: supply.call.column) else {
      return "no such call has been made yet: it is kept until one is"
    }
    let date = playback.date
    _ = try Self.read(supply.call) { _ throws(ActionLanguageError) in
      try call.canonical(parameters: endpoint.parameters, now: date)
    }
    _ = try Self.read(supply.value) { text throws(ActionLanguageError) in
      try ActionDecoder(now: date).value(text, as: endpoint.valueType)
    }
    return nil
  }

  /// What is known of an endpoint; `nil` when nothing is, though it may exist.
  private func known(_ call: CallText, at column: Int) throws(CommandError) -> KnownEndpoint? {
    let known = playback.knownEndpoints()
    if let endpoint = known.first(where: { $0.name == call.name }) { return endpoint }
    // An effect may read a dependency that its reducer does not hold: what was called exists.
    if askedCalls.contains(call.name) || playback.effects().contains(where: { $0.waitsFor?.hasPrefix(call.name + "(") == true }) {
      return nil
    }
    let client = call.name.prefix { $0 != "." }
    let own = known.filter { $0.client == client }.map(\.name)
    let nearest = NearestName.of(call.name, in: own.isEmpty ? known.map(\.name) : own)
    guard own.isEmpty else {
      throw CommandError(
        "\(client) has no endpoint \"\(call.name.dropFirst(client.count + 1))\"; "
          + (nearest.map { "did you mean \"\($0)\"?" } ?? "there are \(own.joined(separator: ", "))"),
        column: column + client.count + 1)
    }
    guard let nearest else { return nil }
    throw CommandError(
      "no call is known as \"\(call.name)\"; did you mean \"\(nearest)\"?", column: column,
      notes: ["A call that no reducer tells of can be answered once it has been made."])
  }

  /// Checks and reads what `unanswer` is to take back.
  func withdrawal(_ arguments: CommandArguments) throws -> InputRequest {
    guard !arguments.text.isEmpty else {
      throw CommandError("unanswer needs a call", notes: ["Try \"info answers\"."])
    }
    return .withdrawal(call: arguments.text)
  }

  /// Lists the answers that are set.
  func showAnswers() {
    let answers = playback.answersSet()
    guard !answers.isEmpty else {
      return output.line("no answer is set for any call (answer CALL = VALUE)")
    }
    for (call, text) in answers { output.prose("\(call) = \(text)") }
    output.note("a call with these arguments goes before one with any; unanswer CALL takes one back")
  }
}

extension LanguageFailure {
  /// The same for those who show a command's errors only.
  var asCommandError: CommandError {
    let moved = moved
    let column = String(decoding: arguments.line.utf8.prefix(moved.range.lowerBound), as: UTF8.self).count
    // The line and the caret are drawn from the column.
    let lines = moved.render(line: arguments.line).dropFirst(2).filter { $0 != error.message }
    return CommandError(error.message, column: column, notes: Array(lines))
  }
}
