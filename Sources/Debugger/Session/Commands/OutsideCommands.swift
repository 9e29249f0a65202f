import ActionLanguage
/// What stands for the outside world: effects in flight, and the answers they wait for.
extension CommandTable {
  static let outsideCommands: [Command] = [
    Command(
      name: "effects", aliases: ["fx"], group: .outside, usage: "[--json]",
      summary: "the effects in flight: what started them, what they wait for, what they have sent",
      details: ["Works in the past too. `info effect e3` tells all about one, also after it has ended."]
    ) { session, arguments in
      let (wantsJSON, arguments) = arguments.taking("--json")
      if wantsJSON { return try session.showEffectsAsJSON(arguments) }
      if let effect = arguments.effect.0 {
        throw CommandError(
          "effects lists all that are in flight and takes no effect", column: arguments.column, length: arguments.text.count,
          examples: session.playback.history(ofEffect: effect) != nil ? [.line("info effect e\(effect)")] : ["effects"])
      }
      try arguments.expectNothing(after: "effects")
      session.showEffects()
    },
    Command(
      name: "clock", group: .outside, summary: "the virtual time, and what waits for it"
    ) { session, arguments in
      try arguments.expectNothing(after: "clock")
      session.showClock()
    },
    Command(
      name: "answer", aliases: ["ans"], group: .outside, usage: "[eN] [VALUE]|CALL = VALUE",
      summary: "give a waiting dependency call its value, or set what a call returns from now on",
      details: [
        "The effect may be left out when only one waits, the value when the call returns nothing. `effects` shows which call waits.",
        "With a call and `=`, the call is answered at once from now on: numberFact.fetch for any arguments, numberFact.fetch(5) for",
        "these, which goes before the other whichever was set later. info answers lists them, unanswer CALL takes one back.",
        "Labels of arguments may be left out; one that is written must be the argument's.",
        "now in a VALUE is the virtual time of the call.",
        "A call that cannot wait asks at the prompt; in a script its answer must be set before. Calls of clients that the",
        "feature's reducers hold are known, and checked; an answer for any other is kept until such a call is made.",
      ],
      examples: [.after("answer", .answer), .inHelp("answer \"5 is prime\""), .inHelp("answer e1"), .after("answer", .supply)],
      firstThen: ["effects"],
      argument: .effect
    ) { session, arguments in
      if let supply = arguments.supply {
        let note = try session.check(supply)
        try session.act(.supply(call: supply.call.text, text: supply.value.text), supply.value)
        if let note { session.output.note(note) }
        return
      }
      try session.checkValueIsThere(in: arguments)
      if let error = session.noCall(in: arguments) { throw error }
      let (effect, rest) = arguments.effect
      try session.checkWaiting(effect)
      do {
        try session.act(.answer(effect: effect, text: rest.text), rest)
      } catch let failure as LanguageFailure {
        throw arguments.noEffect(failure, in: session) ?? failure
      }
    },
    Command(
      name: "unanswer", group: .outside, usage: "CALL", summary: "take back the answer that was set for a call",
      details: [
        "Its calls wait again, or are answered as for any arguments. `info answers` lists what is set. An input like any other:",
        "recorded, replayed, undone.",
      ],
      examples: [.after("unanswer", .answered), .inHelp("unanswer numberFact.fetch(5)")],
      firstThen: [.after("answer", .supply), "info answers"], argument: .answered
    ) { session, arguments in
      try session.act(try session.withdrawal(arguments), arguments)
    },
    Command(
      name: "fail", group: .outside, usage: "[eN] [MESSAGE]", summary: "let a waiting dependency call throw an error",
      details: ["The message is words, or a string with Swift's escapes: fail e1 \"two\\nlines\"."],
      examples: [.after("fail", .failure), .inHelp("fail")], firstThen: ["effects"], argument: .effect
    ) { session, arguments in
      let (effect, rest) = arguments.effect
      try session.checkWaiting(effect)
      if let error = session.noMessage(in: rest, of: effect) { throw error }
      let message = try InputText.message(in: rest, isString: session.command?.hasSeveralLines == true)
      try session.act(.fail(effect: effect, message: message.isEmpty ? "failed" : message), rest)
    },
    Command(
      name: "cancel", group: .outside, usage: "eN", summary: "cancel an effect in flight by hand",
      examples: [.after("cancel", .effect)],
      firstThen: ["effects"], argument: .effect, takesOneWord: true
    ) { session, arguments in
      try session.act(.cancel(effect: try arguments.oneEffect(for: "cancel")), arguments)
    },
    Command(
      name: "hold", group: .outside, usage: "eN", summary: "make an effect wait before its next action, until it is released",
      details: [
        "So that the answers of two effects come in the other order: hold e1, answer both, release e1.",
        "It holds actions back and nothing else: the effect's work goes on, may end, and still changes @Shared values by itself.",
        "An input like any other: recorded, replayed, undone.",
      ],
      examples: [.after("hold", .freeEffect)], firstThen: ["effects"], argument: .effect, takesOneWord: true
    ) { session, arguments in
      try session.act(.hold(effect: try arguments.oneEffect(for: "hold", like: .freeEffect)), arguments)
    },
    Command(
      name: "release", group: .outside, usage: "eN", summary: "let an effect that is held go on",
      examples: [.after("release", .heldEffect)], firstThen: [.after("hold", .freeEffect), "effects"], argument: .effect,
      takesOneWord: true
    ) { session, arguments in
      try session.act(.release(effect: try arguments.oneEffect(for: "release", like: .heldEffect)), arguments)
    },
    Command(
      name: "arrive", group: .outside, usage: "eN ACTION",
      summary: "let an effect send an action, as if something outside had made it",
      details: [
        "From then on the effect has only you: nothing it does by itself counts any more, until depart ends it.",
        "What comes from outside is saved as such lines, so that a session replays without what is outside.",
      ],
      examples: [.after("arrive", .arrival)], firstThen: ["effects"], argument: .effect
    ) { session, arguments in
      guard case let (effect?, action) = arguments.effect, !action.text.isEmpty else {
        throw CommandError(
          "arrive needs an effect and an action", column: arguments.column, examples: [.after("arrive", .arrival)],
          notes: session.noteWithoutEffects)
      }
      try session.act(.arrival(effect: effect, action: action.text), action)
    },
    Command(
      name: "write", group: .outside, usage: "eN PATH = VALUE",
      summary: "let an effect change a shared value, as if something outside had made it",
      details: [
        "What an effect that reaches outside writes to @Shared values is saved as such lines; from then on the effect has only you.",
        "PATH leads to the shared value in the state, as for set.",
      ],
      examples: [.after("write", .write)], firstThen: ["effects"], argument: .effect
    ) { session, arguments in
      guard case let (effect?, assignment) = arguments.effect, let sides = StatePath.sides(ofAssignment: assignment.text),
        !sides.path.trimmed.isEmpty
      else {
        throw CommandError(
          "write needs an effect, a path and a value", column: arguments.column, examples: [.after("write", .write)],
          notes: session.noteWithoutEffects + session.noteWithoutSharedValues)
      }
      do {
        try session.act(.write(effect: effect, path: sides.path, value: sides.value), assignment)
      } catch let error as SessionError {
        switch error {
        case .notShared, .writesNothing: break
        default: throw error
        }
        throw CommandError(
          error.message, column: assignment.column, length: sides.path.trimmed.count,
          examples: [.after("write e\(effect)", .sharedAssignment)], notes: session.noteWithoutSharedValues)
      }
    },
    Command(
      name: "depart", group: .outside, usage: "eN [MESSAGE]",
      summary: "end an effect, as if what it waits for outside were done; with a message, as if that had failed",
      examples: [.after("depart", .effect), .inHelp("depart e1 offline")], firstThen: ["effects"], argument: .effect
    ) { session, arguments in
      guard case let (effect?, message) = arguments.effect else {
        throw CommandError(
          "depart needs one effect, such as e3", column: arguments.column, examples: [.after("depart", .effect)],
          notes: ["Try \"effects\"."])
      }
      try session.checkWaiting(effect)
      if message.text == "_" || message.text.hasPrefix("=") {
        throw CommandError(
          "an effect departs with a message or without, not with \"\(message.text.prefix(1))\"", column: message.column,
          examples: [.line("depart e\(effect)"), .line("depart e\(effect) \"offline\"")])
      }
      let error = try InputText.message(in: message, isString: session.command?.hasSeveralLines == true)
      try session.act(.departure(effect: effect, error: error.isEmpty ? nil : error), arguments)
    },
    Command(
      name: "live", group: .outside, usage: "[on|off]", summary: "use live dependencies and real time from here on, or no longer",
      details: [
        "As with the option --live. While it is on, virtual time follows real time, and effects reach what is really outside; what they",
        "do because of it is recorded as advance, arrive, write and depart. So a saved session replays without anything outside.",
        "After travel nothing outside is done twice: effects that began before have only you (arrive, depart); new ones are live.",
      ],
      examples: [.inHelp("live on"), "live off"], argument: .words(["on", "off"]), takesOneWord: true
    ) { session, arguments in
      try session.live(arguments)
    },
    Command(
      name: "wait", group: .outside, usage: "[DURATION]",
      summary: "wait in real time for what is outside, such as another thread or a live dependency",
      details: [
        "Until no effect waits for anything outside any more, at most 10s; with a duration, that long. Useful in scripts.",
        "Virtual time stays where it is unless the session is live.",
      ],
      examples: ["wait", "wait 2s"], argument: .free
    ) { session, arguments in
      try session.wait(arguments)
    },
  ]
}

extension Session {
  /// Why there is no example with an effect, where that is so.
  fileprivate var noteWithoutEffects: [String] { playback.effects().isEmpty ? ["No effect is in flight now."] : [] }

  /// Why there is no example with a shared value, where that is so.
  fileprivate var noteWithoutSharedValues: [String] {
    examples.sharedAssignment == nil ? ["This state has no shared value now."] : []
  }

  /// Fails for an effect that is not there, which is another mistake than one that waits for nothing.
  fileprivate func checkWaiting(_ effect: Int?) throws(SessionError) {
    guard let effect, playback.timeline.isQuiet, playback.history(ofEffect: effect) == nil else { return }
    throw .noSuchEffect(effect, alive: playback.effects().map(\.number))
  }
}

extension CommandArguments {
  /// The error of a word that stands where an effect would, and is none: `answer ex "x"`.
  fileprivate func noEffect(_ failure: LanguageFailure, in session: Session) -> CommandError? {
    let word = text.prefix { !$0.isWhitespace }
    guard failure.error.kind == .unexpectedPart, word.count < text.count, word.count <= 8, word.first == "e",
      word.allSatisfy({ $0.isLetter || $0.isNumber }), failure.error.range.lowerBound > word.utf8.count
    else { return nil }
    let waiting = session.playback.effects().map { "e\($0.number)" }
    return CommandError(
      "\"\(word)\" is no effect" + (waiting.isEmpty ? "" : ": \(waiting.prefix(6).joined(separator: ", ")) in flight"),
      column: column, length: word.count, examples: [.after("answer", .answer)])
  }

  /// The one effect a command is about.
  func oneEffect(for command: String, like rest: CommandExample.Rest = .effect) throws(CommandError) -> Int {
    guard case let (effect?, others) = effect, others.text.isEmpty else {
      throw CommandError(
        "\(command) needs one effect, such as e3", column: column, examples: [.after(command, rest)], notes: ["Try \"effects\"."])
    }
    return effect
  }

  /// A call and the value it returns from now on: `numberFact.fetch = "x"`, `numberFact.fetch(5) = "x"`.
  ///
  /// Where brackets or a string do not end, what stands before the first `=` is the call: reading it tells what is wrong.
  var supply: (call: CommandArguments, value: CommandArguments)? {
    guard let first = text.first, first.isLetter || first == "_" else { return nil }
    var depth = 0
    var isQuoted = false
    var hasDot = false
    var isOpened = false
    var isBroken = false
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if isQuoted {
        if character == "\\" { index = text.index(after: index) }
        if character == "\"" { isQuoted = false }
      } else if depth == 0, character == "=" {
        break
      } else if depth == 0, isOpened, ")]".contains(character) {
        // One bracket too many.
        isBroken = true
        break
      } else if depth == 0, !"([ ._".contains(character), !character.isLetter, !character.isNumber {
        return nil
      } else {
        if character == "\"" { isQuoted = true }
        if depth == 0, character == "." { hasDot = true }
        if "([".contains(character) {
          depth += 1
          isOpened = true
        }
        if ")]".contains(character) { depth -= 1 }
      }
      guard index < text.endIndex else { break }
      index = text.index(after: index)
    }
    if index == text.endIndex || isBroken, depth > 0 || isQuoted || isBroken, let sign = text.firstIndex(of: "=") { index = sign }
    guard index < text.endIndex, hasDot else { return nil }
    let call = text[..<index].trimmed
    let rest = text[text.index(after: index)...]
    let value = rest.trimmed
    guard !call.contains(" ") || call.hasSuffix(")"), !value.isEmpty else { return nil }
    let offset = text.distance(from: text.startIndex, to: index) + 1 + rest.prefix(while: \.isWhitespace).count
    return (
      CommandArguments(line: line, text: call, column: column), CommandArguments(line: line, text: value, column: column + offset)
    )
  }
}
