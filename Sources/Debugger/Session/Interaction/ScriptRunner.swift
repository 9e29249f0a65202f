import CCrashRecovery
import Foundation
import Terminal

/// Carries out lines from scripts, options and standard input, and keeps the exit code.
public final class ScriptRunner {
  private let session: Session
  private let bails: Bool
  private let echoes: Bool
  /// Whether a line failed so far.
  public private(set) var hasFailed = false
  /// Whether the rest is not to be carried out: `quit` was met, or a line failed and `bails` is set.
  public private(set) var isStopped = false

  /// Which script is next, from 0, and the one a process that crashed was in.
  private var script = 0
  private let returning: CrashReport?
  private var lastFill = -1

  /// - Parameters:
  ///   - session: The session the lines are for.
  ///   - bails: Whether the first line that fails ends it.
  ///   - echoes: Whether each line is printed before it is carried out.
  ///   - returning: What a process that crashed left; the lines up to that place are left out, since they were carried out then.
  public init(session: Session, bails: Bool, echoes: Bool, returning: CrashReport? = nil) {
    self.session = session
    self.returning = returning
    if returning != nil {
      // The line that crashed is one that failed.
      hasFailed = true
      isStopped = bails
    }
    self.bails = bails
    self.echoes = echoes
  }

  /// Carries out one line that is a script of its own; its place tells it from others.
  public func run(_ line: String, place: SourcePlace) {
    defer { script += 1 }
    if isDone(line: place.line) { return }
    carryOut(line, place: place)
  }

  /// Whether a line of the current script was carried out before the process crashed and came back.
  private func isDone(line: Int) -> Bool {
    guard let place = returning?.scriptPlace else { return false }
    return (script, line) <= (place.script, place.line)
  }

  /// - Parameter lastLine: The number of the last line that belongs to it.
  private func carryOut(_ line: String, place: SourcePlace, lastLine: Int? = nil) {
    guard !isStopped else { return }
    hindsight_crash_set_place(script, lastLine ?? place.line, hasFailed ? 1 : 0)
    session.scriptLine = place
    defer { session.scriptLine = nil }
    if echoes {
      for (index, part) in line.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        session.output.line((index == 0 ? session.prompt : OpenLine.prompt) + part, style: .muted)
      }
    }
    if !session.perform(line: line, place: place) {
      hasFailed = true
      if bails { isStopped = true }
    }
    if session.exitCode != nil { isStopped = true }
  }

  /// Carries out the lines of a file.
  public func run(file path: String) {
    guard !isStopped else { return }
    if let returning, script < returning.scriptPlace.script {
      script += 1
      return
    }
    let descriptor: Int32
    do throws(SessionError) {
      descriptor = try FileStore.open(path, takesStreams: true)
    } catch {
      script += 1
      return fail(error.message, place: SourcePlace(file: path, line: 1))
    }
    defer { close(descriptor) }
    run(LineReader(descriptor: descriptor), name: path)
  }

  /// Carries out the lines of standard input.
  public func runStandardInput() {
    guard let returning, script == returning.scriptPlace.script else {
      return run(LineReader(descriptor: STDIN_FILENO), name: "-", keepsUnread: true)
    }
    run(
      LineReader(descriptor: STDIN_FILENO, unread: returning.unread, lineNumber: returning.scriptPlace.line), name: "-",
      keepsUnread: true)
  }

  /// Carries out lines until their end.
  ///
  /// - Parameters:
  ///   - name: What errors call the place they come from.
  ///   - keepsUnread: Whether what was read cannot be read again by a process that comes back from a crash.
  public func run(_ reader: LineReader, name: String, keepsUnread: Bool = false) {
    reader.willWait = { [session] in session.wait(forInput: $0) }
    defer {
      script += 1
      hindsight_crash_set_unread(nil, 0)
    }
    var open = OpenLine()
    while !isStopped {
      do {
        guard case .line(let line) = try reader.readLine() else {
          if let problem = open.end() { fail(problem.message, place: SourcePlace(file: name, line: problem.line)) }
          return
        }
        if isDone(line: reader.lineNumber) { continue }
        if keepsUnread { keepUnread(of: reader) }
        guard let whole = try open.take(line, number: reader.lineNumber) else { continue }
        carryOut(whole.text, place: SourcePlace(file: name, line: whole.number), lastLine: reader.lineNumber)
      } catch let problem as CommandError {
        fail(problem.message, place: SourcePlace(file: name, line: reader.lineNumber))
      } catch let problem as LineReader.Problem {
        fail(problem.message, place: SourcePlace(file: name, line: problem.line))
        if case .unreadable = problem { return }
      } catch {
        return fail("\(error)", place: SourcePlace(file: name, line: reader.lineNumber))
      }
    }
  }

  /// What lies unread is copied only when more was read, so that a line costs nothing but a number.
  private func keepUnread(of reader: LineReader) {
    let unread = reader.unread
    if reader.fillCount == lastFill { return hindsight_crash_trim_unread(unread.count) }
    lastFill = reader.fillCount
    unread.withUnsafeBytes { hindsight_crash_set_unread($0.baseAddress, $0.count) }
  }

  /// Notes a line that could not even be read.
  private func fail(_ message: String, place: SourcePlace) {
    guard !isStopped else { return }
    session.output.error("\(place): \(message)")
    hasFailed = true
    if bails { isStopped = true }
  }

  /// At the end of all lines, gives effects that wait for what is outside time to hear from it, if the session is live.
  public func settle() {
    guard !isStopped, session.isLive else { return }
    session.wait(atMost: Session.patience)
  }

  /// The exit code so far: what `quit` asked for, 3 when stopped at a failure, 1 when a line failed, else 0.
  public var exitCode: Int32 {
    if let code = session.exitCode, code >= 0 { return code }
    if hasFailed { return bails ? 3 : 1 }
    return 0
  }
}
