/// What came of asking for a line.
public enum LineInput: Sendable, Hashable {
  /// A line, without its line break.
  case line(String)
  /// Ctrl-C: the line is abandoned, the session goes on.
  case interrupted
  /// Ctrl-D on an empty line, or the end of a file.
  case endOfInput
}

/// Where command lines come from: a person at a terminal, a file, a pipe.
public protocol LineSource: AnyObject {
  /// The next line.
  ///
  /// - Parameter prompt: What a person sees before the line; other sources ignore it.
  /// - Throws: `LineReader.Problem` when a line cannot be taken; asking again goes on with the next one.
  func readLine(prompt: String) throws -> LineInput
}

extension LineSource {
  /// A line and as many more as it takes until it is complete, joined by line breaks.
  ///
  /// Ctrl-C abandons all of it. At the end of the input what is there is returned, so that it can be reported.
  ///
  /// - Parameters:
  ///   - prompt: Before the first line.
  ///   - continuation: Before the others.
  ///   - isIncomplete: Whether the lines so far need another, for example because a bracket is open.
  /// - Throws: As `readLine(prompt:)`.
  public func readStatement(
    prompt: String, continuation: String, isIncomplete: (String) -> Bool
  ) throws -> LineInput {
    let first = try readLine(prompt: prompt)
    guard case .line(var text) = first else { return first }
    while isIncomplete(text) {
      switch try readLine(prompt: continuation) {
      case .line(let more): text += "\n" + more
      case .interrupted: return .interrupted
      case .endOfInput: return .line(text)
      }
    }
    return .line(text)
  }
}
