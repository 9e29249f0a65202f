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
    let call = try read(supply)
    if let endpoint = endpoint(called: call.name) {
      try check(supply, call, of: endpoint)
      return nil
    }
    if let error = doubt(about: call, at: supply.call.column) { throw error }
    try checkThatItIsWhole(supply)
    return "no such call has been made yet: it is kept until one is"
  }

  /// Makes sure that a value is written out: what a call that is not known returns stands in no state, and has no default.
  private func checkThatItIsWhole(_ supply: (call: CommandArguments, value: CommandArguments)) throws {
    do throws(ActionLanguageError) {
      try ActionDecoder.checkIsWhole(supply.value.text)
    } catch {
      var error = error
      error.example = "answer \(supply.call.text) = \"text\""
      throw LanguageFailure(error: error, arguments: supply.value)
    }
  }

  /// The error of something that is set for what is no call: `answer numberFact = "a"`.
  ///
  /// - Returns: `nil` where nothing is set.
  func noCall(in arguments: CommandArguments) -> CommandError? {
    let sides = arguments.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[1].hasPrefix("="), let first = sides[0].first, first.isLetter || first == "_",
      sides[0].allSatisfy({ $0.isLetter || $0.isNumber || "_. ".contains($0) })
    else { return nil }
    let name = sides[0].trimmed
    if let effect = Int(name.dropFirst()), name.hasPrefix("e") {
      // Whether it is there is told first.
      guard playback.effects().contains(where: { $0.number == effect }) else { return nil }
      let value = playback.answerType(of: effect).map { type in
        let isOne = (try? ActionDecoder(now: playback.date).answer(sides[1].trimmed, as: type)) != nil
        return isOne ? sides[1].trimmed : ActionDecoder.example(of: type)
      }
      return CommandError(
        "what e\(effect) waits for is answered without \"=\"", column: arguments.column + sides[0].count, length: 1,
        examples: value.map { [.line("answer e\(effect) \($0)")] } ?? [])
    }
    let known = playback.knownEndpoints()
    let joined = String(name.filter { !$0.isWhitespace })
    let meant = known.filter { $0.name == joined || $0.client == joined }
    let nearest =
      meant.first ?? NearestName.of(joined, in: known.map(\.name)).flatMap { name in known.first { $0.name == name } }
      ?? NearestName.of(joined, in: known.map { String($0.client) }).flatMap { name in known.first { $0.client == name } }
    let example = (nearest ?? known.first).map { answer(for: $0, returning: sides[1].trimmed) }
    return CommandError(
      "\"\(DisplayWidth.truncate(name, to: 60))\" is no call: that is a client, a dot and one of its endpoints"
        + (nearest.map { "; did you mean \"\($0.name)\"?" } ?? ""),
      column: arguments.column, length: name.count,
      examples: [.line(example ?? "answer client.endpoint = \(sides[1].trimmed.isEmpty ? "\"text\"" : sides[1].trimmed)")])
  }

  /// Reads an answer that may be one for any call.
  private func read(_ supply: (call: CommandArguments, value: CommandArguments)) throws -> CallText {
    do {
      return try Self.checkForm(of: supply)
    } catch let failure as LanguageFailure {
      throw proposing(failure, for: supply, of: endpoint(called: supply.call.text.prefix { $0 != "(" }.trimmed))
    }
  }

  /// Makes sure that an answer is one for an endpoint that is known.
  private func check(
    _ supply: (call: CommandArguments, value: CommandArguments), _ call: CallText, of endpoint: KnownEndpoint
  ) throws {
    let date = playback.date
    do {
      _ = try Self.read(supply.call) { _ throws(ActionLanguageError) in
        try call.canonical(parameters: endpoint.parameters, now: date)
      }
      _ = try Self.read(supply.value) { text throws(ActionLanguageError) in
        try ActionDecoder(now: date).answer(text, as: endpoint.valueType)
      }
    } catch let failure as LanguageFailure {
      throw proposing(failure, for: supply, of: endpoint)
    }
  }

  /// An error in an answer with an example that is accepted: what stands there when it can be put in the place of what is wrong, else a
  /// whole line.
  private func proposing(
    _ failure: LanguageFailure, for supply: (call: CommandArguments, value: CommandArguments), of endpoint: KnownEndpoint?
  ) -> LanguageFailure {
    var better = failure
    guard let endpoint else {
      better.error.example = playback.knownEndpoints().first.map { answer(for: $0) }
      return better
    }
    let example = failure.error.example
    if failure.arguments.column == supply.value.column {
      if let example {
        let text = supply.value.text.utf8
        let range = failure.error.range
        let repaired =
          String(decoding: text.prefix(range.lowerBound), as: UTF8.self) + example
          + String(decoding: text.dropFirst(range.upperBound), as: UTF8.self)
        if isValue(repaired, of: endpoint) { return failure }
      }
      better.error.example = answer(for: endpoint, called: supply.call.text, returning: example)
    } else {
      better.error.example = answer(for: endpoint, called: example, returning: supply.value.text)
    }
    return better
  }

  /// A call that is known and a value it may return, as answer takes them.
  var exampleOfSupply: String? {
    playback.knownEndpoints().first.map { String(answer(for: $0).dropFirst("answer ".count)) }
  }

  /// A line that sets an answer for an endpoint: with the call and the value that were written, where they are right.
  private func answer(for endpoint: KnownEndpoint, called call: String? = nil, returning value: String? = nil) -> String {
    let call = call.flatMap { text in
      let call = try? CallText(text)
      guard call?.name == endpoint.name else { return nil as String? }
      return (try? call?.canonical(parameters: endpoint.parameters, now: playback.date)).map { _ in text }
    }
    let value = value.flatMap { isValue($0, of: endpoint) ? $0 : nil }
    return "answer \(call ?? endpoint.name) = \(value ?? ActionDecoder.example(of: endpoint.valueType))"
  }

  private func isValue(_ text: String, of endpoint: KnownEndpoint) -> Bool {
    (try? ActionDecoder(now: playback.date).answer(text, as: endpoint.valueType)) != nil
  }

  /// An endpoint of those that are known.
  private func endpoint(called name: String) -> KnownEndpoint? { playback.knownEndpoints().first { $0.name == name } }

  /// Why a call that is not known can hardly be one; `nil` when it may exist.
  private func doubt(about call: CallText, at column: Int) -> CommandError? {
    // An effect may read a dependency that its reducer does not hold: what was called exists.
    guard !playback.wasCalled(call.name) else { return nil }
    let known = playback.knownEndpoints()
    let client = call.name.prefix { $0 != "." }
    let own = known.filter { $0.client == client }
    let nearest = NearestName.of(call.name, in: (own.isEmpty ? known : own).map(\.name))
    let example = endpoint(called: nearest ?? own.first?.name ?? "").map { CommandExample.line(answer(for: $0)) }
    guard own.isEmpty else {
      return CommandError(
        "\(client) has no endpoint \"\(call.name.dropFirst(client.count + 1))\"; "
          + (nearest.map { "did you mean \"\($0)\"?" } ?? "there are \(own.map(\.name).joined(separator: ", "))"),
        column: column + client.count + 1, examples: [example].compactMap(\.self))
    }
    guard let nearest else { return nil }
    return CommandError(
      "no call is known as \"\(call.name)\"; did you mean \"\(nearest)\"?", column: column,
      examples: [example].compactMap(\.self),
      notes: ["A call that no reducer tells of can be answered once it has been made."])
  }

  /// Fails for a call without the value that it is to return.
  func checkValueIsThere(in arguments: CommandArguments) throws {
    let hasSign = arguments.text.last == "="
    let text = (hasSign ? String(arguments.text.dropLast()) : arguments.text).trimmed
    let name = text.prefix { $0 != "(" }.trimmed
    let known = endpoint(called: name)
    guard known != nil || hasSign && name.contains(".") else { return }
    let supply = (
      call: CommandArguments(line: arguments.line, text: text, column: arguments.column),
      value: CommandArguments(line: arguments.line, text: "_", column: arguments.column + arguments.text.count)
    )
    let call = try read(supply)
    let end = arguments.column + max(0, arguments.text.count - 1)
    guard let known else {
      throw doubt(about: call, at: arguments.column)
        ?? CommandError("the value is missing: what \(text) is to return", column: end)
    }
    do {
      _ = try Self.read(supply.call) { _ throws(ActionLanguageError) in
        try call.canonical(parameters: known.parameters, now: playback.date)
      }
    } catch let failure as LanguageFailure {
      throw proposing(failure, for: supply, of: known)
    }
    throw CommandError(
      "the value is missing: \(text) returns \(ActionDecoder.name(of: known.valueType))", column: end,
      examples: [.line(answer(for: known, called: text))])
  }

  /// The error of a message with which no call can be meant to fail; `nil` where it can.
  func noMessage(in message: CommandArguments, of effect: Int?) -> CommandError? {
    let isOne = effect == nil && playback.answerType(of: nil) != nil
    let example: CommandExample = isOne ? "fail \"offline\"" : .after("fail", .failure)
    if message.text == "_" {
      return CommandError(
        "\"_\" keeps what is there, and here is nothing: a call fails with a message", column: message.column,
        examples: [example])
    }
    if message.text.hasPrefix("=") {
      return CommandError("a message stands without \"=\"", column: message.column, length: 1, examples: [example])
    }
    guard effect == nil, let call = message.supply?.call.text.prefix(while: { $0 != "(" }), endpoint(called: call.trimmed) != nil
    else { return nil }
    return CommandError(
      "fail is for a call that waits: no call can be set to fail from now on", column: message.column,
      length: call.trimmed.count, examples: [example])
  }

  // MARK: In files

  /// An answer in a file for a call that is not known, and is hardly one unless it is made.
  struct DoubtfulAnswer {
    let call: String
    let problem: FileProblem
  }

  /// Makes sure that a line of a session file sets no other answer than could be set at the prompt.
  ///
  /// - Returns: The answer, where the file is to make the call for which it stands: what an effect calls is not known before.
  /// - Throws: What the prompt would say.
  func checkAnswer(inLine line: String, number: Int) throws -> DoubtfulAnswer? {
    guard line.hasPrefix("answer ") else { return nil }
    let rest = line.dropFirst("answer ".count)
    let arguments = CommandArguments(
      line: line, text: rest.trimmed, column: "answer ".count + rest.prefix(while: \.isWhitespace).count)
    guard let supply = arguments.supply else {
      try checkValueIsThere(in: arguments)
      return nil
    }
    let call = try read(supply)
    if let endpoint = endpoint(called: call.name) {
      try check(supply, call, of: endpoint)
      return nil
    }
    try checkThatItIsWhole(supply)
    return doubt(about: call, at: supply.call.column).map {
      DoubtfulAnswer(call: call.name, problem: FileProblem($0, input: line, line: number))
    }
  }

  /// What is wrong with the first of some answers whose call was not made.
  func problem(of answers: [DoubtfulAnswer]) -> FileProblem? { answers.first { !playback.wasCalled($0.call) }?.problem }

  // MARK: At once

  /// Asks for the value of a call that needs it at once, until one of its type is given.
  ///
  /// - Returns: The value; `nil` where nobody is there, or when they give none.
  func askedAnswer(to call: String, returning type: Any.Type, questions: inout Int) -> String? {
    askedType = type
    defer { askedType = nil }
    while let ask, questions < Self.questionLimit {
      questions += 1
      guard let typed = ask("\(call) returns \(ActionDecoder.name(of: type)): "), !typed.trimmed.isEmpty else { return nil }
      let command = TypedCommand(OneLine(typed.trimmed))
      if let refusal = refusal(ofLinesIn: command.line) {
        report(refusal, line: command.text, place: nil, typed: TypedCommand(.unchanged(command.line.original)))
        continue
      }
      let value = CommandArguments(line: command.text, text: command.text, column: 0)
      do {
        _ = try Self.read(value) { text throws(ActionLanguageError) in
          try ActionDecoder(now: playback.date).answer(text, as: type)
        }
        return value.text
      } catch {
        report(error, line: value.line, place: nil, typed: command)
      }
    }
    return nil
  }

  /// One step asks no more questions than a person would answer.
  private static let questionLimit = 100

  /// Checks and reads what `unanswer` is to take back.
  func withdrawal(_ arguments: CommandArguments) throws -> InputRequest {
    guard !arguments.text.isEmpty else {
      throw CommandError("unanswer needs a call", column: arguments.column, notes: ["Try \"info answers\"."])
    }
    return .withdrawal(call: arguments.text)
  }

  /// Lists the answers that are set.
  func showAnswers() {
    let answers = playback.answersSet()
    guard !answers.isEmpty else {
      return output.line("no answer is set for any call (answer CALL = VALUE)")
    }
    for (call, text) in answers { output.line("\(call) = \(text)") }
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
