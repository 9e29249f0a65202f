import ActionLanguage

extension CommandTable {
  static let actingCommands: [Command] = [
    Command(
      name: "send", group: .acting, usage: "ACTION", summary: "send an action to the feature",
      details: [
        "A line that is not a command is an action too, so `send` is only needed when an action is named like a command.",
        "Both spellings work: Swift's own, .tab1(.incrementButtonTapped), and the dotted one, tab1.incrementButtonTapped.",
        "In the past, an action starts a branch; what was recorded stays. `actions` lists what can be sent.",
      ],
      examples: [
        "send incrementButtonTapped", ".tab1(.incrementButtonTapped)", "path[0].detail.editButtonTapped",
        "destination.editStandup.binding title = \"Design\"",
      ],
      argument: .action
    ) { session, arguments in
      guard !arguments.text.isEmpty else {
        throw CommandError(
          "send needs an action", column: arguments.column, examples: [.after("send", .action)],
          notes: ["Try \"actions\" to see what can be sent."])
      }
      try session.act(.action(arguments.text), arguments)
    },
    Command(
      name: "advance", aliases: ["adv"], group: .acting, usage: "[DURATION]",
      summary: "let virtual time pass, to the next deadline if no duration is given",
      details: [
        "Whatever falls due on the way happens in the order of the deadlines, each at its own time.",
        "Durations: 250ms, 1s, 1.5s, 2m, 1h30m.",
      ],
      examples: ["advance 1s", "advance"], argument: .free
    ) { session, arguments in
      if arguments.text.isEmpty { return try session.act(.advance(nil), arguments) }
      guard let duration = DurationText.duration(from: arguments.text) else {
        throw CommandError(
          DurationText.refusal(of: arguments.text), column: arguments.column,
          length: arguments.text.count, examples: ["advance 1s", "advance 250ms", "advance 2m"])
      }
      try session.act(.advance(duration), arguments)
    },
    Command(
      name: "set", group: .acting, usage: "PATH = VALUE", summary: "edit the state by hand, as a step of its own",
      details: [
        "The edit is marked in the log, can be undone and is replayed like any input.",
        "set memory SIZE, such as 64M, is no edit: it bounds what recorded states may take (see info memory).",
        "set pagination off prints long output at once instead of a screen at a time.",
      ],
      examples: [.after("set", .assignment), "set memory 64M", "set pagination off"], argument: .statePath
    ) { session, arguments in
      if !arguments.text.contains("="), arguments.words.first == "memory" { return try session.setMemory(arguments) }
      if !arguments.text.contains("="), arguments.words.first == "pagination" { return try session.setPagination(arguments) }
      guard let sides = StatePath.sides(ofAssignment: arguments.text), !sides.path.trimmed.isEmpty, !sides.value.trimmed.isEmpty
      else {
        throw CommandError("set needs a path and a value", column: arguments.column, examples: [.after("set", .assignment)])
      }
      try session.act(.edit(path: sides.path, value: sides.value), arguments)
    },
  ]
}

extension CommandArguments {
  /// An effect's number at the front, `e3`, and the arguments after it.
  var effect: (Int?, CommandArguments) {
    let word = text.prefix { $0 != " " }
    guard word.hasPrefix("e"), let number = Int(word.dropFirst()) else { return (nil, self) }
    let rest = text.dropFirst(word.count)
    let trimmed = rest.drop { $0 == " " }
    let rest2 = CommandArguments(
      line: line, text: String(trimmed), column: column + word.count + (rest.count - trimmed.count))
    return (number, rest2)
  }
}

extension StringProtocol {
  /// The text without the white space around it.
  var trimmed: String { trimmingPrefix(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace) }

  private func trimmingPrefix(while predicate: (Character) -> Bool) -> SubSequence { drop(while: predicate) }
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return String(self[startIndex..<end])
  }
}
