import Testing

@testable import hindsight

@Suite struct ArgumentsTests {
  @Test func scriptsKeepTheirOrder() throws {
    let arguments = try Arguments(["counter", "-e", "a", "-f", "b", "-ex", "c", "-x", "-"])
    #expect(arguments.mode == .open(feature: "counter"))
    #expect(arguments.scripts == [.line("a"), .file("b"), .line("c"), .file("-")])
  }

  @Test func valuesMayFollowAnEqualsSign() throws {
    let arguments = try Arguments(["standups", "--scenario=samples", "--seed=7", "--color=never"])
    #expect(arguments.scenario == "samples")
    #expect(arguments.seed == 7)
    #expect(arguments.color == .never)
  }

  @Test func nothingListsAndReplayTakesPaths() throws {
    #expect(try Arguments([]).mode == .list)
    #expect(try Arguments(["replay", "a", "b"]).mode == .replay(paths: ["a", "b"]))
    #expect(throws: Arguments.UsageError.self) { try Arguments(["-e", "undo"]) }
  }
}
