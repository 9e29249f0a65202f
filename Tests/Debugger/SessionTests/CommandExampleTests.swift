import ActionLanguage
import Features
import SeededRandomness
import Testing

@testable import Session

/// Every example that an error of a command gives is accepted at that prompt, whatever feature is loaded.
@Suite struct CommandExampleTests {
  private static let roots = RootFeature.all.flatMap { root in ([nil] + root.scenarios).map { (root, $0) } }

  /// Lines that are refused, for a feature with this path and pattern.
  private func refused(path: String, pattern: String) -> [String] {
    [
      "find", "find 3", "find zzz > 2", "find \(path) >", "find \(path) is zzz(", "find \(path) = 3", "find a and b", "bisect",
      "bisect --x", "bisect zzz", "print", "print zzz", "print \"x\"", "print \(path)()", "print (", "print \(path) >",
      "print zzz == 3", "print \(path).hasPrefix(\"x\")", "tree zzz", "tree \"x\"", "who", "who zzz", "watch", "watch zzz",
      "watch \(path) if", "watch \(path) if 3", "watch \(path) if zzz > 2", "display zzz", "chart", "chart zzz", "chart \"x\"",
      "chart zzz > 3", "chart \(path) 1..2..3", "set", "set zzz = 3", "set \(path) =", "set \(path)", "set = 3",
      "set \(path) = zzz(", "break", "break zzz", "break [", "break (", "break \(pattern)[", "break \(pattern).zzz",
      "break *x", "break \(pattern).", "break ..\(pattern)", "break \(pattern)(3, zzz: 4)", "tbreak \(pattern)(zzz)",
      "break \(pattern) if", "break \(pattern) if 3", "tbreak", "tbreak zzz", "send", "send zzz", "zzz", "zzz(",
      "arrive", "arrive e1", "arrive e1 zzz", "write", "write e1", "write e1 \(path) = zzz(", "skip", "move", "replace",
      "replace 1", "insert", "goto", "log 1..2..3", "log 1..x", "log 3 4", "log tail", "log changed", "log changed (",
      "play 1..2..3", "play x", "ignore", "advance x", "set memory x",
    ]
  }

  /// Answers that are refused, for a feature that makes such a call.
  private func refused(call: String) -> [String] {
    [
      "answer \(call)", "answer \(call) =", "answer \(call)(", "answer \(call)( =", "answer \(call)(zzz(",
      "answer \(call)(0)) = 3",
      "answer \(call)) =", "answer \(call) = zzz(", "answer \(call) = )", "answer \(call)(1, 2, 3, 4, 5, 6, 7) = 3",
      "answer \(call)(1, 2, 3, 4, 5, 6, 7)", "answer \(call)(1, 2, 3, 4, 5, 6, 7) =", "answer \(call).zzz() = 3",
      "answer \(call)[0] = 3", "answer \(call) = Zzz(zzz: 3)", "answer \(call.dropLast()) =", "answer \(call)zzzzzz = 3",
      "answer \(call.prefix { $0 != "." }).zzz = 3", "answer zzz.zzz(", "answer zzz.zzz(0)) = 3", "answer zzz.zzz =",
    ]
  }

  /// Lines whose errors have an example whatever the state is.
  private static let always: Set<String> = [
    "find", "find 3", "bisect", "print", "print zzz", "who", "watch", "display zzz", "chart", "set", "set zzz = 3", "break",
    "break zzz", "break [", "send", "zzz", "log 1..2..3", "advance x",
  ]

  @Test(arguments: roots.indices)
  func examplesOfErrorsAreAccepted(index: Int) throws {
    let (root, scenario) = Self.roots[index]
    var random = SeededGenerator.ofThisRun("examplesOfErrorsAreAccepted \(root.name)")
    let session = try TranscriptSession(root, scenario: scenario)
    var checked = 0
    for moment in 0..<2 {
      let examples = session.session.examples
      let place = "\(root.name) \(scenario ?? "") \(moment)"
      let calls = session.session.playback.knownEndpoints().map(\.name)
      let refused = refused(path: examples.path, pattern: examples.pattern ?? "zzz") + calls.flatMap(refused(call:))
      for line in refused {
        let before = session.session.whereabouts
        session.type(line)
        #expect(!session.errors.isEmpty, "\(place): \(line)")
        let errors = session.errors
        let proposed = try proposals(of: session, line)
        let isAlways = Self.always.contains(line) || calls.contains(where: line.contains) && !line.hasPrefix("answer zzz")
        if isAlways { #expect(!proposed.isEmpty, "\(place): \(line): \(errors)") }
        for tries in proposed {
          checked += 1
          let isAccepted = tries.contains { text in
            defer { session.session.restore(before) }
            session.type(text)
            return session.errors.isEmpty
          }
          #expect(isAccepted, "\(place): \(line): \(errors)none of \(tries): \(session.errors)")
        }
        session.type("delete", "undisplay")
      }
      for _ in 0..<3 {
        let entries = ActionCatalogue(of: session.session.playback.actionType, state: session.session.playback.currentState())
          .entries
        guard let entry = entries.randomElement(using: &random) else { break }
        session.type(entry.example)
      }
    }
    #expect(checked > 80)
  }

  /// The examples of the last error, each with the lines by which it may be meant.
  private func proposals(of session: TranscriptSession, _ line: String) throws -> [[String]] {
    let problem = try #require(session.session.lastProblem, "\(line)")
    if let lines = session.errors.split(separator: "\n").first(where: { $0.hasPrefix("  For example: ") }) {
      let all = Self.parts(String(lines.dropFirst("  For example: ".count)))
      #expect(problem["example"]?.string == all.first, "\(line)")
      return all.map { [$0] }
    }
    guard let example = problem["example"]?.string else { return [] }
    if let shown = session.errors.split(separator: "\n").first(where: { $0.hasPrefix("    example: ") }) {
      #expect(String(shown.dropFirst("    example: ".count)) == example, "\(line)")
    }
    let column = (problem["column"]?.number ?? 1) - 1
    let end = line.index(line.startIndex, offsetBy: min(line.count, column + (problem["length"]?.number ?? 1)))
    let start = line.index(line.startIndex, offsetBy: min(line.count, column))
    // In the place of what is wrong, or of all that the command was given.
    var tries = [line[..<start] + example + line[end...], example]
    if let space = line.firstIndex(of: " ") { tries.append(line[...space] + example) }
    if let condition = line.firstRange(of: " if ") { tries.append(line[..<condition.upperBound] + example) }
    if line.hasPrefix("arrive e1 ") { tries.append("arrive e1 " + example) }
    if line.hasPrefix("write e1 ") { tries.append("write e1 " + example) }
    return [tries]
  }

  /// The lines between commas that stand in no brackets and no string.
  private static func parts(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    var strings = StringScan()
    for character in text {
      var isInString = false
      for byte in character.utf8 where strings.takes(byte) { isInString = true }
      if !isInString, "([".contains(character) { depth += 1 }
      if !isInString, ")]".contains(character) { depth -= 1 }
      if !isInString, depth == 0, character == "," { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map(\.trimmed)
  }

  private func session(_ name: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(name, in: RootFeature.all), scenario: scenario)
  }

  @Test func examplesNameWhatTheFeatureHas() throws {
    let nested = try session("nested")
    #expect(nested.type("find") == "find needs a condition\n  find\n      ^\n  For example: find name contains \"a\"\n")
    #expect(nested.type("set") == "set needs a path and a value\n  set\n     ^\n  For example: set name = \"text\"\n")
    #expect(nested.type("chart").contains("For example: chart rows.count, chart name contains \"a\"\n"))
    #expect(nested.type("watch rows if").contains("For example: watch rows if name contains \"a\"\n"))
    #expect(nested.type("watch rows if 3").contains("    example: watch rows if name contains \"a\"\n"))
    #expect(nested.type("set rows[0].nmae = \"x\"").contains("    example: set rows[0].name = \"x\"\n"))
    #expect(nested.type("arrive").contains("No effect is in flight now."))
    #expect(nested.type("write e1").contains("This state has no shared value now."))
    #expect(nested.type("help find").contains("    find name contains \"a\"\n"))
    let empty = try session("nested", scenario: "empty")
    #expect(empty.type("break").contains("For example: break addRowButtonTapped\n"))
    #expect(empty.type("chart zzz").contains("    example: chart rows.count\n"))
  }

  @Test func aProgramIsToldTheSameExampleAndAColumnFromOne() throws {
    let session = try session("nested")
    session.type("find 3")
    #expect(session.session.lastProblem?["example"]?.string == "find name contains \"a\"")
    #expect(session.session.lastProblem?["column"]?.number == 6)
    session.type("set")
    #expect(session.session.lastProblem?["example"]?.string == "set name = \"text\"")
    #expect(session.session.lastProblem?["column"]?.number == 4)
  }

  @Test func aMisspeltActionIsPointedAt() throws {
    let session = try session("standups")
    #expect(
      session.type("addButtonTaped")
        == "no command or action is called \"addButtonTaped\"; did you mean the action \"standupsList.addButtonTapped\"? "
        + "Try \"help\" or \"actions\".\n  addButtonTaped\n  ^~~~~~~~~~~~~~\n  For example: standupsList.addButtonTapped\n")
    session.type("addButtonTaped(3)")
    #expect(session.session.lastProblem?["nearest"]?.string == "standupsList.addButtonTapped", "\(session.errors)")
    let contacts = try self.session("contacts")
    contacts.type("addButtonTapped")
    #expect(contacts.type("saveButtonTaped").contains("did you mean the action \"destination.addContact.saveButtonTapped\"?"))
    #expect(contacts.errors.hasSuffix("  For example: destination.addContact.saveButtonTapped\n"))
    #expect(contacts.type("addButonTapped").contains("did you mean the action \"addButtonTapped\"?"))
  }

  @Test func aBreakpointIsSetOnTheRowThatIsThereNow() throws {
    let session = try session("nested")
    #expect(
      session.type("break rows[0].addRowButtonTapped") == "breakpoint 1: break row[id: UUID(1)].addRowButtonTapped\n")
    #expect(session.type("rows[0].addRowButtonTapped").contains("breakpoint 1 at #1"))
    #expect(!session.type("rows[1].addRowButtonTapped").contains("breakpoint 1"))
    #expect(session.type("break rows[last].rows[id: 9]") == "breakpoint 2: break row[id: UUID(6)].row[id: UUID(9)]\n")
    #expect(
      session.type("break rows[9]").hasPrefix("there is no such element: the list has 3\n  break rows[9]\n             ^\n"))
    #expect(session.type("break [").contains("  break [\n        ^\n  For example: break rows[0].addRowButtonTapped\n"))
    #expect(session.type("break rows[").hasPrefix("this bracket is not closed: \"]\" is missing\n  break rows[\n            ^\n"))
    #expect(
      session.type("delete")
        == "deleted 2 breakpoints: 1 break row[id: UUID(1)].addRowButtonTapped, 2 break row[id: UUID(6)].row[id: UUID(9)]\n")
    #expect(session.type("delete") == "there are no breakpoints\n")
  }

  @Test func thePayloadOfABreakpointIsReadAsAnActionIs() throws {
    let session = try session("standups")
    #expect(
      session.type("break standupsList.standupTapped(id: UUID(0x10))")
        == "breakpoint 1: break standupsList.standupTapped(id: UUID(16))\n")
    #expect(session.type("standupsList.standupTapped(id: UUID(16))").contains("breakpoint 1 at #1"))
    #expect(
      session.type("break standupsList.standupTapped(id: UUID(0").hasPrefix(
        "this bracket is not closed: \")\" is missing\n  break standupsList.standupTapped(id: UUID(0\n"
          + "                                           ^\n"), "\(session.errors)")
  }

  @Test func whatIsWrongInAShortBindingIsPointedAt() throws {
    let session = try session("standups")
    session.type("standupsList.addButtonTapped")
    for (line, message, column) in [
      ("standup.attendees[5].name = \"x\"", "there is no such element: the list has 1", 18),
      ("standup.attendees[0].nmae = \"x\"", "Attendee has no property \"nmae\"", 21),
      ("standup.attendees = [Attendee(nam: \"x\")]", "Attendee has no part \"nam\"", 30),
    ] {
      session.type(line)
      #expect(session.session.lastProblem?["message"]?.string == message, "\(session.errors)")
      #expect(session.session.lastProblem?["column"]?.number == column + 1, "\(session.errors)")
    }
  }

  @Test func examplesAreShort() throws {
    let session = try session("standups")
    #expect(session.type("set zzz = 3").contains("    example: set path = []\n"), "\(session.errors)")
    #expect(session.type("find focus == 3").contains("    example: find path.count > 2\n"), "\(session.errors)")
    #expect(
      session.type("push path").contains(
        "    example: push path .meeting(Meeting(id: UUID(3), date: \"2024-01-31T12:00:00Z\", transcript: \"text\"))\n"),
      "\(session.errors)")
    let standup = "Standup(id: UUID(3), attendees: [], duration: 1.5s, meetings: [], theme: .yellow, title: \"text\")"
    #expect(
      session.type("push path .detail").contains("    example: detail(StandupDetailFeature.State(standup: \(standup)))\n"),
      "what has a default is left out where all of it is too long: \(session.errors)")
  }

  @Test func theLabelOfARowInAPathIsItsId() throws {
    let session = try session("nested")
    #expect(session.type("print rows[name: UUID(1)].name").hasPrefix("the label is \"id\", not \"name\"\n"))
    #expect(session.type("print rows[id: UUID(1)].name") == "\"Bar\"\n")
  }

  @Test func pathsInTheLogsFilterMayHaveSpacesInBrackets() throws {
    let session = try session("nested")
    session.type("rows[0].nameTextFieldChanged(\"a\")", "rows[1].nameTextFieldChanged(\"b\")")
    let lines = session.type("log changed rows[id: UUID(1)].name")
    #expect(lines.contains("#1 ") && !lines.contains("#2 "), "\(lines)\(session.errors)")
    #expect(session.type("log changed \"rows[id: UUID(1)].name\"") == lines)
  }

  @Test func whatIsDeletedIsNamed() throws {
    let session = try session("counter")
    session.type("display count", "display fact")
    #expect(session.type("delete display") == "deleted 2 displays: 1 count, 2 fact\n")
    #expect(session.type("delete display") == "nothing is displayed\n")
    session.type("display count")
    #expect(session.type("undisplay count") == "deleted 1 display: 3 count\n")
    #expect(session.type("delete checkpoints") == "there are no checkpoints\n")
  }

  @Test func whatStandsBehindAFailureIsSaidNotToRun() throws {
    let session = try session("counter")
    session.type("incrementButtonTapped ;; set count = \"x\" ;; undo ;; print count")
    #expect(session.errors.hasSuffix("\n  not run: undo ;; print count\n"), "\(session.errors)")
    #expect(session.type("print count") == "1\n")
    session.type("print count ;; zzz")
    #expect(!session.errors.contains("not run"))
  }

  @Test func printTellsWhetherAConditionHolds() throws {
    let session = try session("nested")
    #expect(session.type("print rows.count > 2") == "true\n")
    #expect(session.type("print rows.count > 3") == "false\n")
    #expect(session.type("print !rows.isEmpty") == "true\n")
    #expect(session.type("print (name == \"Foo\" && seconds == nil)") == "true\n")
    #expect(session.type("print name.contains(\"Fo\")") == "true\n")
    #expect(session.type("print --json name contains \"x\"") == "false\n")
    #expect(
      session.type("print zzz > 2").hasPrefix("NestedFeature.State has no property \"zzz\"\n  print zzz > 2\n        ^~~\n"))
    #expect(session.type("print rows.zzz").hasPrefix("IdentifiedArray"))
    #expect(session.type("print name +").contains("example: print name\n"))
    #expect(
      session.type("print name.hasPrefix(\"x\")").hasPrefix(
        "a condition cannot call hasPrefix; it can ask what a text contains\n"))
    #expect(session.errors.contains("    example: print name contains \"x\"\n"))
  }

  @Test func longWordsAreShownWithoutTheirMiddle() throws {
    let session = try session("counter")
    let long = "a" + String(repeating: "x", count: 300) + "z"
    let short = "a" + String(repeating: "x", count: 38) + "…" + String(repeating: "x", count: 38) + "z"
    #expect(session.type("goto \(long)").hasPrefix("\"\(short)\" is no entry: give a number, "))
    #expect(session.type("print \(long)").hasPrefix("CounterFeature.State has no property \"\(short)\"\n"))
    #expect(session.type("factResponse(\(long))").hasPrefix("expected String, found \(short)\n"))
    #expect(session.type("break \(long)").hasPrefix("no action is called \"\(short)\""))
    #expect(session.errors.split(separator: "\n").dropFirst(2).first?.hasPrefix("        ^~~~") == true)
  }

  @Test func rangesThatAreNoneSayWhy() throws {
    let session = try session("counter")
    session.type("incrementButtonTapped", "incrementButtonTapped")
    #expect(
      session.type("log 1..2..3")
        == "\"1..2..3\" is no range of entries: it has more than one \"..\"\n  log 1..2..3\n      ^~~~~~~\n"
        + "  For example: log 1..2, log all\n"
        + "  A range is FIRST..LAST; without FIRST from the start, without LAST on to the end.\n")
    #expect(session.type("play 1..x").hasPrefix("\"1..x\" is no range of entries: \"x\" is no entry's number\n"))
    #expect(session.type("log 1...2").hasPrefix("\"1...2\" is no range of entries: it has more than two dots\n"))
  }

  @Test func anOptionalStructIsWrittenByItsParts() throws {
    let session = try session("auth")
    #expect(session.type("authStateChanged(id: 3, name: \"b\")").hasPrefix("#1 authStateChanged(AppUser(id: 3, name: \"b\"))\n"))
  }
}
