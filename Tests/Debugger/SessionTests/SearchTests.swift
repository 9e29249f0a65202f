import ActionLanguage
import SeededRandomness
import Features
import Testing

@testable import Session

@Suite struct SearchTests {
  @Test func whatIsCountedChangesWithTheElementsThatComeAndGo() throws {
    let session = try TranscriptSession(RootFeature.named("nested", in: RootFeature.all), scenario: "empty")
    session.type("addRowButtonTapped", "rows[0].addRowButtonTapped", "rows[0].nameTextFieldChanged(\"]\")")
    #expect(session.type("who rows.count").contains("(by NestedFeature › Reduce)\n#1 "), "\(session.output)")
    #expect(session.type("who rows.isEmpty").contains("(by NestedFeature › Reduce)\n#1 "), "\(session.output)")
    let inside = "(by NestedFeature › forEach rows[id: UUID(1)]: NestedFeature › Reduce)\n"
    #expect(session.type("who rows[0].rows.count").contains(inside + "#2 "), "\(session.output)")
    #expect(session.type("who rows[0].name.count").contains(inside + "#3 "), "\(session.output)")
  }

  @Test(arguments: ["rows[0]", "rows[0].name", "rows.first.name", "rows"])
  func whoNamesTheReducerOfAnElementByItsPosition(path: String) throws {
    let session = try TranscriptSession(RootFeature.named("nested", in: RootFeature.all))
    session.type("addRowButtonTapped", "rows[0].nameTextFieldChanged(\"x\")")
    #expect(session.type("who \(path)").contains("(by NestedFeature › forEach rows[id: UUID(1)]: NestedFeature › Reduce)\n#2 "))
  }

  @Test func whoNamesTheEntryTheReducerAndTheCausesBackToAnInput() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "increment", "advance 2s", "report")
    #expect(
      session.type("who count") == """
        count  2 → 3
          (by PlainCounter › Reduce)
        #4 tick  ← e1
          (e1, started by #1, went on with: advance 2s)
        #1 startTimer
          (typed)

        """)
    session.type("goto 2")
    #expect(session.type("who count") == "count  0 → 1\n  (by PlainCounter › Reduce)\n#2 increment\n  (typed)\n")
    #expect(session.type("who fact") == "nothing changed fact since the start; it is nil\n")
  }

  @Test func whyFollowsAnyEntry() throws {
    let session = try TranscriptSession(.plain)
    session.type("ask", "answer \"one\"", "set count = 5")
    #expect(
      session.type("why 2") == """
        #2 answered("one")  ← e1
          (e1, started by #1, went on with: answer e1 "one")
        #1 ask
          (typed)

        """)
    #expect(session.type("why") == "#3 set count = 5  (edit)\n  (an edit by hand)\n")
    #expect(session.type("why 0") == "#0 is the initial state: nothing caused it\n")
  }

  @Test func findListsTheRangesWhereAConditionHolds() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "add(amount: -2)", "add(amount: 3)")
    #expect(session.type("find count > 1") == "count > 1 is true after 2 of 4 entries: #2, #4\n")
    #expect(session.type("find count < 3") == "count < 3 is true after 3 of 4 entries, and at the start: #0-#3\n")
    #expect(session.type("find count == 9") == "count == 9 is true after none of 4 entries\n")
    session.type("makeID")
    #expect(
      session.type("find ids[0] != UUID(7) && count == 3") == """
        ids[0] != UUID(7) && count == 3 is true after 1 of 5 entries: #5
          (after 1 entry it could not be told, because what it names is not there; that counts as false)

        """)
    #expect(
      session.type("find ids[0] == UUID(0)") == """
        ids[0] == UUID(0) is true after 1 of 5 entries: #5
          (at the start and after 4 entries it could not be told, because what it names is not there; that counts as false)

        """)
  }

  @Test func bisectFindsTheFirstEntryWhereAConditionBecameTrue() throws {
    let session = try TranscriptSession(.plain)
    for _ in 1...100 { session.type("increment") }
    #expect(
      session.type("bisect count >= 60")
        == "count >= 60 became true at #60 (61 states looked at)\n#60 increment\n  ~ count  59 → 60\n")
    #expect(
      session.type("bisect --monotone count >= 60")
        == "count >= 60 became true at #60 (6 states looked at)\n#60 increment\n  ~ count  59 → 60\n")
    #expect(session.type("bisect count > 100") == "count > 100 is never true on this branch (101 states looked at)\n")
    #expect(session.type("bisect count >= 0") == "count >= 0 is true from the start (1 state looked at)\n")
  }

  @Test func displayedValuesFollowEachStep() throws {
    let session = try TranscriptSession(.plain)
    #expect(session.type("display count") == "1: count = 0\n")
    #expect(session.type("display ids[0]") == "2: ids[0] = not there\n")
    #expect(session.type("increment") == "#1 increment\n  ~ count  0 → 1\n1: count = 1\n2: ids[0] = not there\n")
    session.type("undisplay 2")
    #expect(session.type("undo") == "#0 the initial state\n1: count = 0\n")
    #expect(session.type("info display") == "1: count\n")
    session.type("undisplay count")
    #expect(session.type("redo") == "#1 increment\n")
    #expect(
      session.type("undisplay 4")
        == "4 is not displayed; nothing is\n  undisplay 4\n            ^\n  For example: display count\n")
  }

  @Test(arguments: [
    ("who", "who needs a path of the state"), ("who nothing", "nothing"), ("find", "find needs a condition"),
    ("find count", "a condition is a Bool"), ("find nothing > 1", "nothing"), ("bisect cuont > 1", "cuont"),
    ("why 9", "there is no entry 9"), ("display nothing", "nothing"),
  ])
  func wrongInputIsExplainedAndChangesNothing(line: String, message: String) throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    #expect(session.type(line).contains(message))
    #expect(session.errors.contains(message))
    #expect(session.prompt == "plain 1> ")
  }

  /// Searching agrees with looking at every state, one after the other, whatever was done.
  @Test func searchesAgreeWithLookingAtEveryState() throws {
    var generator = SeededGenerator.ofThisRun()
    for _ in 1...6 {
      let session = try TranscriptSession(.plain)
      for _ in 1...Int.random(in: 1...80, using: &generator) {
        switch Int.random(in: 0...9, using: &generator) {
        case 0...3: session.type("add(amount: \(Int.random(in: -3...3, using: &generator)))")
        case 4: session.type("report")
        case 5: session.type("startTimer")
        case 6: session.type("advance \(Int.random(in: 1...3, using: &generator))s")
        case 7: session.type("stopTimer")
        case 8: session.type("undo \(Int.random(in: 1...5, using: &generator))")
        default: session.type("makeID")
        }
      }
      let playback = session.session.playback
      session.type("goto end")
      let numbers = [0] + playback.timeline.branchEntries
      let counts = try numbers.map { try #require(try StatePath("count").evaluate(in: playback.state(atEntry: $0)) as? Int) }
      let bound = Int.random(in: -3...6, using: &generator)
      let holding = zip(numbers, counts).filter { $0.1 > bound }.map(\.0)

      let first = try #require(session.type("bisect count > \(bound)").split(separator: "\n").first)
      switch holding.first {
      case nil: #expect(first.contains("is never true"))
      case 0?: #expect(first.contains("is true from the start"))
      case let number?: #expect(first.contains("became true at #\(number) ("))
      }

      let found = session.type("find count > \(bound)")
      if holding.isEmpty {
        #expect(found.contains("after none of"))
      } else {
        var ranges: [String] = []
        var index = 0
        while index < numbers.count {
          guard counts[index] > bound else {
            index += 1
            continue
          }
          var last = index
          while last + 1 < numbers.count, counts[last + 1] > bound { last += 1 }
          ranges.append(index == last ? "#\(numbers[index])" : "#\(numbers[index])-#\(numbers[last])")
          index = last + 1
        }
        if ranges.count <= 20 { #expect(found.hasSuffix(": " + ranges.joined(separator: ", ") + "\n")) }
      }

      let changer = counts.indices.dropFirst().last { counts[$0] != counts[$0 - 1] }
      let who = session.type("who count").split(separator: "\n")
      if let changer {
        #expect(who.first == "count  \(counts[changer - 1]) → \(counts[changer])")
        #expect(who.contains { $0.hasPrefix("#\(numbers[changer]) ") })
      } else {
        #expect(who.first == "nothing changed count since the start; it is 0")
      }
    }
  }

  @Test(arguments: [
    ("find count = 1", 11, "=", "count == 1"), ("bisect count = 1", 13, "=", "count == 1"),
    ("chart count = 1", 12, "=", "count == 1"), ("break increment if count = 1", 25, "=", "count == 1"),
    ("watch count if count=1", 20, "=", "count==1"), ("find count => 1", 11, "=>", "count >= 1"),
    ("find fact = \"a=b\"", 10, "=", "fact == \"a=b\""),
  ])
  func oneEqualsSignIsTakenForTwo(line: String, column: Int, written: String, example: String) throws {
    let session = try TranscriptSession(.plain)
    session.type(line)
    let lines = session.errors.split(separator: "\n")
    #expect(lines.first == "\"\(written)\" compares nothing")
    #expect(lines.dropFirst(2).first?.hasPrefix("  " + String(repeating: " ", count: column) + "^") == true, "\(session.errors)")
    #expect(session.errors.contains(written == "=" ? "did you mean: ==" : "did you mean: >="), "\(session.errors)")
    let start = line.firstRange(of: " if ").map { line[..<$0.upperBound] } ?? line.prefix { $0 != " " } + " "
    #expect(session.errors.contains("example: \(start)\(example)\n"), "\(session.errors)")
  }
}
