import Features
import Testing

@testable import Session

/// The action language at the prompt: columns of the whole line, what is recorded, hints.
@Suite struct LanguageLineTests {
  @Test func errorsOfSetPointIntoTheWholeLine() throws {
    let session = try TranscriptSession(.plain)
    #expect(
      session.type("set  fact  =  한글").split(separator: "\n").prefix(3) == [
        "expected String, found 한글", "  set  fact  =  한글", "                ^~~~",
      ])
    #expect(
      session.type("set  cuont = 3").split(separator: "\n").prefix(3) == [
        "PlainCounter.State has no property \"cuont\"", "  set  cuont = 3", "       ^~~~~",
      ])
    #expect(session.type("set ids[\"=\"] = 3").contains("the elements have positions only"))
    #expect(session.type("set fact = \"a=b\"").contains("nil → \"a=b\""))
  }

  @Test func aStepHoldsTheValueThatADollarStoodFor() throws {
    let session = try TranscriptSession(.plain)
    session.type("add(amount: 3)", "add(amount: $count)")
    #expect(session.type("print count") == "6\n")
    #expect(session.type("log").contains("add(amount: 3)  count 3→6"))
    session.type("set count = $ids.count")
    #expect(session.type("log").contains("set count = 0"))
    session.type("ask")
    #expect(session.type("answer $count").contains("expected String, and $count is Int"))
  }

  @Test func theHintShowsThePayloadOfTheActionThatStandsThere() throws {
    let session = try TranscriptSession(.plain).session
    #expect(session.hint(line: "add") == "(amount: Int)")
    #expect(session.hint(line: "add(") == "amount: Int)")
    #expect(session.hint(line: "send .add") == "(amount: Int)")
    #expect(session.hint(line: "send ") == "ACTION")
    #expect(session.hint(line: "undo") == "[N]")
    #expect(session.hint(line: "goto add") == nil)
    #expect(session.hint(line: "increment") == nil)
    #expect(session.hint(line: "") == nil)
    #expect(session.hint(line: "set count") == "= Int")
    #expect(session.hint(line: "set count = ") == "Int")
    #expect(session.hint(line: "set count = 3") == nil)
    #expect(session.hint(line: "set cuont") == nil)
  }

  @Test func valuesAreCompletedByTheTypeOfTheirPlace() throws {
    let session = try TranscriptSession(RootFeature.named("standups", in: RootFeature.all), scenario: "samples")
    func complete(_ line: String) -> [String] {
      let completion = session.session.completion(line: line, cursor: line.count)
      #expect(completion.replaceRange.upperBound == line.count)
      return completion.candidates.map { String(line.prefix(completion.replaceRange.lowerBound)) + $0.text }
    }
    let edit = "set standupsList.standups[0]"
    #expect(complete(edit + ".theme = .per") == [edit + ".theme = .periwinkle"])
    #expect(complete(edit + ".theme = ").contains(edit + ".theme = .indigo"))
    #expect(complete(edit + ".id = ").contains(edit + ".id = UUID(5)"))
    #expect(complete(edit + ".titl") == [edit + ".title"])
    #expect(complete("set standupsList.addStandup = ").first == "set standupsList.addStandup = nil")
    #expect(complete("set standupsList.addStandup = StandupFormFeature.State(fo").last?.hasSuffix("(focus: ") == true)
    #expect(session.session.hint(line: edit + ".theme = ") == "Theme")
  }

  @Test func answersAreCompletedByTheTypeOfTheWaitingCall() throws {
    let session = try TranscriptSession(RootFeature.named("actions", in: RootFeature.all))
    session.type("upload.view.appeared", "upload.view.uploadButtonTapped")
    func complete(_ line: String) -> [String] {
      session.session.completion(line: line, cursor: line.count).candidates.map(\.text)
    }
    #expect(complete("answer ") == ["e2 "])
    #expect(complete("answer e2 ") == ["Receipt("])
    #expect(complete("answer e2 Receipt(") == ["number: "])
    #expect(complete("answer Rec") == ["Receipt("])
    #expect(session.session.hint(line: "answer e2 ") == "Receipt")
    #expect(complete("answer e7 ") == [])
    session.type("undo")
    #expect(complete("answer e2 Rec") == [])
  }
}
