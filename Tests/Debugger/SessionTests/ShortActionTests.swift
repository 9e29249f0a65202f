import ComposableArchitecture
import Features
import Testing

@testable import Session

/// Actions of what `where` shows may be typed without the way there, those of plain optional children, too.
@Suite struct ShortActionTests {
  private func offered(_ session: TranscriptSession, _ line: String) -> [String] {
    session.session.completion(line: line, cursor: line.count).candidates.map(\.text)
  }

  @Test func anOptionalChildTakesItsActionsAndBindings() throws {
    let session = try TranscriptSession(RootFeature.named("auth", in: RootFeature.all))
    session.type("task", "answer e1 AppUser(id: 1, name: \"B\")")
    #expect(!offered(session, "bin").contains { $0.hasPrefix("binding") })
    session.type("main.profileButtonTapped")
    #expect(offered(session, "bin").contains { $0.hasPrefix("binding") }, "\(offered(session, "bin"))")
    #expect(session.type("nickname = \"Blob\"").contains("main.profile.nickname  \"B\" → \"Blob\""), "\(session.output)")
  }

  @Test func theInnerOfTwoChildrenIsMeant() throws {
    let session = try TranscriptSession(Family.root)
    session.type("left(.adopt)")
    #expect(session.type("where").hasSuffix("  #1  left\n  #2  child\n"), "\(session.output)")
    #expect(offered(session, "wa").contains("wave"))
    #expect(session.type("wave").hasPrefix("#2 left.child.wave\n  ~ left.child.waves  0 → 1\n"), "\(session.output)")
  }

  @Test func anActionOfAFeatureThatIsNotThereIsNotCalledUnknown() throws {
    let contacts = try TranscriptSession(RootFeature.named("contacts", in: RootFeature.all))
    for (line, column) in [("setName", 0), ("setName(\"x\")", 0), (".setName(\"x\")", 1), ("send setName(\"x\")", 5)] {
      let text = contacts.type(line)
      #expect(
        text.hasPrefix(
          "\"setName\" is an action of destination.addContact, which is not presented now\n  \(line)\n  "
            + String(repeating: " ", count: column) + "^~~~~~~\n  For example: addButtonTapped, "), "\(text)")
      #expect(text.hasSuffix("\n  Try \"actions\" to see what can be sent.\n"), "\(text)")
    }
    contacts.type("addButtonTapped")
    #expect(contacts.type("setName(\"x\")").hasPrefix("#2 destination.addContact.setName(\"x\")"), "\(contacts.errors)")
    #expect(contacts.type("setNme(\"x\")").contains("destination.addContact.setName"), "\(contacts.errors)")

    // Of a sheet that is closed again, and of a screen that was never there.
    let standups = try TranscriptSession(RootFeature.named("standups", in: RootFeature.all))
    standups.type("standupsList.addButtonTapped", "standupsList.cancelStandupButtonTapped")
    #expect(
      standups.type("addAttendeeButtonTapped").hasPrefix(
        "\"addAttendeeButtonTapped\" is an action of path.detail.destination.editStandup or standupsList.addStandup, "
          + "none of which is presented now\n"), "\(standups.errors)")
    #expect(
      standups.type("editButtonTapped").hasPrefix("\"editButtonTapped\" is an action of path.detail, which is not there now\n"))
    // A line that is offered is accepted.
    let line = try #require(standups.errors.split(separator: "\n").first { $0.hasPrefix("  For example: ") })
    let example = try #require(line.dropFirst("  For example: ".count).split(separator: ", ").first)
    standups.type(String(example))
    #expect(standups.errors.isEmpty, "\(example): \(standups.errors)")
  }

  @Test func ofTwoSideBySideNoneIsMeant() throws {
    let session = try TranscriptSession(Family.root)
    session.type("left(.adopt)", "bring")
    #expect(offered(session, "wa").contains("wave"))
    session.type("wave")
    #expect(session.errors.contains("\"wave\" could be several actions: "), "\(session.output) \(session.errors)")
    #expect(session.session.playback.timeline.entryCount == 2)
  }
}

/// Two children side by side, the first there from the start; each may have a child of its own.
@Reducer
private struct Family: Sendable {
  struct State: Equatable {
    var left: Member.State? = Member.State()
    var right: Member.State?
  }
  enum Action: Equatable {
    case bring
    case left(Member.Action)
    case right(Member.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .bring { state.right = Member.State(child: Child.State()) }
      return .none
    }
    .ifLet(\.left, action: \.left) { Member() }
    .ifLet(\.right, action: \.right) { Member() }
  }

  static let root = RootFeature("family", summary: "two children", tryFirst: "bring") {
    Family.State()
  } reducer: {
    Family()
  }
}

@Reducer
private struct Member: Sendable {
  struct State: Equatable { var child: Child.State? }
  enum Action: Equatable {
    case adopt
    case child(Child.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .adopt { state.child = Child.State() }
      return .none
    }
    .ifLet(\.child, action: \.child) { Child() }
  }
}

@Reducer
private struct Child: Sendable {
  struct State: Equatable { var waves = 0 }
  enum Action: Equatable { case wave }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.waves += 1
      return .none
    }
  }
}
