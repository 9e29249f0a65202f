import Features
import Foundation
import Terminal
import Testing

@testable import Session

/// The lessons that come with Hindsight: each says what it shows, and is right about it.
@Suite struct LessonTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("sessions/lessons").path
  static let shelf = LessonShelf(folder: folder)

  /// A lesson in play, and what it prints.
  private final class Transcript {
    var text = ""
    var errors = ""
    private(set) var session: Session!
    var prompt: String { session.prompt }

    init(_ name: String) throws {
      session = try Session.lesson(
        named: name, on: LessonTests.shelf, features: RootFeature.all,
        output: Output(
          appearance: Appearance(), write: { [unowned self] in text += $0 }, writeError: { [unowned self] in errors += $0 }))
      session.beginLesson()
    }

    /// Types lines and gives back what they printed.
    func type(_ lines: String...) -> String {
      text = ""
      for line in lines { session.perform(line: line, isInteractive: true) }
      return text + errors
    }
  }

  /// Set `HINDSIGHT_UPDATE_LESSONS` to write the outcomes and the spelling of the inputs anew instead of comparing them.
  @Test(arguments: try! FileManager.default.contentsOfDirectory(atPath: folder).sorted())
  func saysWhatItsInputsCause(name: String) throws {
    let path = Self.folder + "/" + name
    let file = try FileStore.session(at: path)
    let session = try Session(
      root: RootFeature.named(file.feature, in: RootFeature.all), scenario: file.scenario, settings: file.settings,
      output: Output(appearance: Appearance(), write: { _ in }, writeError: { _ in }))
    var text = ""
    for item in file.items {
      switch item {
      case .remark(let remark): text += remark + "\n"
      case .input(let input, _, let line):
        let report: StepReport
        do {
          report = try session.playback.perform(try InputText.request(from: input))
        } catch {
          Issue.record("\(path):\(line): \(error)")
          return
        }
        let recorded = try #require(session.playback.timeline.steps[report.step].input)
        text += ([InputText.text(of: recorded)] + session.outcome(ofStep: report.step).map { "  " + $0 } + [""])
          .joined(separator: "\n")
      }
    }
    // The header as it is, but for the fingerprint.
    let shape = "shape \(ShapeFingerprint.text(of: [session.playback.stateType, session.playback.actionType]))"
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(file.headerLineCount)
    let header = lines.map { $0.hasPrefix("shape ") ? shape : String($0) }.joined(separator: "\n") + "\n"
    let expected = header + text + "end\n"
    if ProcessInfo.processInfo.environment["HINDSIGHT_UPDATE_LESSONS"] != nil {
      try expected.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written == expected, "run this test with HINDSIGHT_UPDATE_LESSONS=1 to bring the lesson up to date")
    }
  }

  @Test func everyFileIsALessonAndTheyAreInOrder() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
    #expect(Self.shelf.entries.map(\.number) == Array(1...files.count))
    #expect(files.enumerated().allSatisfy { $1.hasPrefix($0 < 9 ? "0\($0 + 1)-" : "\($0 + 1)-") })
    #expect(Set(Self.shelf.entries.map(\.name)).count == files.count)
  }

  @Test func everyFeatureHasALesson() {
    for root in RootFeature.all { #expect(!Self.shelf.entries(of: root.name).isEmpty, "\(root.name)") }
  }

  @Test(arguments: shelf.entries.map(\.name))
  func playsToItsEndByReturnAlone(name: String) throws {
    let transcript = try Transcript(name)
    let lesson = try #require(transcript.session.lesson?.lesson)
    #expect(transcript.session.playRestOfLesson())
    #expect(transcript.session.lesson?.isOver == true)
    #expect(transcript.errors == "")
    #expect(!transcript.text.contains("something else than the lesson says"))
    #expect(transcript.text.contains("The lesson is over"))
    #expect(!lesson.summary.isEmpty, "what the list says")
    #expect(lesson.steps.count >= 4)
    #expect(!lesson.steps[0].narration.isEmpty)
    #expect(lesson.steps.contains { $0.question != nil }, "the reader is asked for something once at least")
    #expect(lesson.steps.allSatisfy { $0.outcome != nil })
    let end = lesson.epilogue.map { block in if case .paragraph(let text) = block { text } else { "" } }.joined(separator: " ")
    #expect(end.contains("To try next: "))
    #expect(Self.namedLessons(in: transcript.text).isSubset(of: Set(Self.shelf.entries.map(\.name))))
  }

  /// The lessons that a text sends its reader to.
  private static func namedLessons(in text: String) -> Set<String> {
    let joined = text.replacing("\n", with: " ")
    var names: Set<String> = []
    for match in joined.matches(of: /(?:next lesson is|lesson,|the lesson|next lesson,) ([a-z]+(?:-[a-z]+)+)/) {
      names.insert(String(match.1))
    }
    return names
  }

  @Test func theReaderMayTypeTheInputOrLetReturnDoIt() throws {
    let transcript = try Transcript("state-and-actions")
    #expect(transcript.prompt == "counter 0 (lesson 1/5)> ")
    #expect(transcript.type("incrementButtonTapped").contains("Your turn: There is a second button"))
    #expect(transcript.prompt == "counter 1 (lesson 2/5)> ")
    let shown = transcript.type("")
    #expect(shown.hasPrefix("❯ decrementButtonTapped\n#2 decrementButtonTapped\n  ~ count  1 → 0\n"))
    #expect(transcript.prompt == "counter 2 (lesson 3/5)> ")
  }

  @Test func whoLeavesTheWayComesBackWithResumeOrReturn() throws {
    let transcript = try Transcript("state-and-actions")
    _ = transcript.type("")
    #expect(!transcript.type("tree").contains("leaves the lesson"), "looking around is not leaving")
    #expect(transcript.type("incrementButtonTapped").contains("this leaves the lesson's way"))
    #expect(transcript.prompt == "counter 2 (lesson 2/5, away)> ")
    #expect(!transcript.type("incrementButtonTapped").contains("this leaves"), "said once")
    let back = transcript.type("resume")
    #expect(back.contains("#1 incrementButtonTapped\n"))
    #expect(back.contains("Your turn: There is a second button"))
    #expect(transcript.type("resume") == transcript.type("resume"))
    #expect(transcript.prompt == "counter 1/3 (lesson 2/5)> ")
    #expect(transcript.type("undo").contains("this leaves"))
    _ = transcript.type("")
    #expect(transcript.prompt == "counter 1/3 (lesson 2/5)> ")
    #expect(transcript.type("undo", "redo").contains("back in the lesson"))
    _ = transcript.type("")
    #expect(transcript.prompt == "counter 4 (lesson 3/5)> ", "the lesson goes on in a branch of its own")
    #expect(transcript.type("print count").contains("0\n"))
  }

  @Test func severalInputsInOneLineAreSeveralSteps() throws {
    let transcript = try Transcript("state-and-actions")
    _ = transcript.type("incrementButtonTapped ;; decrementButtonTapped")
    #expect(transcript.prompt == "counter 2 (lesson 3/5)> ")
    _ = transcript.type("decrementButtonTapped ;; incrementButtonTapped")
    #expect(transcript.prompt == "counter 4 (lesson 4/5, away)> ")
  }

  @Test func aShortActionAndAnAnswerWithoutItsEffectCount() throws {
    let transcript = try Transcript("outside-world")
    _ = transcript.type("", "", "answer \"7 is prime.\"")
    #expect(transcript.prompt == "counter 3 (lesson 4/6)> ")
  }

  @Test func anUnexpectedOutcomeIsSaid() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("lesson-\(UUID().uuidString).hindsight").path
    let text = """
      hindsight 1
      feature counter

      # A wrong lesson
      # It says what does not happen.
      #
      # Now:
      incrementButtonTapped
        ~ count: 0 → 2
      end

      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let transcript = try Transcript(path)
    #expect(transcript.type("").contains("! \(path):8: this led to something else than the lesson says\n"))
    #expect(transcript.text.contains("  recorded  ~ count: 0 → 2\n  now       ~ count: 0 → 1\n"))
    #expect(!transcript.session.playRestOfLesson())
  }

  @Test func aLessonRunsNothingButItsInputsAndLooks() throws {
    let file = try SessionFile(
      bytes: Data("hindsight 1\nfeature counter\n\n# A title\n#\n# Text\n#> quit 3\nincrementButtonTapped\nend\n".utf8))
    #expect {
      try Lesson(file, path: "x.hindsight")
    } throws: { error in
      (error as? CommandError)?.message == "x.hindsight:7: a lesson may only show things, and \"quit 3\" is no command that does"
    }
  }

  @Test func wrongNamesAreAnsweredWithTheNearest() throws {
    func message(_ name: String) -> String? {
      do {
        _ = try Self.shelf.lesson(named: name)
        return nil
      } catch { return (error as? CommandError)?.message }
    }
    #expect(message("stuck-loding") == "no lesson is called \"stuck-loding\"; did you mean \"stuck-loading\"?")
    #expect(message("99") == "there is no lesson 99; they are numbered from 1 to \(Self.shelf.entries.count)")
    #expect(message("st") == "\"st\" could be several lessons: state-and-actions, stuck-loading, stacks, streams-and-login")
    #expect(message("stu") == nil)
    #expect(message("2") == nil)
  }

  @Test func withoutALessonThereIsNothingToResume() throws {
    var errors = ""
    let session = try Session(
      root: RootFeature.all[0], output: Output(appearance: Appearance(), write: { _ in }, writeError: { errors += $0 }))
    #expect(!session.perform(line: "resume"))
    #expect(
      errors == """
        no lesson is being played
          resume
          ^~~~~~
          For example: learn
          "learn" lists the lessons of this feature.

        """)
    #expect(session.perform(line: "", isInteractive: true))
  }

  @Test func theLessonsOfTheFeatureAreListedAndBegunInASession() throws {
    let transcript = try Transcript("state-and-actions")
    #expect(transcript.type("learn").contains("\n  2  effects-and-time"))
    #expect(transcript.type("learn effects-and-time").contains("Lesson 2  Effects and virtual time"))
    #expect(transcript.type("learn recursion").contains("that lesson begins elsewhere: it is of nested"))
    #expect(transcript.type("info feature").contains("lessons: state-and-actions, effects-and-time"))
  }
}
