import Foundation
import Terminal
import Testing
import Timeline

@testable import Session

/// The journal's file, and sessions that are kept in one.
@Suite struct JournalTests {
  private func folder() throws -> String { try CrashProbe.temporaryFolder() + "/journals" }

  private func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { folder + "/" + $0 }
  }

  private func session(in folder: String?) throws -> TranscriptSession {
    let session = try TranscriptSession(.plain)
    session.session.keepJournal(in: folder, isInteractive: false)
    return session
  }

  /// Reopens the only journal there is.
  private func reopen(_ folder: String) throws -> TranscriptSession {
    try TranscriptSession { output in
      try Session.reopened(
        JournalFolder(path: folder, output: output).journal(named: "last"), features: [.plain], isInteractive: false,
        output: output)
    }
  }

  @Test func aRecordIsReadAsItWasWritten() {
    let records: [JournalRecord] = [
      .header(name: "journal", value: "1"), .header(name: "scenario", value: "two words"), .input("add(amount: 1)"),
      .input("fail e1 a\nb\\n\r"), .input(""), .withdrawn, .crashed(input: 3, reason: "x.swift:1: Fatal error:\n"),
      .position(Position(step: 4, shown: 1), end: 9), .name(step: 2, "main road"), .name(step: 2, ""), .goodbye,
    ]
    for record in records {
      #expect(record.line.hasSuffix("\n"))
      #expect(record.line.dropLast().contains("\n") == false)
      #expect(JournalRecord(line: record.line.dropLast()) == record)
    }
  }

  @Test func theChecksumIsTheOneOfZip() {
    // The check value every description of CRC-32 gives.
    #expect(Checksum.text(of: "123456789".utf8) == "cbf43926")
    #expect(JournalRecord.input("increment").line == "10e371e3 input increment\n")
  }

  @Test func anInputIsWrittenBeforeAReducerSeesIt() throws {
    let folder = try folder()
    let session = try session(in: folder)
    #expect(files(in: folder) == [])
    session.type("tree")
    #expect(files(in: folder) == [])
    var seen: [String] = []
    let kept = session.session.playback.willPerform
    session.session.playback.willPerform = { input in
      try kept?(input)
      let bytes = FileManager.default.contents(atPath: self.files(in: folder)[0]) ?? Data()
      seen = try JournalContents(bytes: bytes).inputs
    }
    session.type("increment")
    #expect(seen == ["increment"])
    session.type("add(amount: 2)")
    #expect(seen == ["increment", "add(amount: 2)"])
    session.session.sayGoodbye()
    #expect(files(in: folder) == [])
  }

  @Test func aSessionWithoutAGoodbyeIsReopenedWhereItWas() throws {
    let folder = try folder()
    let lines = [
      "increment", "startTimer", "advance 2s", "ask", "undo 2", "add(amount: 5)", "ask", "answer \"a \\\"b\\\"\"", "goto 2",
      "set count = 9", "goto 4",
    ]
    let look = ["when", "branches", "log all", "print count", "effects", "tree"]
    var session: TranscriptSession? = try session(in: folder)
    for line in lines { session?.type(line) }
    let expected = look.map { session?.type($0) ?? "" }
    let prompt = session?.prompt
    session = nil
    let again = try reopen(folder)
    #expect(again.prompt == prompt)
    #expect(look.map { again.type($0) } == expected)
    // And once more, after more was done in the reopened one.
    again.type("increment")
    #expect(files(in: folder).count == 1)
  }

  @Test func aReopenedSessionGoesOnInItsJournal() throws {
    let folder = try folder()
    var session: TranscriptSession? = try session(in: folder)
    session?.type("increment", "increment", "undo")
    session = nil
    session = try reopen(folder)
    session?.type("add(amount: 7)")
    session = nil
    session = try reopen(folder)
    #expect(session?.type("print count") == "8\n")
    #expect(session?.session.playback.timeline.branchEnds.count == 2)
    session?.session.sayGoodbye()
    #expect(files(in: folder) == [])
  }

  @Test func aRunawayInputIsTakenBackInTheJournalToo() throws {
    let folder = try folder()
    var session: TranscriptSession? = try session(in: folder)
    session?.type("increment", "runAway", "increment")
    session = nil
    let contents = try JournalContents(bytes: FileManager.default.contents(atPath: files(in: folder)[0]) ?? Data())
    #expect(contents.records == [.input("increment"), .input("runAway"), .withdrawn, .input("increment")])
    #expect(try reopen(folder).type("print count") == "2\n")
  }

  @Test func aTornEndIsDroppedAndSaidSo() throws {
    let folder = try folder()
    var session: TranscriptSession? = try session(in: folder)
    session?.type("increment", "add(amount: 2)", "add(amount: 4)")
    session = nil
    let path = files(in: folder)[0]
    let whole = try #require(FileManager.default.contents(atPath: path))
    let all = try JournalContents(bytes: whole)
    #expect(all.records == [.input("increment"), .input("add(amount: 2)"), .input("add(amount: 4)")])
    // Cut anywhere: what is read is what was whole.
    for length in 0...whole.count {
      guard let contents = try? JournalContents(bytes: whole.prefix(length)) else { continue }
      #expect(contents.records == Array(all.records.prefix(contents.records.count)))
      #expect((contents.droppedLines > 0) == (length > contents.goodLength))
    }
    // Changed anywhere: nothing behind that place is believed.
    for place in stride(from: 0, to: whole.count, by: 3) {
      var changed = whole
      changed[place] ^= 0x11
      guard let contents = try? JournalContents(bytes: changed) else { continue }
      #expect(contents.records == Array(all.records.prefix(contents.records.count)))
      #expect(contents.goodLength <= place)
    }
    try whole.dropLast(3).write(to: URL(fileURLWithPath: path))
    let again = try reopen(folder)
    #expect(again.output.contains("(the journal's last line was torn and dropped)"))
    #expect(again.type("print count") == "3\n")
    again.type("increment")
    let repaired = try JournalContents(bytes: FileManager.default.contents(atPath: path) ?? Data())
    #expect(repaired.records == [.input("increment"), .input("add(amount: 2)"), .input("increment")])
    #expect(repaired.droppedLines == 0)
  }

  @Test func aDamagedLineIsNamedAndAllIsKept() throws {
    let folder = try folder()
    var session: TranscriptSession? = try session(in: folder)
    session?.type("increment", "add(amount: 2)", "add(amount: 4)")
    session = nil
    let path = files(in: folder)[0]
    var bytes = try #require(FileManager.default.contents(atPath: path))
    let lines = bytes.split(separator: 0x0A)
    // One byte in the line of the second input, behind which a whole one follows.
    let damaged = lines[lines.count - 2]
    bytes[damaged.startIndex + damaged.count / 2] ^= 0x11
    try bytes.write(to: URL(fileURLWithPath: path))
    let again = try reopen(folder)
    #expect(
      again.errors.contains(
        "line \(lines.count - 1) of the journal is damaged; it and the 1 after it are left out. "
          + "All of it is kept in \(path).damaged."), "\(again.errors)")
    #expect(again.type("print count") == "1\n")
    #expect(FileManager.default.contents(atPath: path + ".damaged") == bytes)
  }

  @Test func twoSessionsAtOnceHaveTwoJournals() throws {
    let folder = try folder()
    let first = try session(in: folder)
    var second: TranscriptSession? = try session(in: folder)
    first.type("increment")
    second?.type("add(amount: 2)")
    #expect(files(in: folder).count == 2)
    let recorder = try TranscriptSession(.plain)
    let list = JournalFolder(path: folder, output: recorder.session.output)
    #expect(list.isWaiting == false)
    #expect(list.list() == 0)
    #expect(recorder.output == "every session ended with a goodbye; there is nothing to recover\n")
    second = nil
    #expect(list.isWaiting)
    #expect(try reopen(folder).type("print count") == "2\n")
    #expect(first.type("print count") == "1\n")
  }

  @Test func aFullDiskRefusesTheInputAndKeepsTheState() throws {
    let descriptor = open("/dev/full", O_RDWR | O_CLOEXEC)
    let session = try TranscriptSession(.plain)
    let journal = Journal(continuing: descriptor, path: "/full/j.journal", length: 0, inputCount: 0)
    session.session.attach(
      Keeper(folder: nil, continuing: journal, at: session.session.playback.timeline), isInteractive: false)
    #expect(
      session.type("increment") == """
        the input was not performed: cannot write the journal /full/j.journal: No space left on device
          Free some space and repeat it, or go on without a journal: journal off

        """)
    #expect(session.prompt == "plain 0> ")
    #expect(
      session.type("journal off")
        == "not journaled from here on: save keeps the session, and a crash of the feature now ends it\n")
    session.type("increment")
    #expect(session.prompt == "plain 1> ")
    #expect(session.type("journal on").hasPrefix("inputs performed since the journal ended are missing in it"))
  }

  @Test func aJournalThatWasLeftGoesOnWhereNothingIsMissing() throws {
    let folder = try folder()
    let session = try session(in: folder)
    session.type("increment", "journal off")
    #expect(session.type("journal") == "this session is not journaled\n")
    session.type("undo")
    #expect(session.type("journal on") == "journaled from here on, as before\n")
    #expect(session.type("journal on") == "journaled already\n")
    session.type("makeID")
    // A copy, since this session still lives.
    let copy = try self.folder()
    try FileManager.default.createDirectory(
      atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    let again = try TranscriptSession { output in
      try Session.reopened(
        JournalFolder(path: copy, output: output).journal(named: "last"), features: [.plain], isInteractive: false,
        output: output)
    }
    #expect(again.type("branches") == session.type("branches"))
    #expect(again.session.playback.timeline.entryCount == 2)
  }

  @Test func aFolderThatCannotBeUsedIsSaidOnce() throws {
    let session = try session(in: "/dev/null/journals")
    #expect(session.type("increment").contains("this session is not journaled, /dev/null/journals cannot be used"))
    #expect(session.type("increment") == "#2 increment\n  ~ count  1 → 2\n")
  }

  @Test(arguments: [
    ("", "cannot read PATH: it does not begin like a journal"),
    ("\u{0}\u{1}binary\n", "cannot read PATH: it does not begin like a journal"),
    (JournalRecord.header(name: "journal", value: "9").line, "cannot read PATH: it has version 9, and the newest known is 1"),
    (JournalRecord.header(name: "journal", value: "1").line, "cannot read PATH: its head is cut off"),
  ])
  func aFileThatIsNoJournalIsNamed(text: String, message: String) throws {
    let folder = try folder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/x.journal"))
    let recorder = try TranscriptSession(.plain)
    #expect(JournalFolder(path: folder, output: recorder.session.output).list() == 1)
    #expect(recorder.errors == message.replacing("PATH", with: folder + "/x.journal") + "\n")
  }

  @Test func journalsAreListedNamedAndThrownAway() throws {
    let folder = try folder()
    var session: TranscriptSession? = try session(in: folder)
    session?.type("increment", "add(amount: 2)")
    session = nil
    let recorder = try TranscriptSession(.plain)
    let list = JournalFolder(path: folder, output: recorder.session.output)
    #expect(list.list() == 0)
    #expect(recorder.output.hasPrefix("plain-"))
    #expect(recorder.output.contains("2 inputs, the last one: add(amount: 2)"))
    #expect(throws: SessionFailure.self) { try list.journal(named: "counter") }
    #expect(list.discard(["plain"]) == 0)
    #expect(files(in: folder) == [])
    #expect(list.discard(["plain"]) == 1)
  }

  @Test func aJournalThatNoLongerFitsStaysAsItIs() throws {
    let folder = try folder()
    var session: TranscriptSession? = try session(in: folder)
    session?.type("increment")
    session = nil
    let path = files(in: folder)[0]
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data((JournalRecord.input("gone(1)").line + JournalRecord.input("increment").line).utf8))
    try handle.close()
    let before = FileManager.default.contents(atPath: path)
    let again = try reopen(folder)
    #expect(again.errors.hasPrefix("input 2 of the journal, gone(1), cannot be performed any more: "))
    #expect(again.type("print count") == "1\n")
    again.type("increment")
    #expect(FileManager.default.contents(atPath: path) == before)
  }
}
