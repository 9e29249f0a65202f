import Features
import Testing

@testable import Session

/// Ids of elements that are typed: none is given twice, and what is proposed is free.
@Suite struct ElementIdentityTests {
  private func session(_ feature: String) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(feature, in: RootFeature.all))
  }

  @Test func aPushedElementGetsAnIdThatNoneHas() throws {
    let session = try session("contacts")
    let contact = "Contact(id: UUID(9), name: \"n\")"
    session.type("set path = [#1: ContactDetailFeature.State(contact: \(contact))]")
    for id in 2...3 {
      #expect(
        session.type("push path .init(contact: \(contact))").hasPrefix("#\(id) path.push(id: #\(id), "), "\(session.output)")
    }
    // So does what the feature itself appends.
    session.type("set contacts = [Contact(id: UUID(1), name: \"a\")]")
    #expect(session.type("contactTapped(id: UUID(1))").contains("+ path[#4]"), "\(session.output)")
    // The same when it is run again, and after going back.
    #expect(session.type("verify").contains("the same"), "\(session.output)\(session.errors)")
    session.type("goto 1")
    #expect(
      session.type("push path .init(contact: Contact(id: UUID(9), name: \"m\"))").contains("+ path[#2]"), "\(session.output)")
  }

  @Test func anIdThatIsTakenIsToldAtTheValue() throws {
    let session = try session("deeplink")
    for (line, column, length) in [("set books[id: 1].id = 2", 23, 1), ("set books[0] = $books[1]", 16, 9)] {
      session.type(line)
      #expect(session.errors.hasPrefix("another element has the id 2, which each must have for itself\n"), "\(session.errors)")
      #expect(session.session.lastProblem?["column"]?.number == column, "\(session.errors)")
      #expect(session.session.lastProblem?["length"]?.number == length, "\(session.errors)")
    }
    for line in ["set books[0] = 5", "set books[0].id = \"x\"", "set books[0].id = 2", "set books[0] = $books[1]"] {
      session.type(line)
      let example = try #require(session.errors.split(separator: "\n").first { $0.hasPrefix("    example: ") }).dropFirst(13)
      let place = line.prefix { $0 != "=" }
      #expect(session.type("\(place)= \(example)").contains("(edit)"), "\(example): \(session.errors)")
      session.type("undo")
    }
    // A free id may be given.
    #expect(session.type("set books[id: 1].id = 70").contains("+ books[id: 70]"), "\(session.output)\(session.errors)")
  }

  @Test func anActionFurtherInsideIsNamedWhereTheRootsNeedsMore() throws {
    let session = try session("contacts")
    session.type("set contacts = [Contact(id: UUID(1), name: \"a\")]", "contactTapped(id: UUID(1))", "deleteButtonTapped")
    #expect(
      session.errors.contains("    note: what is presented has an action of that name: path[#0].deleteButtonTapped\n"),
      "\(session.errors)")
    #expect(!session.type("deleteButtonTapped(id: UUID(1))").isEmpty, "\(session.errors)")
  }

  @Test func sumsAndPlacesOfDatesAreToldWhereTheyStand() throws {
    let session = try session("deeplink")
    for (line, message, column, length) in [
      ("print books.count - 1 > 1", "a condition does not calculate: \"-\" goes with a Date alone, as in now - 5m", 18, 4),
      ("print 1 < books.count + 1", "a condition does not calculate: \"+\" goes with a Date alone, as in now + 5m", 22, 4),
      ("print books[id: now].title", "expected Int, found the Date now", 17, 3),
    ] {
      session.type(line)
      #expect(session.errors.hasPrefix(message + "\n"), "\(session.errors)")
      #expect(session.session.lastProblem?["column"]?.number == column, "\(session.errors)")
      #expect(session.session.lastProblem?["length"]?.number == length, "\(session.errors)")
    }
    #expect(session.type("openURL(\"\")").hasPrefix("\"\" is no URL\n"), "\(session.errors)")
  }

  @Test func whatMayBeNilIsExpectedAsSuch() throws {
    #expect(try session("counter").type("set fact = 5").hasPrefix("expected String?, found the number 5\n"))
    let standups = try session("standups")
    #expect(
      standups.type("set standupsList.addStandup = 5").hasPrefix("expected StandupFormFeature.State?, found the number 5\n"))
  }

  @Test func theCasesOfAStackAreOfferedBehindItsDot() throws {
    let session = try session("standups")
    for (line, offered) in [
      ("path.", ["element", "popFrom", "push"]), (".path(.", ["element", "popFrom", "push"]), ("push path.", []),
    ] {
      let found = session.session.completion(line: line, cursor: line.count).candidates.map(\.text)
      #expect(found == offered, "\(line)")
    }
  }
}
