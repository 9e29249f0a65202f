import ActionLanguage

/// A saved session whose comments tell somebody what it shows: read step by step, each input with the narration above it.
///
/// The first comment of the file is the title; the lines below it, to the first gap, are what the list of lessons says. In the
/// narration `#> COMMAND` shows something, `#? TEXT` asks the reader for the next input instead of giving it away, and lines that
/// are indented further are shown as they stand. What comes after the last input says what to try next.
struct Lesson {
  /// A piece of narration.
  enum Block: Equatable {
    /// Text that is wrapped to the window.
    case paragraph(String)
    /// Lines that are shown as they stand, such as source.
    case verbatim([String])
    /// A command that shows something and changes nothing.
    case look(String)
  }

  /// One input with what is said before it.
  struct Step: Equatable {
    let narration: [Block]
    /// What the reader is asked for; `nil` where the input is simply shown.
    let question: String?
    /// The input, as a line.
    let input: String
    /// What it causes, as recorded; `nil` when that was not recorded.
    let outcome: [String]?
    /// The line of the file it stands in.
    let line: Int
  }

  /// The name it is played by: the file's, without the number in front that puts it in its place.
  let name: String
  let title: String
  /// What it is about, in one line.
  let summary: String
  let steps: [Step]
  /// What is said at the end.
  let epilogue: [Block]
  let file: SessionFile
  let path: String

  /// Reads a lesson.
  ///
  /// - Parameters:
  ///   - file: The saved session.
  ///   - path: Where it is.
  /// - Throws: `CommandError` with the line, when it has no title or wants a command run that does more than show something.
  init(_ file: SessionFile, path: String) throws(CommandError) {
    self.file = file
    self.path = path
    name = Self.name(ofFileAt: path)
    var text = Narration(path: path)
    var title: String?
    var summary: [String] = []
    var isInHead = true
    var steps: [Step] = []
    var line = file.headerLineCount
    for item in file.items {
      switch item {
      case .remark(let remark):
        line += 1
        let content = remark.dropFirst().trimmed
        if isInHead, title == nil, !content.isEmpty {
          title = content
        } else if isInHead, title != nil, !content.isEmpty {
          summary.append(content)
        } else if isInHead, title == nil {
          continue
        } else {
          isInHead = false
          try text.add(remark, line: line)
        }
      case .input(let input, let outcome, let place):
        isInHead = false
        line = place + (outcome?.count ?? 0)
        let (narration, question) = text.take()
        steps.append(Step(narration: narration, question: question, input: input, outcome: outcome, line: place))
      }
    }
    guard let title else {
      throw CommandError("\(path) is no lesson: it has no comment that says what it shows", notes: ["replay runs it."])
    }
    guard !steps.isEmpty else { throw CommandError("\(path) is no lesson: there is no input in it") }
    self.title = title
    self.summary = summary.joined(separator: " ")
    self.steps = steps
    epilogue = text.take().blocks
  }

  /// The name of a lesson in a file: `02-effects` is `effects`.
  static func name(ofFileAt path: String) -> String {
    var name = Substring(path)
    if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
    if name.hasSuffix(".hindsight") { name = name.dropLast(".hindsight".count) }
    let number = name.prefix(while: \.isNumber)
    let rest = name.dropFirst(number.count)
    return String(!number.isEmpty && rest.hasPrefix("-") && rest.count > 1 ? rest.dropFirst() : name)
  }

  /// Comments on their way to being blocks.
  private struct Narration {
    let path: String
    private var blocks: [Block] = []
    private var question: [String] = []
    private var startsAnew = true

    init(path: String) { self.path = path }

    mutating func add(_ remark: String, line: Int) throws(CommandError) {
      let content = remark.hasPrefix("#") ? String(remark.dropFirst()) : ""
      if content.hasPrefix(">") {
        let command = content.dropFirst().trimmed
        guard CommandTable.isForLooking(command) else {
          throw CommandError("\(path):\(line): a lesson may only show things, and \"\(command)\" is no command that does")
        }
        blocks.append(.look(command))
        startsAnew = true
      } else if content.hasPrefix("?") {
        question.append(content.dropFirst().trimmed)
      } else if content.trimmed.isEmpty {
        startsAnew = true
      } else if content.hasPrefix("     ") {
        let text = String(content.dropFirst(5))
        if case .verbatim(let lines)? = blocks.last, !startsAnew {
          blocks[blocks.count - 1] = .verbatim(lines + [text])
        } else {
          blocks.append(.verbatim([text]))
        }
        startsAnew = false
      } else if case .paragraph(let text)? = blocks.last, !startsAnew {
        blocks[blocks.count - 1] = .paragraph(text + " " + content.trimmed)
      } else {
        blocks.append(.paragraph(content.trimmed))
        startsAnew = false
      }
    }

    mutating func take() -> (blocks: [Block], question: String?) {
      defer {
        blocks = []
        question = []
        startsAnew = true
      }
      return (blocks, question.isEmpty ? nil : question.joined(separator: " "))
    }
  }
}

extension CommandTable {
  /// The commands that only show something, apart from those in the group for it.
  private static let lookingElsewhere: Set<String> = ["branches", "clock", "effects", "find", "trace", "who", "why"]

  /// Whether a line is a command that shows something and changes nothing.
  static func isForLooking(_ line: String) -> Bool {
    guard case .exact(let command) = match(String(line.prefix { !$0.isWhitespace })) else { return false }
    return command.group == .looking || lookingElsewhere.contains(command.name)
  }
}
