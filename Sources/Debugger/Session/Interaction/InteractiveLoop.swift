import ActionLanguage
import Terminal

/// The prompt: reads lines until the user leaves.
public struct InteractiveLoop {
  private let session: Session
  private let source: any LineSource
  private let typed = Typed()

  /// What was typed of a line that goes on.
  private final class Typed {
    var open = OpenLine()
    /// Whether a question stands in the place of the prompt.
    var isAsking = false

    /// What the history keeps when a line is taken: a text of several lines is one of its lines, also where something is wrong in it.
    func kept(of line: String) -> String? {
      var open = open
      return (try? open.take(line)).map { OneLine.draft(of: $0.text) }
    }
  }

  /// - Parameters:
  ///   - session: The session the lines are for.
  ///   - source: Where the lines come from.
  public init(session: Session, source: any LineSource) {
    self.session = session
    self.source = source
  }

  /// What comes from outside is shown above the line that is being typed; while a question is asked it waits.
  private func listen() {
    if let editor = source as? LineEditor {
      editor.mailbox = session.mailbox
      editor.recorder = { [typed] in typed.kept(of: $0) }
      editor.escaper = { [typed] in typed.open.escaping($0, behind: $1) }
      editor.timeToWake = { [session, typed] in typed.isAsking ? nil : session.timeToNextEvent }
      editor.onWake = { [session, typed, unowned editor] in
        guard !typed.isAsking else { return }
        let before = session.prompt
        let text = session.output.collecting { session.catchUp() }
        if !text.isEmpty { editor.printAbove(text) }
        if session.prompt != before, !typed.open.isOpen { editor.prompt = session.output.prompt(session.prompt) }
      }
    } else if let reader = source as? LineReader {
      reader.willWait = { [session, typed] in if !typed.isAsking { session.wait(forInput: $0) } }
    }
  }

  /// Runs until the session ends.
  ///
  /// - Returns: The exit code: what `quit` asked for, else 0.
  public func run() -> Int32 {
    session.ask = { question in
      typed.isAsking = true
      defer { typed.isAsking = false }
      while true {
        do {
          guard case .line(let line) = try readWhole(prompt: question) else { return nil }
          return line
        } catch {
          show(error)
        }
      }
    }
    defer { session.ask = nil }
    session.pause = { KeyPause.wait($0) }
    defer { session.pause = nil }
    listen()
    while session.exitCode == nil {
      do {
        switch try readWhole(prompt: session.prompt) {
        case .line(let line): session.perform(line: line, isInteractive: true)
        case .interrupted: break
        case .endOfInput:
          session.output.line("")
          return 0
        }
      } catch {
        show(error)
      }
    }
    return max(session.exitCode ?? 0, 0)
  }

  /// Reads a line, and those it goes on with. Ctrl-C and Ctrl-D give up what is not whole yet.
  private func readWhole(prompt: String) throws -> LineInput {
    let editor = source as? LineEditor
    let (completer, hinter) = (editor?.completer, editor?.hinter)
    defer {
      editor?.completer = completer
      editor?.hinter = hinter
      editor?.expandsHistory = true
    }
    // In an answer, and in the middle of a text, "!" is a sign like any other.
    editor?.expandsHistory = !typed.isAsking
    var number = 0
    while true {
      switch try source.readLine(prompt: session.output.prompt(typed.open.isOpen ? OpenLine.prompt : prompt)) {
      case .line(let line):
        number += 1
        if let whole = try typed.open.take(line, number: number) { return .line(whole.text) }
        editor?.expandsHistory = false
        // Any word may follow.
        editor?.completer = nil
        editor?.hinter = nil
      case .endOfInput:
        guard let problem = typed.open.end() else { return .endOfInput }
        if editor == nil { session.output.line("") }
        session.output.error(problem.message)
        return .interrupted
      case .interrupted:
        typed.open = OpenLine()
        return .interrupted
      }
    }
  }

  private func show(_ error: any Error) {
    session.output.error((error as? CommandError)?.message ?? "\(error)")
  }
}
