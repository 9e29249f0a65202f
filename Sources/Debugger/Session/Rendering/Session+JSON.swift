import ActionLanguage
import Terminal
import Timeline

/// The same for machines: one JSON value a line.
extension Session {
  /// An input that is no entry itself: what it was, when, and the entries it led to.
  func inputEntry(_ step: Int) -> JSONText? {
    let timeline = playback.timeline
    let record = timeline.steps[step]
    guard let input = record.input else { return nil }
    var members: [(String, JSONText)] = [
      ("input", .string(InputText.text(of: input))),
      ("time", .string(DurationText.text(of: timeline.steps[record.parent].worldAfter.now))),
    ]
    if record.entryCount > 0 {
      members += [("first", .number(record.firstEntry)), ("last", .number(record.lastEntry))]
    } else {
      members.append(("after", .number(record.entryBefore)))
      let marks = playback.details(ofStep: step).events.map(\.mark)
      if !marks.isEmpty { members.append(("effects", .array(marks.map { .string($0) }))) }
    }
    return .object(members)
  }

  func logEntry(_ number: Int) -> JSONText {
    let record = playback.record(ofEntry: number)
    var members: [(String, JSONText)] = [("number", .number(number))]
    switch record.cause {
    case .typed: members.append(("cause", .string("typed")))
    case .edit: members.append(("cause", .string("edit")))
    case .write(let effect): members += [("cause", .string("write")), ("effect", .number(effect))]
    case .effect(let effect): members += [("cause", .string("effect")), ("effect", .number(effect))]
    case .dismissal(let effect):
      members.append(("cause", .string("dismiss")))
      if effect > 0 { members.append(("effect", .number(effect))) }
    }
    let step = playback.timeline.step(ofEntry: number)
    let index = number - playback.timeline.steps[step].firstEntry
    let events = playback.details(ofStep: step).events(atEntries: (index == 0 ? -1 : index)..<index + 1)
    if !events.isEmpty { members.append(("effects", .array(events.map { .string($0.mark) }))) }
    members += [
      ("time", .string(DurationText.text(of: record.time))), ("action", .string(record.action)),
      ("changes", .array(changes(ofEntry: number).map { JSONText($0) })),
    ]
    let issues = reports(ofEntry: number)
    if !issues.isEmpty { members.append(("issues", .array(issues.map { .string($0.message) }))) }
    return .object(members)
  }

  func showAsJSON(_ value: Any) { output.line(JSONText(value).text) }

  func showDiffAsJSON(from: Position, to: Position) {
    output.line(
      JSONText.object([
        ("from", .number(playback.timeline.entry(at: from))), ("to", .number(playback.timeline.entry(at: to))),
        ("changes", .array(playback.changes(from: from, to: to).map { JSONText($0) })),
      ]).text)
  }

  func showEffectsAsJSON(_ arguments: CommandArguments) throws {
    try arguments.expectNothing(after: "effects")
    for effect in playback.effects() { output.line(effectEntry(effect).text) }
  }

  func effectEntry(_ effect: EffectStatus) -> JSONText {
    .object([
      ("effect", .number(effect.number)), ("startedBy", .number(effect.startedBy)), ("path", .string(effect.path)),
      ("cancellationIDs", .array(effect.cancellationIDs.map { .string($0) })),
      ("waitsFor", effect.waitsFor.map { .string($0) } ?? .null),
    ])
  }
}

extension CommandArguments {
  /// Whether an option stands among the words, and the arguments without it.
  func taking(_ option: String) -> (Bool, CommandArguments) {
    if text == option { return (true, CommandArguments(line: line, text: "", column: column)) }
    if text.hasSuffix(" " + option) {
      return (true, CommandArguments(line: line, text: text.dropLast(option.count).trimmed, column: column))
    }
    if text.hasPrefix(option + " ") {
      let rest = text.dropFirst(option.count)
      let trimmed = rest.drop(while: \.isWhitespace)
      return (
        true, CommandArguments(line: line, text: String(trimmed), column: column + option.count + rest.count - trimmed.count)
      )
    }
    return (false, self)
  }
}
