import ActionLanguage
import CCrashRecovery
import Foundation
import Terminal
import Timeline

/// Drives a session for another program, such as an editor: one JSON value a line, requests in and responses and events out.
///
/// Nothing else reaches the other program: what a feature prints goes to standard error. The README has the protocol.
public final class JSONLineServer {
  /// The version of the protocol; what is added does not change it, what means something else does.
  public static let protocolVersion = 1
  /// The requests, as the greeting names them.
  static let requests = ["command", "complete", "state", "log", "effects", "quit"]
  /// No response lists more entries.
  private static let entryLimit = 10_000

  private let version: String
  private let write: (String) -> Void
  private var session: Session?
  private var results: [String] = []
  private var errors: [String] = []
  private var lastFill = -1

  /// - Parameters:
  ///   - version: The program's version, for the greeting.
  ///   - write: Takes each line, its line break included.
  public init(version: String, write: @escaping (String) -> Void) {
    self.version = version
    self.write = write
  }

  /// Runs until the input ends or `quit` is requested.
  ///
  /// - Parameters:
  ///   - input: Where the requests come from.
  ///   - returning: What a process left that a crash of the feature ended; the request that did it is answered first.
  ///   - open: Opens the session, with the output it is to use.
  /// - Returns: The exit code: what `quit` asked for, 2 when the session cannot be opened, else 0.
  public func run(
    _ input: LineReader, returning: CrashReport? = nil, open: (Output) throws(SessionFailure) -> Session
  ) -> Int32 {
    let output = Output(
      appearance: Appearance(), write: { [unowned self] in results += Self.lines($0) },
      writeError: { [unowned self] in errors += Self.lines($0) })
    let session: Session
    do {
      session = try open(output)
    } catch {
      send([("event", .string("failed")), ("error", .object([("message", .string(error.message))]))])
      return 2
    }
    self.session = session
    defer { session.sayGoodbye() }
    if let returning {
      let message = (results + errors).joined(separator: "\n")
      send([("event", .string("crashed")), ("message", .string(message)), ("position", position(session))])
      let id: JSONText = returning.scriptPlace.script > 0 ? .number(returning.scriptPlace.script) : .null
      respond(id, error: .object([("message", .string("the feature crashed; the session is back where it was"))]))
    } else {
      send([
        ("event", .string("hello")), ("protocol", .number(Self.protocolVersion)), ("program", .string("hindsight")),
        ("version", .string(version)), ("feature", .string(session.playback.name)),
        ("scenario", session.scenario.map { .string($0) } ?? .null), ("position", position(session)),
        ("requests", .array(Self.requests.map { .string($0) })),
      ])
    }
    while session.exitCode == nil {
      do {
        guard case .line(let line) = try input.readLine() else { break }
        keepUnread(of: input)
        answer(line, number: input.lineNumber, session)
      } catch let problem as LineReader.Problem {
        respond(.null, error: .object([("message", .string(problem.message)), ("line", .number(problem.line))]))
        if case .unreadable = problem { break }
      } catch {
        respond(.null, error: .object([("message", .string("\(error)"))]))
      }
    }
    return max(session.exitCode ?? 0, 0)
  }

  // MARK: Requests

  private func answer(_ line: String, number: Int, _ session: Session) {
    if line.trimmed.isEmpty { return }
    let request: JSONText
    do {
      request = try JSONText(reading: line.utf8)
    } catch {
      return respond(
        .null,
        error: .object([
          ("message", .string("this is no JSON: \(error.message)")), ("line", .number(number)), ("column", .number(error.column)),
        ]))
    }
    let id = request["id"] ?? .null
    switch id {
    case .string, .number, .null: break
    default: return refuse(.null, "an id is a text or a whole number")
    }
    guard case .object = request else { return refuse(id, "a request is an object") }
    guard let name = request["request"]?.string else { return refuse(id, "a request has a text named request") }
    // A number can be kept through a crash, so that the answer to the request that caused it still says whose it is.
    hindsight_crash_set_place(max(0, id.number ?? 0), number, 0)
    defer { hindsight_crash_set_place(0, number, 0) }
    do {
      switch name {
      case "command": command(id, request, session)
      case "complete": try complete(id, request, session)
      case "state": try state(id, request, session)
      case "log": try log(id, request, session)
      case "effects": respond(id, [("effects", .array(session.playback.effects().map(session.effectEntry)))])
      case "quit":
        let code = try wholeNumber("code", in: request) ?? 0
        guard (0...255).contains(code) else { return refuse(id, "a code is a whole number from 0 to 255") }
        session.quit(code: Int32(code))
        respond(id, [])
      default:
        let nearest = NearestName.of(name, in: Self.requests).map { "; did you mean \"\($0)\"?" }
        refuse(
          id,
          "no request is called \"\(DisplayWidth.truncate(name, to: 60))\"\(nearest ?? "; there are \(Self.requests.joined(separator: ", "))")"
        )
      }
    } catch {
      refuse(id, error.message)
    }
  }

  /// A member of a request has a value of another type than it takes.
  private struct WrongMember: Error {
    let message: String
  }

  /// A member that may be left out or null.
  private func wholeNumber(_ name: String, in request: JSONText) throws(WrongMember) -> Int? {
    switch request[name] {
    case nil, .null?: return nil
    case .number(let number)?: return number
    default: throw WrongMember(message: "\(name) is a whole number")
    }
  }

  /// A member that may be left out or null.
  private func text(_ name: String, in request: JSONText) throws(WrongMember) -> String? {
    switch request[name] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw WrongMember(message: "\(name) is a text")
    }
  }

  private func command(_ id: JSONText, _ request: JSONText, _ session: Session) {
    guard let line = request["line"]?.string else { return refuse(id, "a command has a text named line") }
    let timeline = session.playback.timeline
    let (entries, steps, place) = (timeline.entryCount, timeline.steps.count, timeline.position)
    session.lastProblem = nil
    let succeeded = session.perform(line: line)
    events(after: entries, steps, session)
    if session.playback.timeline.position != place { send([("event", .string("moved")), ("position", position(session))]) }
    var members: [(String, JSONText)] = [
      ("output", .array(results.map { .string($0) })), ("errors", .array(errors.map { .string($0) })),
      ("position", position(session)),
    ]
    if !succeeded { members.append(("error", session.lastProblem ?? .object([("message", .string(errors.first ?? ""))]))) }
    respond(id, isFine: succeeded, members)
  }

  private func complete(_ id: JSONText, _ request: JSONText, _ session: Session) throws(WrongMember) {
    guard let line = request["line"]?.string else { return refuse(id, "a line to complete is a text named line") }
    let cursor = try wholeNumber("cursor", in: request) ?? line.count
    guard (0...line.count).contains(cursor) else { return refuse(id, "the cursor is from 0 to \(line.count), in characters") }
    let completion = session.completion(line: line, cursor: cursor)
    respond(
      id,
      [
        ("range", .array([.number(completion.replaceRange.lowerBound), .number(completion.replaceRange.upperBound)])),
        (
          "candidates",
          .array(
            completion.candidates.map {
              .object([("text", .string($0.text)), ("explanation", .string($0.explanation))])
            })
        ), ("hint", session.hint(line: String(line.prefix(cursor))).map { .string($0) } ?? .null),
      ])
  }

  private func state(_ id: JSONText, _ request: JSONText, _ session: Session) throws(WrongMember) {
    let typed = OneLine(try text("path", in: request) ?? "")
    let path = typed.text
    let entry = try wholeNumber("entry", in: request)
    do {
      if let error = OneLine.problem(in: typed.original) {
        let whole = CommandArguments(line: typed.original, text: typed.original, column: 0)
        throw LanguageFailure(error: error, arguments: whole)
      }
      let state = try entry.map { try session.playback.state(atEntry: $0) } ?? session.playback.currentState()
      let date = entry.map(session.playback.date(ofEntry:)) ?? session.playback.date
      let parsed = try StatePath(path).fixing(now: date)
      try parsed.check(in: type(of: state))
      let value = try parsed.evaluateChaining(in: state)
      respond(id, [("value", JSONText(value)), ("text", .string(ValuePrinter.text(of: value)))])
    } catch {
      let arguments = CommandArguments(line: path, text: path, column: 0)
      let failure = (error as? ActionLanguageError).map {
        session.proposing(LanguageFailure(error: $0, arguments: arguments, as: .path))
      }
      let command =
        error is LanguageFailure ? TypedCommand(.unchanged(typed.original)) : TypedCommand(typed)
      respond(id, error: session.problem(failure ?? error, line: path, typed: command))
    }
  }

  private func log(_ id: JSONText, _ request: JSONText, _ session: Session) throws(WrongMember) {
    let timeline = session.playback.timeline
    let first = try wholeNumber("from", in: request) ?? 1
    let last = try wholeNumber("to", in: request) ?? Int.max
    guard first >= 0, first <= last else { return refuse(id, "from and to are numbers of entries, from not above to") }
    let numbers = timeline.branchEntries.filter { $0 >= first && $0 <= last }
    respond(
      id,
      [
        ("entries", .array(numbers.prefix(Self.entryLimit).map(session.logEntry))),
        ("inputs", .array(session.inputEntries(around: Array(numbers.prefix(Self.entryLimit))))),
        ("isComplete", .boolean(numbers.count <= Self.entryLimit)),
      ])
  }

  // MARK: Events

  /// Says what was recorded since.
  private func events(after entries: Int, _ steps: Int, _ session: Session) {
    let timeline = session.playback.timeline
    for step in min(steps, timeline.steps.count)..<timeline.steps.count {
      let details = session.playback.details(ofStep: step)
      let recorded = timeline.steps[step]
      effects(details, atIndex: -1, entry: recorded.entryBefore)
      for (index, number) in recorded.entries.enumerated() where number > entries {
        send([("event", .string("entry")), ("entry", session.logEntry(number))])
        effects(details, atIndex: index, entry: number)
      }
      for report in details.reports {
        let entry = recorded.entries.isEmpty ? recorded.entryBefore : recorded.firstEntry + max(0, report.entryIndex)
        send([("event", .string("report")), ("entry", .number(entry)), ("message", .string(report.message))])
      }
    }
  }

  private func effects(_ details: StepDetails, atIndex index: Int, entry: Int) {
    for event in details.events where event.entryIndex == index {
      var members: [(String, JSONText)] = [
        ("event", .string("effect")), ("effect", .number(event.effect)), ("entry", .number(entry)),
      ]
      switch event.kind {
      case .started(let path, let ids):
        members += [("what", .string("started")), ("path", .string(path)), ("cancellationIDs", .array(ids.map { .string($0) }))]
      case .ended(.finished): members.append(("what", .string("finished")))
      case .ended(.failed(let message)): members += [("what", .string("failed")), ("message", .string(message))]
      case .ended(.cancelled(let reason)): members += [("what", .string("cancelled")), ("message", .string(reason))]
      }
      send(members)
    }
  }

  private func position(_ session: Session) -> JSONText {
    let timeline = session.playback.timeline
    return .object([
      ("entry", .number(timeline.currentEntry)), ("last", .number(timeline.lastEntry)), ("isAtEnd", .boolean(timeline.isAtEnd)),
      ("time", .string(DurationText.text(of: timeline.steps[timeline.position.step].worldAfter.now))),
    ])
  }

  // MARK: Responses

  private func refuse(_ id: JSONText, _ message: String) { respond(id, error: .object([("message", .string(message))])) }
  private func respond(_ id: JSONText, error: JSONText) { respond(id, isFine: false, [("error", error)]) }

  private func respond(_ id: JSONText, isFine: Bool = true, _ members: [(String, JSONText)]) {
    send([("id", id), ("ok", .boolean(isFine))] + members)
    results = []
    errors = []
  }

  private func send(_ members: [(String, JSONText)]) { write(JSONText.object(members).text + "\n") }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0).map(String.init)
  }

  /// A request that was read and not yet answered must not be lost when the process has to begin anew.
  private func keepUnread(of reader: LineReader) {
    let unread = reader.unread
    if reader.fillCount == lastFill { return hindsight_crash_trim_unread(unread.count) }
    lastFill = reader.fillCount
    unread.withUnsafeBytes { hindsight_crash_set_unread($0.baseAddress, $0.count) }
  }
}

extension Session {
  /// An error as a program wants it: what, where in which line, and what would be right.
  ///
  /// - Parameter typed: The command in the line, where that may have been typed in several; then it tells in which of them the error is.
  func problem(_ error: any Error, line: String, typed: TypedCommand? = nil) -> JSONText {
    if let moved = typed?.moved(error), case .object(let members) = problem(moved.error, line: moved.line) {
      return .object(members + [("lineNumber", .number(moved.above + 1))])
    }
    var members: [(String, JSONText)] = []
    func place(_ range: Range<Int>, in line: String) {
      let before = String(decoding: line.utf8.prefix(range.lowerBound), as: UTF8.self).count
      let end = String(decoding: line.utf8.prefix(range.upperBound), as: UTF8.self).count
      members += [("line", .string(line)), ("column", .number(before + 1)), ("length", .number(max(1, end - before)))]
    }
    switch error {
    case let failure as LanguageFailure:
      members.append(("message", .string(failure.moved.message)))
      place(failure.moved.range, in: failure.arguments.line)
      members += Self.details(of: failure.error)
    case let error as ActionLanguageError:
      members.append(("message", .string(error.message)))
      place(error.range, in: line)
      members += Self.details(of: error)
    case let error as CommandError:
      members.append(("message", .string(error.message)))
      if let column = error.column {
        members += [("line", .string(line)), ("column", .number(column + 1)), ("length", .number(error.length(in: line)))]
      }
      if let example = error.examples.lazy.compactMap({ self.line(of: $0) }).first {
        members.append(("example", .string(example)))
      }
      let notes = notes(of: error)
      if !notes.isEmpty { members.append(("notes", .array(notes.map { .string($0) }))) }
    case let error as SessionError: members.append(("message", .string(Escaping.shortened(error.message))))
    case let error as SessionFailure: members.append(("message", .string(Escaping.shortened(error.message))))
    default: members.append(("message", .string("\(error)")))
    }
    return .object(members)
  }

  private static func details(of error: ActionLanguageError) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = []
    for (name, text) in [
      ("expected", error.expected), ("found", error.found), ("nearest", error.nearest), ("example", error.example),
    ] {
      if let text { members.append((name, .string(text))) }
    }
    return members
  }
}
