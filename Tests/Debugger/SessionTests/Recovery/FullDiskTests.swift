import Foundation
import Testing

@testable import Session

/// A disk that is full: refused inputs change nothing, accepted ones are all there, and what was refused is written later.
@Suite struct FullDiskTests {
  /// A real process whose files may not grow above a number of blocks of 512 bytes.
  @Test(arguments: [1, 2, 3, 5, 8])
  func everyInputIsEitherRefusedOrRecovered(blocks: Int) throws {
    let folder = try CrashProbe.temporaryFolder()
    let inputs = (1...400).map { $0 % 7 == 0 ? "undo" : "increment" }
    let running = try CrashProbe.Running(
      ["-c", "ulimit -f \(blocks); exec \"$0\" \"$1\"", CrashProbe.path, folder], executable: "/bin/sh")
    running.write(inputs.map { $0 + "\n" }.joined() + "print count\nwhen\necho done\n")
    let text = running.read(until: "done")
    running.kill()
    #expect(text.contains("the input was not performed: cannot write the journal"), "\(text)")
    #expect(text.contains("File too large"), "\(text)")
    let count = try #require(text.split(separator: "\n").last { Int($0) != nil }.flatMap { Int($0) })
    let journals = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".journal") }
    if journals.isEmpty {
      #expect(count == 0)
      return
    }
    let recovered = try CrashProbe.run([folder, "recover"], lines: ["goto end", "print count"])
    let most = try #require(recovered.text.split(separator: "\n").last.flatMap { Int($0) })
    #expect(recovered.text.contains("recovered crashing"), "\(recovered.text)")
    // Where the user went last may be lost with the disk, no input may be.
    #expect(most >= count, "\(recovered.text)")
    #expect(!recovered.text.contains("torn"), "half a record was left")
  }

  @Test func whereTheUserWentIsWrittenWithTheNextInputThatHasRoom() throws {
    let folder = try CrashProbe.temporaryFolder()
    let full = open("/dev/full", O_RDWR | O_CLOEXEC)
    let path = folder + "/plain-1.journal"
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    let shape = ShapeFingerprint.text(of: [PlainCounter.State.self, PlainCounter.Action.self])
    let head = JournalContents.header(feature: "plain", scenario: nil, settings: WorldSettings(), shape: shape)
      .map(\.line).joined()
    let journal = Journal(continuing: file, path: path, length: 0, inputCount: 0)
    try journal.append(JournalContents.header(feature: "plain", scenario: nil, settings: WorldSettings(), shape: shape))
    let session = try TranscriptSession(.plain)
    session.session.attach(
      Keeper(folder: nil, continuing: journal, at: session.session.playback.timeline), isInteractive: false)
    session.type("increment", "increment")
    // From here on the disk is full.
    let saved = fcntl(file, F_DUPFD_CLOEXEC, 10)
    dup2(full, file)
    session.type("undo", "branch main", "checkpoint here", "break tick")
    #expect(session.type("increment").hasPrefix("(") == false)
    #expect(session.type("add(amount: 5)").hasPrefix("the input was not performed: cannot write the journal"))
    #expect(session.prompt == "plain 2> ")
    session.type("undo")
    dup2(saved, file)
    session.type("add(amount: 5)")
    let contents = try JournalContents(bytes: FileManager.default.contents(atPath: path) ?? Data())
    #expect(head.utf8.count < contents.goodLength)
    #expect(contents.droppedLines == 0)
    #expect(
      contents.records == [
        .input("increment"), .input("increment"), .name(step: 2, "main"),
        .marks("checkpoint 1 1 1 here\nbreakpoint 1 on 0 0 break tick"),
        .position(.init(step: 1, shown: 1), end: 2), .input("add(amount: 5)"),
      ])
  }
}
