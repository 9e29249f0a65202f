import Features
import Testing

@testable import Session

/// What a feature is made of, and states that its model should rule out.
@Suite struct CompositionTests {
  private func session(_ name: String, scenario: String? = nil) throws -> TranscriptSession {
    try TranscriptSession(RootFeature.named(name, in: RootFeature.all), scenario: scenario)
  }

  @Test func operatorsAreListedInTheOrderTheyRun() throws {
    #expect(
      try session("tabs").type("info feature") == """
        tabs
        ├─ TabsFeature
        │  ├─ Scope tab1: CounterFeature  ← tab1
        │  │  └─ Reduce
        │  ├─ Scope tab2: ProfileFeature  ← tab2
        │  │  └─ BindingReducer
        │  └─ Reduce
        └─ _printChanges
        from top to bottom as they run; ← the parent's actions that reach a child

        """)
  }

  @Test func childrenOfEnumsAndStacksHaveTheirCases() throws {
    #expect(
      try session("contacts").type("info feature") == """
        contacts: ContactsFeature
        ├─ forEach path: ContactDetailFeature  ← path
        │  ├─ ifLet alert: goes away with any of its actions  ← alert
        │  └─ Reduce
        ├─ ifLet destination: the one that is there  ← destination
        │  └─ ifCaseLet addContact: AddContactFeature  ← addContact
        │     └─ Reduce
        └─ Reduce
        from top to bottom as they run; ← the parent's actions that reach a child

        """)
  }

  @Test func aRecursiveFeatureEnds() throws {
    #expect(
      try session("nested").type("info feature") == """
        nested: NestedFeature
        ├─ forEach rows: NestedFeature, as above  ← row
        └─ Reduce
        from top to bottom as they run; ← the parent's actions that reach a child

        """)
  }

  @Test func twoSiblingsPresentedAtOnceAreWarnedOfOnce() throws {
    let session = try session("standups-optionals")
    let warning =
      "  ! alert and editStandup are presented at once, which no screen can show; one enum with a case for each rules it out\n"
    #expect(!session.type("editButtonTapped").contains("!"))
    #expect(session.type("deleteButtonTapped").hasSuffix(warning))
    #expect(!session.type("editStandup.addAttendeeButtonTapped").contains("!"))
    #expect(session.type("where").hasSuffix(warning))
    #expect(!session.type("alert.dismiss", "where").contains("!"))
  }

  @Test func oneEnumInPlaceOfTheOptionalsIsNeverWarnedOf() throws {
    let session = try session("standups", scenario: "edit-attendee-3")
    #expect(!session.type("path[0].detail.deleteButtonTapped", "where").contains("!"))
  }

  @Test func aSheetCoversTheStackBelowIt() throws {
    let session = try session("deeplink")
    session.type("openURL(\"hindsight://books/3/reviews/new?text=좋아요\")")
    #expect(
      session.type("where") == """
        deeplink › path[#0] book "소년이 온다" › path[#1] reviews › sheet writeReview
          #0  deeplink
          #1  path[#0] book "소년이 온다"
          #2  path[#1] reviews
          #3  sheet writeReview

        """)
  }

  @Test func theCaseOfARootThatIsAnEnumIsTheInnermostFeature() throws {
    let session = try session("auth")
    #expect(session.type("where") == "auth › loggedOut\n  #0  auth\n  #1  loggedOut\n")
    session.type("nameChanged(\"Blob\")")
    #expect(session.type("where") == "auth › loggedOut \"Blob\"\n  #0  auth\n  #1  loggedOut \"Blob\"\n")
  }

  @Test func whatReducersPrintStandsUnderTheirEntryOnce() throws {
    let session = try session("tabs")
    let shown = session.type("tab1.incrementButtonTapped")
    #expect(shown.hasSuffix("  | received action: Action.tab1(.incrementButtonTapped)\n"))
    #expect(!session.type("undo", "redo", "log", "diff").contains("received action"))
  }
}
