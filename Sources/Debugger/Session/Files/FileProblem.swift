import ActionLanguage
import Foundation

/// What is wrong at a place in a file, as it is shown: `file:line:column: message`, the line, a caret below the place, what helps.
struct FileProblem: Error, Equatable {
  /// What is wrong, in one line.
  let message: String
  let line: Int
  /// The column in characters, from 1.
  let column: Int
  /// The line of the file with a caret below it, and what else helps.
  let notes: [String]

  /// - Parameters:
  ///   - error: Why the file is no session.
  ///   - bytes: The file.
  init(_ error: SessionFileError, in bytes: Data) {
    message = error.message
    (line, column) = error.place
    notes = SessionFileLines.line(line, of: bytes).map { Self.drawn($0, column: error.place.column) } ?? []
  }

  /// - Parameters:
  ///   - message: What is wrong, in one line.
  ///   - text: The line, when there is one.
  init(_ message: String, line: Int, column: Int, text: String?) {
    self.message = message
    self.line = line
    self.column = column
    notes = text.map { Self.drawn($0, column: column) } ?? []
  }

  /// - Parameters:
  ///   - error: Why an input cannot be performed.
  ///   - input: The input, as the file has it.
  ///   - line: The file's line.
  init(_ error: any Error, input: String, line: Int) {
    if let problem = error as? FileProblem {
      self = problem
      return
    }
    self.line = line
    if let command = Self.command(in: input), !(error is SessionError) {
      message = "\"\(command)\" is a command of the debugger, not an input; a session file holds nothing but inputs"
      column = 1
      notes =
        Self.drawn(input, column: 1) + ["A file of commands is run by: hindsight FEATURE -f FILE, or at the prompt: source FILE"]
      return
    }
    if let open = OneLine.columnOfOpenString(in: input) {
      // What it goes on with are lines of their own here.
      message = SessionFileError.openString(line: line, column: open + 1).message
      column = open + 1
      notes = Self.drawn(input, column: column)
      return
    }
    switch error {
    case let error as ActionLanguageError:
      let moved = error.offset(by: input.prefix(InputText.valueColumn(in: input)).utf8.count)
      message = error.message
      column = String(decoding: input.utf8.prefix(moved.range.lowerBound), as: UTF8.self).count + 1
      notes = moved.render(line: input).filter { $0 != error.message }
    case let failure as LanguageFailure:
      let moved = failure.moved
      message = moved.message
      column = String(decoding: input.utf8.prefix(moved.range.lowerBound), as: UTF8.self).count + 1
      notes = moved.render(line: input).filter { $0 != moved.message }
    case let error as CommandError:
      message = error.message
      column = (error.column ?? 0) + 1
      let examples = error.examples.compactMap { if case .line(let line) = $0 { line } else { nil } }
      notes =
        Self.drawn(input, column: column) + (examples.isEmpty ? [] : ["For example: " + examples.joined(separator: ", ")])
        + error.notes
    case let error as SessionError:
      message = error.message
      column = 1
      notes = Self.drawn(input, column: 1)
    default:
      message = "\(error)"
      column = 1
      notes = Self.drawn(input, column: 1)
    }
  }

  /// The lines to show.
  func lines(path: String) -> [String] { ["\(path):\(line):\(column): \(message)"] + notes.map { "  " + $0 } }

  /// The same as what a command failed with.
  func error(path: String) -> CommandError { CommandError("\(path):\(line):\(column): \(message)", notes: notes) }

  /// The command a line begins with, when it can be nothing else.
  private static func command(in input: String) -> String? {
    let word = String(input.prefix { !$0.isWhitespace })
    guard !InputText.keywords.contains(word), case .exact(let command) = CommandTable.match(word) else { return nil }
    return command.name
  }

  private static func drawn(_ text: String, column: Int) -> [String] {
    let bytes = text.prefix(column - 1).utf8.count
    return Array(ActionLanguageError(.syntax, "", at: bytes..<bytes + 1).render(line: text).prefix(2))
  }
}
