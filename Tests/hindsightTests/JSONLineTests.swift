import Foundation
import Testing

/// The protocol for editors, through the built program.
@Suite struct JSONLineTests {
  private func run(_ requests: String..., feature: [String] = ["counter"]) throws -> (lines: [String], result: Program.Result) {
    let result = try Program.run(feature + ["--json-lines", "--no-journal"], lines: requests)
    return (result.output.split(separator: "\n").map(String.init), result)
  }

  @Test func greetsAnswersAndTellsWhatHappened() throws {
    let (lines, result) = try run(
      #"{"id":1,"request":"command","line":"toggleTimerButtonTapped"}"#, #"{"id":"two","request":"command","line":"advance 1s"}"#,
      #"{"id":3,"request":"quit","code":7}"#, #"{"id":4,"request":"effects"}"#)
    #expect(result.exitCode == 7)
    #expect(result.errors == "")
    func position(_ entry: Int, _ time: String) -> String {
      #"{"entry":\#(entry),"last":\#(entry),"isAtEnd":true,"time":"\#(time)"}"#
    }
    func change(_ path: String, _ old: String, _ new: String) -> String {
      #"[{"kind":"changed","path":"\#(path)","old":"\#(old)","new":"\#(new)"}]"#
    }
    let expected = [
      #"{"event":"hello","protocol":1,"program":"hindsight","version":"0.1.0","feature":"counter","scenario":null,"#
        + #""position":\#(position(0, "0s")),"requests":["command","complete","state","log","effects","quit"]}"#,
      #"{"event":"entry","entry":{"number":1,"cause":"typed","effects":["e1 started"],"time":"0s","#
        + #""action":"toggleTimerButtonTapped","changes":\#(change("isTimerOn", "false", "true"))}}"#,
      #"{"event":"effect","effect":1,"entry":1,"what":"started","path":"","cancellationIDs":["CancelID.timer"]}"#,
      #"{"event":"moved","position":\#(position(1, "0s"))}"#,
      ##"{"id":1,"ok":true,"output":["#1 toggleTimerButtonTapped","  ~ isTimerOn  false → true","##
        + #""  » e1 started, waits for the clock at 1s"],"errors":[],"position":\#(position(1, "0s"))}"#,
      #"{"event":"entry","entry":{"number":2,"cause":"effect","effect":1,"time":"1s","action":"timerTicked","#
        + #""changes":\#(change("count", "0", "1"))}}"#,
      #"{"event":"moved","position":\#(position(2, "1s"))}"#,
      ##"{"id":"two","ok":true,"output":["#2 timerTicked  ← e1","  ~ count  0 → 1"],"errors":[],"##
        + #""position":\#(position(2, "1s"))}"#,
      #"{"id":3,"ok":true}"#,
    ]
    #expect(lines == expected)
  }

  @Test func looksWithoutChangingAnything() throws {
    let (lines, _) = try run(
      #"{"id":1,"request":"command","line":"incrementButtonTapped"}"#, #"{"id":2,"request":"complete","line":"incr"}"#,
      #"{"id":3,"request":"state","path":"count"}"#, #"{"id":4,"request":"state","path":"count","entry":0}"#,
      #"{"id":5,"request":"log"}"#, #"{"id":6,"request":"effects"}"#)
    #expect(
      lines.suffix(5) == [
        #"{"id":2,"ok":true,"range":[0,4],"candidates":[{"text":"incrementButtonTapped","explanation":"case"}],"hint":null}"#,
        #"{"id":3,"ok":true,"value":1,"text":"1"}"#, #"{"id":4,"ok":true,"value":0,"text":"0"}"#,
        #"{"id":5,"ok":true,"entries":[{"number":1,"cause":"typed","time":"0s","action":"incrementButtonTapped","#
          + #""changes":[{"kind":"changed","path":"count","old":"0","new":"1"}]}],"inputs":[],"isComplete":true}"#,
        #"{"id":6,"ok":true,"effects":[]}"#,
      ])
  }

  @Test func aMistakeInATextOfSeveralLinesIsToldWithItsLine() throws {
    let (lines, _) = try run(
      #"{"id":1,"request":"command","line":"print fact == \"\"\"\n  a\n  x \\(y)\n  \"\"\""}"#,
      #"{"id":2,"request":"command","line":"print fact == \"\"\"\n  a\n  \"\"\" zzz"}"#,
      #"{"id":3,"request":"state","path":"fact == \"\"\"\n  x \\(y)\n  \"\"\""}"#,
      #"{"id":4,"request":"state","path":"fact[\"\"\"\n  x\n  \"\"\"] zzz"}"#,
      #"{"id":5,"request":"command","line":"undo\nundo"}"#,
      #"{"id":6,"request":"command","line":"print fact == \"\"\"\r\n  a\r\n  \"\"\""}"#,
      #"{"id":7,"request":"command","line":"set fact = \"a\u0085b\u2028\""}"#,
      #"{"id":8,"request":"command","line":"undo\u2028undo"}"#)
    for (index, line, column, length, number) in [
      (1, #"  x \\(y)"#, 5, 2, 3), (2, #"  \"\"\" zzz"#, 7, 3, 3), (3, #"  x \\(y)"#, 5, 2, 2),
    ] {
      #expect(lines[index].contains(#""line":"\#(line)","column":\#(column),"length":\#(length)"#), "\(lines[index])")
      #expect(lines[index].contains(#""lineNumber":\#(number)"#), "\(lines[index])")
    }
    #expect(lines[4].contains(#""lineNumber":"#), "\(lines[4])")
    #expect(lines[5].contains(#""output":[],"errors":["a line break can stand in a multi-line string alone;"#), "\(lines[5])")
    #expect(lines[5].contains(#""column":5,"#), "\(lines[5])")
    #expect(lines[6].hasPrefix(#"{"id":6,"ok":true,"output":["false"]"#), "\(lines[6])")
    #expect(lines.joined().contains(#"set fact = \"a\\u{85}b\\u{2028}\"  (edit)"#), "\(lines)")
    #expect(lines.last?.contains(#"{"id":8,"ok":false,"output":[],"errors":["#) == true, "\(lines)")
  }

  @Test func theHintIsOfTheCommandWithTheCursor() throws {
    let line = "set count = 3 ;; factResponse ;; set isTimerOn = "
    func hint(at cursor: Int?) throws -> String {
      let cursor = cursor.map { #","cursor":\#($0)"# } ?? ""
      let (lines, _) = try run(#"{"id":1,"request":"complete","line":"\#(line)"\#(cursor)}"#)
      return String(lines.last?.components(separatedBy: "\"hint\":").last ?? "")
    }
    #expect(try hint(at: "set count".count) == "\"= Int\"}")
    #expect(try hint(at: "set count = ".count) == "\"Int\"}")
    #expect(try hint(at: "set count = 3 ;; factResponse".count) == "\"(String)\"}")
    #expect(try hint(at: nil) == "\"Bool\"}")
  }

  @Test func whatIsWrongIsAnsweredAndTheSessionGoesOn() throws {
    let (lines, result) = try run(
      #"{"id":1,"request":"command","line":"factResponse(3)"}"#, #"{"id":2"#, "[]", #"{"id":[],"request":"log"}"#, #"{"id":3}"#,
      #"{"id":4,"request":"efects"}"#, #"{"id":5,"request":"command"}"#, #"{"id":6,"request":"state","path":"cont"}"#,
      #"{"id":7,"request":"state","entry":9}"#, #"{"id":8,"request":"complete","line":"a","cursor":5}"#,
      #"{"id":9,"request":"command","line":"incrementButtonTapped\nquit"}"#, "\u{0}",
      #"{"id":10,"request":"state","path":"count"}"#)
    #expect(result.exitCode == 0)
    #expect(result.errors == "")
    func answer(_ index: Int) -> String { lines.indices.contains(index) ? lines[index] : "nothing" }
    #expect(answer(1).hasPrefix(#"{"id":1,"ok":false,"#))
    #expect(answer(1).contains(#""line":"factResponse(3)","column":14,"length":1"#))
    #expect(
      answer(2) == #"{"id":null,"ok":false,"error":{"message":"this is no JSON: a comma or } is expected","line":2,"column":8}}"#)
    #expect(answer(3) == #"{"id":null,"ok":false,"error":{"message":"a request is an object"}}"#)
    #expect(answer(4).contains("an id is a text or a whole number"))
    #expect(answer(5).contains("a request has a text named request"))
    #expect(answer(6).contains(#"did you mean \"effects\"?"#))
    #expect(answer(7).contains("a command has a text named line"))
    #expect(answer(8).hasPrefix(#"{"id":6,"ok":false,"error":{"message":"#))
    #expect(answer(8).contains(#""line":"cont","column":1"#))
    #expect(answer(9).contains("there is no entry 9"))
    #expect(answer(10).contains("the cursor is from 0 to 1"))
    #expect(answer(11).contains("a line break can stand in a multi-line string alone"))
    #expect(answer(12).hasPrefix(#"{"id":null,"ok":false,"error":{"message":"byte 1 of the line is a NUL","line":12"#))
    #expect(answer(13) == #"{"id":10,"ok":true,"value":0,"text":"0"}"#)
    #expect(lines.count == 14)
  }

  @Test(arguments: [
    (#""request":"state","path":3"#, "path is a text"), (#""request":"state","entry":"1""#, "entry is a whole number"),
    (#""request":"state","entry":1.5"#, "entry is a whole number"), (#""request":"log","from":"1""#, "from is a whole number"),
    (#""request":"log","to":[]"#, "to is a whole number"),
    (#""request":"complete","line":"a","cursor":"1""#, "cursor is a whole number"),
    (#""request":"quit","code":"1""#, "code is a whole number"),
  ])
  func aMemberOfAnotherTypeIsRefused(members: String, message: String) throws {
    let (lines, result) = try run(#"{"id":7,\#(members)}"#, #"{"id":8,"request":"state","path":null,"entry":null}"#)
    #expect(lines.dropFirst().first == #"{"id":7,"ok":false,"error":{"message":"\#(message)"}}"#)
    #expect(lines.last?.hasPrefix(#"{"id":8,"ok":true,"#) == true, "the session goes on, and null is nothing")
    #expect(result.exitCode == 0)
  }

  /// The request that ended the process is answered by the process that comes back, and those behind it are not lost.
  @Test func aCrashIsAnEventAndTheRequestIsAnswered() throws {
    let (lines, result) = try run(
      #"{"id":1,"request":"command","line":"set count = 9223372036854775807"}"#,
      #"{"id":2,"request":"command","line":"incrementButtonTapped"}"#, #"{"id":3,"request":"state","path":"count"}"#)
    #expect(result.exitCode == 0)
    let tail = lines.suffix(3)
    #expect(tail.first?.hasPrefix(#"{"event":"crashed","message":"#) == true, "\(lines)")
    #expect(
      tail.dropFirst().first
        == #"{"id":2,"ok":false,"error":{"message":"the feature crashed; the session is back where it was"}}"#)
    #expect(tail.last == #"{"id":3,"ok":true,"value":9223372036854775807,"text":"9223372036854775807"}"#)
  }

  /// `_printChanges` and whatever else a feature prints is not part of the protocol.
  @Test func everyLineIsJSON() throws {
    let (lines, _) = try run(
      #"{"id":1,"request":"command","line":"tab1.incrementButtonTapped"}"#, #"{"id":2,"request":"command","line":"tree"}"#,
      feature: ["tabs"])
    #expect(lines.count == 5)
    for line in lines { #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)") }
  }

  @Test func wrongUsageIsSaid() throws {
    #expect(try Program.run(["--json-lines"]).errors.contains("--json-lines needs a feature"))
    #expect(try Program.run(["counter", "--json-lines", "-e", "tree"]).errors.contains("commands come as requests"))
    let unknown = try Program.run(["countr", "--json-lines"])
    #expect(unknown.exitCode == 2)
    #expect(unknown.output.hasPrefix(#"{"event":"failed","error":{"message":"no feature is called"#))
  }
}
