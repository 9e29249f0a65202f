import ActionLanguage
import Foundation

/// What an error of a command still needs before it is shown, in one place for all commands: where in the line it is, and a line that is
/// accepted now.
extension Session {
  /// The error with its place and an example.
  ///
  /// - Parameters:
  ///   - error: What the command failed with; an error that tells of no mistake in the line stays as it is.
  ///   - arguments: What was given to the command.
  func completed(_ error: any Error, of command: Command, _ arguments: CommandArguments) -> any Error {
    var complete: CommandError
    switch error {
    case let error as CommandError: complete = error
    case let error as SessionError:
      guard let located = located(error, of: command, arguments) else { return error }
      complete = located
    default: return error
    }
    guard let column = complete.column, !complete.examples.contains(where: { line(of: $0) != nil }) else { return complete }
    if let meant = complete.meant {
      let line = arguments.line
      let rest = line.dropFirst(column + complete.length(in: line))
      complete.examples = [.line(line.prefix(column) + meant + rest)]
    } else if !complete.message.contains("for example: ") {
      complete.examples = accepted(by: command)
    }
    return complete
  }

  /// Some lines with a command that are accepted now; where there are none, what leads to one.
  func accepted(by command: Command) -> [CommandExample] {
    let examples = command.examples.compactMap { line(of: $0) }
    let lines = examples.isEmpty ? command.firstThen.lazy.compactMap { self.line(of: $0) }.prefix(1) + [] : examples
    if lines.isEmpty, command.usage.isEmpty { return [.line(command.name)] }
    return lines.prefix(2).map { .line($0) }
  }

  /// An error about an entry, an effect, a call or a file, with its place in the arguments.
  ///
  /// - Returns: `nil` for what is no mistake in the line.
  private func located(_ error: SessionError, of command: Command, _ arguments: CommandArguments) -> CommandError? {
    func at(_ names: [String], meant: String? = nil, examples: [CommandExample] = []) -> CommandError {
      let place = arguments.place(ofAny: names) ?? arguments
      return CommandError(
        error.message, column: place.column, length: place.text.isEmpty ? 1 : place.text.count, meant: meant, examples: examples)
    }
    switch error {
    case .unknownEntry(let text, _):
      return at(["#" + text, text], meant: canMend(text, for: command, arguments) ? nearestEntry(to: text).map { "\($0)" } : nil)
    case .noSuchEffect(let effect, _), .noWaitingCall(effect: let effect?, _): return at(["e\(effect)"])
    case .endedWhileHeld(let effect, _), .notStartedAgain(let effect): return at(["e\(effect)"], examples: ["effects"])
    case .holding(let effect, let isHeld):
      return at(["e\(effect)"], examples: [.line("\(isHeld ? "release" : "hold") e\(effect)")])
    case .noWaitingCall(effect: nil, _):
      return CommandError(
        error.message, column: 0, length: arguments.line.prefix { !$0.isWhitespace }.count)
    case .severalWaitingCalls: return CommandError(error.message, column: arguments.column, length: 1)
    case .needsValue:
      return CommandError(error.message, column: arguments.column + arguments.text.count)
    case .noSuchAnswer(let call, let set): return at([call], meant: NearestName.of(call, in: set) ?? set.first)
    case .cannotRead(let path, _):
      // What is wrong with a file that is there does not stand in the line.
      guard !FileManager.default.fileExists(atPath: path), arguments.text.contains(path) else { return nil }
      return at([path], meant: nearestFile(to: path))
    case .nothingToAdvanceTo: return CommandError(error.message, column: arguments.column)
    default: return nil
    }
  }

  /// The entry of the branch that is nearest to a number which is none.
  private func nearestEntry(to text: String) -> Int? {
    let entries = playback.timeline.branchEntries
    guard let number = Int(text) else { return entries.last }
    return entries.min { $0.distance(to: number).magnitude < $1.distance(to: number).magnitude }
  }

  /// The file of the same folder and kind whose name is nearly that of one that is not there.
  private func nearestFile(to path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
    let folder = String(path.dropLast(name.count))
    let ending = (name as NSString).pathExtension
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let fitting = files.filter { ($0 as NSString).pathExtension == ending && $0 == $0.sanitized }.sorted()
    return NearestName.of(name, in: fitting).map { folder + $0 }
  }

  /// Whether another entry in the place of one that is not there makes the line right.
  private func canMend(_ entry: String, for command: Command, _ arguments: CommandArguments) -> Bool {
    guard command.takesAnyEntry else { return false }
    guard case .number = command.argument else { return true }
    return arguments.places.allSatisfy { [entry, "#" + entry].contains($0.text) || (try? position(named: $0)) != nil }
  }
}

extension CommandArguments {
  /// The first place of one of some words: between spaces, or a bound of a range.
  fileprivate func place(ofAny names: [String]) -> CommandArguments? {
    func isOfWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_" || character == "-" || character == "#"
    }
    for name in names where !name.isEmpty {
      var start = text.startIndex
      while let found = text[start...].firstRange(of: name) {
        let isBegun = found.lowerBound == text.startIndex || !isOfWord(text[text.index(before: found.lowerBound)])
        if isBegun, found.upperBound == text.endIndex || !isOfWord(text[found.upperBound]) {
          return CommandArguments(
            line: line, text: name, column: column + text.distance(from: text.startIndex, to: found.lowerBound))
        }
        start = found.upperBound
      }
    }
    return nil
  }
}
