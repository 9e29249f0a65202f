import ComposableArchitecture
import Features
import Foundation
import Testing

@testable import Session

/// Files of Redux DevTools: written, read back, and read from others.
@Suite struct InterchangeTests {
  private func session(_ name: String) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(name, in: RootFeature.all))
  }

  private func file(_ text: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("interchange-\(UUID().uuidString).json").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func theLiftedStateHasAnActionForEachEntryAndTheStateAfterIt() throws {
    let session = try session("counter")
    session.type("incrementButtonTapped", "toggleTimerButtonTapped", "advance 1s", "back")
    let state = session.session.devToolsState
    #expect(state["nextActionId"]?.number == 4)
    #expect(state["stagedActionIds"]?.text == "[0,1,2,3]")
    #expect(state["skippedActionIds"]?.text == "[]")
    #expect(state["currentStateIndex"]?.number == 2)
    #expect(state["actionsById"]?["0"]?["action"]?.text == #"{"type":"@@INIT"}"#)
    #expect(
      state["actionsById"]?["3"]?.text
        == #"{"type":"PERFORM_ACTION","action":{"type":"timerTicked","meta":{"entry":3,"cause":"effect","effect":1,"#
        + #""input":"advance 1s"}},"timestamp":1704067201000}"#
    )
    #expect(state["computedStates"]?.array?.count == 4)
    #expect(state["computedStates"]?.array?[3]["state"]?["count"]?.number == 2)
    #expect(state["preloadedState"]?.text == #"{"count":0,"fact":null,"isLoadingFact":false,"isTimerOn":false}"#)
  }

  /// Its own files give the same session again, time and answers included.
  @Test(arguments: ["counter", "tabs", "standups", "shared", "auth", "effects"])
  func aFileOfOursIsTheSameSessionAgain(name: String) throws {
    let saved = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("sessions/features/\(name).hindsight").path
    let first = try session(name)
    first.type("load \(saved)")
    let path = try file("")
    first.type("export \(path)")
    let second = try session(name)
    #expect(second.type("import \(path)").hasPrefix("imported "))
    #expect(second.session.sessionFile().text == first.session.sessionFile().text)
    #expect(second.type("log all") == first.type("log all"))
  }

  @Test func filesOfOthersAreReadWhereTheLanguageCan() throws {
    let session = try session("counter")
    let path = try file(
      #"[{"type":"incrementButtonTapped"},{"type":"nonsense"},{"type":"factResponse","payload":"hi \"there\""},{"type":"@@INIT"}]"#
    )
    let text = session.type("import \(path)")
    #expect(text.hasPrefix("imported 2 inputs from \(path)\n"))
    #expect(session.errors.hasPrefix("\(path): action 2:\n"))
    #expect(session.errors.contains("nonsense"))
    #expect(session.errors.hasSuffix("1 of the 3 actions in \(path) could not be performed; the others were\n"))
    #expect(session.type("print fact") == "\"hi \\\"there\\\"\"\n")
  }

  @Test func skippedActionsAreLeftOutAndTheExtensionsFilesAreRead() throws {
    let lifted =
      #"{"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"incrementButtonTapped"}},"#
      + #""2":{"action":{"type":"incrementButtonTapped"}}},"stagedActionIds":[0,1,2],"skippedActionIds":[1]}"#
    let first = try session("counter")
    #expect(first.type("import \(try file(lifted))").hasPrefix("imported 1 input from"))
    let second = try session("counter")
    let wrapped = JSONText.object([("preloadedState", .string("{}")), ("payload", .string(lifted))]).text
    #expect(second.type("import \(try file(wrapped))").hasPrefix("imported 1 input from"))
    #expect(second.type("print count") == "1\n")
  }

  @Test func whatIsNoActionIsListedAndTheRestPerformed() throws {
    let session = try session("counter")
    let list = try file(#"["incrementButtonTapped",{"kind":1},7,"incrementButtonTapped"]"#)
    #expect(session.type("import \(list)").hasPrefix("imported 2 inputs from \(list)\n"))
    #expect(
      session.errors == """
        \(list): action 2: {"kind":1} has no type, so nothing says what it is
        \(list): action 3: 7 has no type, so nothing says what it is
        2 of the 4 actions in \(list) could not be performed; the others were

        """)
    let lifted = try file(
      #"{"actionsById":{"1":{"action":{"type":"incrementButtonTapped"}}},"stagedActionIds":[1,7]}"#)
    session.type("import \(lifted)")
    #expect(
      session.errors == """
        \(lifted): action 7: stagedActionIds names it, and actionsById does not have it
        1 of the 2 actions in \(lifted) could not be performed; the other was

        """)
    let only = try file(#"[{"kind":1}]"#)
    session.type("import \(only)")
    #expect(session.errors.hasSuffix("the only action in \(only) could not be performed\n"))
  }

  @Test func theCaretStandsBelowTheActionAsItWasTried() throws {
    let session = try session("counter")
    let path = try file(#"[{"type":"factResponse","payload":3},{"type":"factResponse","payload":{}}]"#)
    session.type("import \(path)")
    #expect(
      session.errors.contains(
        "action 1:\nexpected String, found the number 3\n  send factResponse(3)\n                    ^\n"), "\(session.errors)")
    #expect(
      session.errors.contains(
        "  its payload {} has parts, which are not read: only texts, numbers, true, false and null are\n"), "\(session.errors)")
  }

  private func lifted(ids: String, states: String) throws -> String {
    try file(
      #"{"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"incrementButtonTapped"}},"#
        + #""2":{"action":{"type":"incrementButtonTapped"}}},"stagedActionIds":"# + ids + #","computedStates":"# + states + "}")
  }

  private func counter(_ count: String) -> String {
    #"{"state":{"fact":null,"count":"# + count + #","isLoadingFact":false,"isTimerOn":false}}"#
  }

  @Test func idsInQuotesAreIdsAndWhatIsNoneIsNamed() throws {
    let session = try session("counter")
    let path = try lifted(ids: #"["0","1",1.5,2]"#, states: "[]")
    #expect(session.type("import \(path)").hasPrefix("imported 2 inputs from"))
    #expect(session.errors.hasPrefix("\(path): action 1.5: stagedActionIds names it, and actionsById does not have it\n"))
    #expect(session.errors.hasSuffix("1 of the 3 actions in \(path) could not be performed; the others were\n"))
  }

  @Test func theStatesOfAFileAreComparedWithOurs() throws {
    let session = try session("counter")
    let same = try lifted(ids: "[0,1,2]", states: "[\(counter("0")),\(counter("1.0")),\(counter("2"))]")
    #expect(session.type("import \(same)").contains("\n  (the 3 states in it came out the same)\n"))
    let other = try lifted(ids: "[0,1,2]", states: "[\(counter("0")),\(counter("1")),\(counter("7"))]")
    #expect(
      session.type("import \(other)").contains("\nafter action 2 (incrementButtonTapped), count is 7 in it, and 2 here\n"))
    let foreign = try lifted(ids: "[0,1,2]", states: #"[{"state":{"n":0}},{"state":{"n":1}},{"state":{"n":2}}]"#)
    #expect(
      session.type("import \(foreign)").contains(
        "\n  (the states in it were not compared: they are not made as those of counter are)\n"))
  }

  /// What an effect sent is compared, too: the state after it is that after the input.
  @Test func theStatesOfOurOwnFilesComeOutTheSame() throws {
    let first = try session("counter")
    first.type("toggleTimerButtonTapped", "advance 3s", "incrementButtonTapped")
    let path = try file("")
    first.type("export \(path)")
    #expect(try session("counter").type("import \(path)").contains("\n  (the 4 states in it came out the same)\n"))
  }

  @Test func hostileFilesAreRefusedAndNothingIsLost() throws {
    let session = try session("counter")
    session.type("incrementButtonTapped")
    let cases: [(text: String, message: String)] = [
      ("", "this is no JSON"), ("{\"a\":", ":1:6: this is no JSON"), (String(repeating: "[", count: 100_000), "nested more than"),
      ("{}", "is no file of Redux DevTools"),
      (#"{"hindsight":{"feature":"tabs"},"actionsById":{},"stagedActionIds":[]}"#, "is of tabs, but counter is loaded"),
      (#"{"payload":"{"}"#, "payload:1:2: this is no JSON"),
      ("[" + String(repeating: "\"x\",", count: 100_001) + "\"x\"]", "100000 are the most"),
    ]
    for (text, message) in cases {
      let shown = session.type("import \(try file(text))")
      #expect(shown.contains(message), "\(text.prefix(40)): \(shown.prefix(200))")
      #expect(session.type("print count") == "1\n")
    }
    // Commands are no actions.
    let path = try file(#"[{"type":"quit 3"},{"type":"x","meta":{"input":"source /etc/passwd"}}]"#)
    #expect(session.type("import \(path)").contains("none of the 2 actions in \(path) could be performed"))
    #expect(session.session.exitCode == nil)
    #expect(session.type("import /nonexistent.json").contains("No such file or directory"))
    #expect(session.type("import").contains("import needs a file"))
  }
}
