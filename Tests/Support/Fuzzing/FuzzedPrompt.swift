import Features
import Foundation
import Session
import Synchronization
import Terminal

/// A session at whose prompt anything may be typed.
enum FuzzedPrompt {
  /// More lines than this of an input are not typed: most of it is what a few lines lead to.
  private static let lineLimit = 16
  /// How long a line may take before somebody presses Ctrl-C, in seconds of its thread's processor time: Ctrl-C is for the whole
  /// process, and what other threads do meanwhile must not bring it about.
  private static let patience = 5.0
  private static let alarm = Alarm(after: patience)

  /// For each feature, what help shows as examples of commands, behind an action.
  static var examples: [String] {
    let output = Output(appearance: Appearance(), write: { _ in }, writeError: { _ in })
    return RootFeature.all.flatMap { root -> [String] in
      guard let session = try? Session(root: root, output: output) else { return [] }
      return session.commandExamples.map { "\(root.name)\n\(session.tryFirst)\n\($0)" }
    }
  }

  /// Types the lines of an input at a feature that the input decides.
  ///
  /// - Returns: A word for what was said.
  /// - Throws: A fault when what is printed could act on a terminal, or a range of completion lies outside of its line.
  static func type(_ bytes: [UInt8]) throws(FuzzTarget.Fault) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let roots = RootFeature.all
    let named = roots.first { text.hasPrefix($0.name + "\n") }
    let number = bytes.prefix(64).reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    let printed = Printed()
    let session: Session
    do {
      session = try Session(
        root: named ?? roots[number % roots.count],
        output: Output(appearance: Appearance(), write: { printed.add($0) }, writeError: { printed.add($0) }))
    } catch {
      throw FuzzTarget.Fault("the feature cannot be opened: \(error)")
    }
    var word = ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).dropFirst(named == nil ? 0 : 1)
    for line in lines.prefix(lineLimit).map(String.init) where !session.reachesOutside(line: line) {
      let cursor = (number &* 7919 &+ line.count) % (line.count + 1)
      let completion = session.completion(line: line, cursor: cursor)
      guard completion.replaceRange.lowerBound >= 0, completion.replaceRange.upperBound <= line.count else {
        throw FuzzTarget.Fault("completion replaces \(completion.replaceRange) in a line of \(line.count) characters")
      }
      _ = session.hint(line: line)
      printed.text = ""
      alarm.start()
      let isDone = session.perform(line: line, isInteractive: true)
      alarm.stop()
      word += (isDone ? "+" : "-") + FuzzTarget.shape(of: printed.text, limit: 32) + "\n"
      if let hidden = printed.hidden {
        throw FuzzTarget.Fault("U+\(String(hidden.value, radix: 16)) is printed for “\(line.prefix(100))”")
      }
      if session.exitCode != nil { break }
    }
    return word
  }

  /// What a session said.
  private final class Printed {
    var text = ""
    /// The first scalar that could act on a terminal.
    private(set) var hidden: Unicode.Scalar?

    func add(_ more: String) {
      if text.utf8.count < 1_000 { text += more.prefix(1_000) }
      guard hidden == nil else { return }
      hidden = more.unicodeScalars.first {
        $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || (0x202A...0x202E).contains($0.value)
          || (0x2066...0x2069).contains($0.value)
      }
    }
  }

  /// Presses Ctrl-C where a line takes long, as an advance by a thousand years does.
  private final class Alarm: Sendable {
    /// The clock of the thread that types, and what it showed when the line began.
    private let begin = Mutex<(clock: clockid_t, seconds: Double)?>(nil)

    init(after seconds: Double) {
      let thread = Thread { [self] in
        while true {
          Thread.sleep(forTimeInterval: seconds / 10)
          let isLate = begin.withLock { begin in
            guard let start = begin, Self.seconds(of: start.clock) - start.seconds > seconds else { return false }
            begin = nil
            return true
          }
          if isLate { Interruption.request() }
        }
      }
      thread.start()
    }

    func start() {
      var clock = clockid_t()
      guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return }
      begin.withLock { $0 = (clock, Self.seconds(of: clock)) }
    }

    func stop() { begin.withLock { $0 = nil } }

    private static func seconds(of clock: clockid_t) -> Double {
      var time = timespec()
      clock_gettime(clock, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }
}
