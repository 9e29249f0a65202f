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

  /// - Parameters:
  ///   - session: The session the lines are for.
  ///   - bails: Whether the first line that fails ends it.
  ///   - echoes: Whether each line is printed before it is carried out.
  public init(session: Session, bails: Bool, echoes: Bool) {
    self.session = session
    self.bails = bails
    self.echoes = echoes
  }

  /// Carries out one line.
  public func run(_ line: String, place: SourcePlace) {
    guard !isStopped else { return }
    if echoes { session.output.line(session.prompt + line, style: .muted) }
    if !session.perform(line: line, place: place) {
      hasFailed = true
      if bails { isStopped = true }
    }
    if session.exitCode != nil { isStopped = true }
  }

  /// Carries out the lines of a file.
  public func run(file path: String) {
    guard !isStopped else { return }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      return fail("cannot be read: \(String(cString: strerror(errno)))", place: SourcePlace(file: path, line: 1))
    }
    defer { close(descriptor) }
    run(LineReader(descriptor: descriptor), name: path)
  }

  /// Carries out lines until their end.
  ///
  /// - Parameter name: What errors call the place they come from.
  public func run(_ reader: LineReader, name: String) {
    while !isStopped {
      do {
        guard case .line(let line) = try reader.readLine() else { return }
        run(line, place: SourcePlace(file: name, line: reader.lineNumber))
      } catch let problem as LineReader.Problem {
        fail(problem.message, place: SourcePlace(file: name, line: problem.line))
        if case .unreadable = problem { return }
      } catch {
        return fail("\(error)", place: SourcePlace(file: name, line: reader.lineNumber))
      }
    }
  }

  /// Notes a line that could not even be read.
  private func fail(_ message: String, place: SourcePlace) {
    guard !isStopped else { return }
    session.output.error("\(place): \(message)")
    hasFailed = true
    if bails { isStopped = true }
  }

  /// The exit code so far: what `quit` asked for, 3 when stopped at a failure, 1 when a line failed, else 0.
  public var exitCode: Int32 {
    if let code = session.exitCode, code >= 0 { return code }
    if hasFailed { return bails ? 3 : 1 }
    return 0
  }
}
