import Terminal

/// The prompt: reads lines until the user leaves.
public struct InteractiveLoop {
  private let session: Session
  private let source: any LineSource
  private let typed = Typed()

  /// What was typed of a line that goes on.
  private final class Typed {
    var open = OpenLine()
  }

  /// - Parameters:
  ///   - session: The session the lines are for.
  ///   - source: Where the lines come from.
  public init(session: Session, source: any LineSource) {
    self.session = session
    self.source = source
  }

  /// What comes from outside is shown above the line that is being typed.
  private func listen() {
    if let editor = source as? LineEditor {
      editor.mailbox = session.mailbox
      editor.timeToWake = { [session] in session.timeToNextEvent }
      editor.onWake = { [session, typed, unowned editor] in
        let before = session.prompt
        let text = session.output.collecting { session.catchUp() }
        if !text.isEmpty { editor.printAbove(text) }
        if session.prompt != before, !typed.open.isOpen { editor.prompt = session.output.prompt(session.prompt) }
      }
    } else if let reader = source as? LineReader {
      reader.willWait = { [session] in session.wait(forInput: $0) }
    }
  }

  /// Runs until the session ends.
  ///
  /// - Returns: The exit code: what `quit` asked for, else 0.
  public func run() -> Int32 {
    session.ask = { question in
      guard case .line(let line) = try? source.readLine(prompt: session.output.prompt(question)) else { return nil }
      return line
    }
    defer { session.ask = nil }
    session.pause = { KeyPause.wait($0) }
    defer { session.pause = nil }
    listen()
    var number = 0
    let editor = source as? LineEditor
    let (completer, hinter) = (editor?.completer, editor?.hinter)
    while session.exitCode == nil {
      do {
        // In the middle of a text "!" is a sign like any other, and any word may follow.
        let isOpen = typed.open.isOpen
        editor?.expandsHistory = !isOpen
        editor?.completer = isOpen ? nil : completer
        editor?.hinter = isOpen ? nil : hinter
        switch try source.readLine(prompt: session.output.prompt(isOpen ? OpenLine.prompt : session.prompt)) {
        case .line(let line):
          number = isOpen ? number + 1 : 1
          if let whole = try typed.open.take(line, number: number) { session.perform(line: whole.text, isInteractive: true) }
        case .interrupted: typed.open = OpenLine()
        case .endOfInput:
          session.output.line("")
          if let problem = typed.open.end() { session.output.error(problem.message) }
          return 0
        }
      } catch let problem as CommandError {
        session.output.error(problem.message)
      } catch {
        session.output.error("\(error)")
      }
    }
    return max(session.exitCode ?? 0, 0)
  }
}
