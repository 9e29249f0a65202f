import Testing

@testable import Session

/// What a call fails with is a text like any other.
@Suite struct FailureMessageTests {
  @Test func aMessageIsAString() throws {
    for (typed, message, saved) in [
      ("\"a\\nb\"", "a\nb", "\"a\\nb\""), ("\"offline\"", "offline", "offline"), ("disk full", "disk full", "disk full"),
      ("#\"C:\\n\"#", "C:\\n", "C:\\n"), ("\"\\u{1F600}\"", "😀", "😀"),
      ("\"a\" and \"b\"", "\"a\" and \"b\"", "\"\\\"a\\\" and \\\"b\\\"\""),
      ("\"\\\"quoted\\\"\"", "\"quoted\"", "\"\\\"quoted\\\"\""), ("\" a \"", " a ", "\" a \""),
    ] {
      let session = try TranscriptSession(.plain)
      session.type("ask", "fail \(typed)")
      #expect(session.errors.isEmpty, "\(session.errors)")
      let state = session.session.playback.currentState() as? PlainCounter.State
      #expect(state?.fact == "failed: \(message)", "\(typed)")
      #expect(InputText.text(of: .fail(effect: 1, message: message)) == "fail e1 \(saved)")
      #expect(InputText.message(in: saved) == message)
    }
    let session = try TranscriptSession(.plain)
    session.type("ask", "fail \"a\\qb\"")
    #expect(session.errors.contains("there is no such escape"), "\(session.errors)")
    #expect(session.type("effects").contains("e1"))
    // As files of before have it.
    #expect(InputText.message(in: "\"a\\qb\"") == "a\\qb")
  }
}
