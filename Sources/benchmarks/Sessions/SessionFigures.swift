import Features
import Foundation
import Session
import Terminal

extension BenchmarkSuite {
  /// Saved sessions run again, and inputs kept in a journal.
  static let sessions = BenchmarkSuite(name: "sessions") { report in
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let inputs = 100_000
    let path = folder.path + "/counter.hindsight"
    let counter = try RootFeature.named("counter", in: RootFeature.all)
    let recording = try QuietSession(counter)
    for number in 0..<inputs {
      try recording.perform(number % 3 == 2 ? "decrementButtonTapped" : "incrementButtonTapped")
    }
    let saving = try Measurement.nanoseconds(per: inputs, runs: 3) { _ in try recording.perform("save \(path)") }
    report.add("save, an input", saving / 1e3, "µs")
    let replaying = try Measurement.nanoseconds(per: inputs, runs: 3) { _ in
      let output = Output(appearance: Appearance(), write: { _ in }, writeError: { _ in })
      guard Replay(roots: RootFeature.all, output: output).run(paths: [path]) == 0 else {
        throw QuietSession.Refused(description: "the saved session went another way")
      }
    }
    report.add("replay of the counter", 1e9 / replaying, "inputs/s", .atLeast(200_000))

    let lines = 50_000
    func typing(journal: String?) throws -> Double {
      try Measurement.nanoseconds(per: lines, runs: 5) { lines in
        let session = try QuietSession(counter)
        if let journal { session.session.keepJournal(in: journal, isInteractive: false) }
        for _ in 0..<lines { try session.perform("incrementButtonTapped") }
        if journal != nil { session.session.sayGoodbye() }
      }
    }
    let without = try typing(journal: nil)
    let with = try typing(journal: folder.path + "/journals")
    report.add("a line without journal", without / 1e3, "µs")
    report.add("journaling a line", (with - without) / 1e3, "µs", .atMost(20))
  }

  /// From the start of the program to the end of its first command.
  static let start = BenchmarkSuite(name: "start") { report in
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/hindsight"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      return report.fail("start to prompt", "there is no \(program): swift build -c release --product hindsight")
    }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    report.add("start to prompt", try Starting(program, state: folder.path).milliseconds(), "ms", .atMost(60))
    let journals = folder.path + "/hindsight/journals"
    try FileManager.default.createDirectory(atPath: journals, withIntermediateDirectories: true)
    let old = try RootFeature.named("counter", in: RootFeature.all)
    for number in 0..<100 {
      // What sessions leave behind that end without a goodbye.
      let session = try QuietSession(old)
      session.session.keepJournal(in: journals, isInteractive: false)
      for _ in 0...number * 10 { try session.perform("incrementButtonTapped") }
    }
    report.add(
      "start to prompt with 100 old journals", try Starting(program, state: folder.path).milliseconds(), "ms", .atMost(60))
  }
}

/// A folder that goes away again.
struct TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "hindsight-benchmarks-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
