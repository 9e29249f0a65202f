import ActionLanguage
import Foundation
import Terminal

/// What Tab offers: commands, then actions and live ids, state paths, entries, effects or files, whatever may stand at the cursor.
extension Session {
  /// The candidates at a cursor, and the range of the line they replace, both in characters.
  ///
  /// Runs nothing of the feature and changes nothing.
  public func completion(line: String, cursor: Int) -> Terminal.Completion {
    let typed = String(line.prefix(cursor))
    return completion(typed: typed).over(line.dropFirst(typed.count), in: line)
  }

  private func completion(typed: String) -> Terminal.Completion {
    if let askedType { return value(typed, as: askedType, at: 0) }
    let begin = CommandLineParts.lastStart(in: typed)
    guard begin > 0 else { return completion(typed) }
    var completion = completion(String(typed.dropFirst(begin)))
    completion.replaceRange = completion.replaceRange.lowerBound + begin..<completion.replaceRange.upperBound + begin
    return completion
  }

  /// The candidates at the end of what is typed of a command.
  private func completion(_ typed: String) -> Terminal.Completion {
    let cursor = typed.count
    let word = typed.prefix { !$0.isWhitespace }
    if word.count == typed.count { return firstWord(typed) }
    guard let command = command(named: String(word)) else { return actionOrShort(typed) }
    let gap = typed.dropFirst(word.count).prefix(while: \.isWhitespace).count
    let start = word.count + gap
    let argument = String(typed.dropFirst(start))
    if let condition = condition(of: command, argument) {
      return predicate(condition, at: cursor - condition.count, alone: .truth)
    }
    let last = argument.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    if last.hasPrefix("-"), last.count > 1 || argument == last {
      let options = words(command.options, last, cursor - last.count..<cursor)
      if !options.candidates.isEmpty { return options }
    }
    if command.name == "log", let found = logFilter(argument, last, at: start, cursor) { return found }
    switch command.argument {
    case .none, .free: return Terminal.Completion(replacing: cursor..<cursor, with: [])
    case .action: return action(argument, at: start)
    case .pattern:
      var completion = PatternCompletion(of: playback.actionType, state: playback.currentState(), now: playback.date).completion(
        of: argument)
      completion.replaceRange = completion.replaceRange.lowerBound + start..<completion.replaceRange.upperBound + start
      return completion
    case .statePath where command.name == "print": return predicate(argument, at: start, alone: .anything)
    case .statePath:
      if let word = behindPath(argument, of: command) { return word.completed(at: start) }
      if command.name == "set", let (value, type) = assigned(argument) {
        return self.value(value, as: type, at: cursor - value.count)
      }
      if command.name == "set", argument.hasPrefix("pagination ") {
        return words(["on", "off"], String(argument.dropFirst(11)), start + 11..<cursor)
      }
      if command.name == "set", argument.hasPrefix("memory ") { return words([], argument, cursor..<cursor) }
      var paths = statePath(argument, at: start, forInput: command.name == "set")
      if command.name == "set" {
        let before = argument.prefix(paths.replaceRange.lowerBound - start)
        paths.candidates.removeAll { isReadOnly($0, behind: before) }
      }
      guard command.name == "set", paths.replaceRange.lowerBound == start else { return paths }
      return Terminal.Completion(
        replacing: paths.replaceRange,
        with: paths.candidates + words(["memory 64M", "pagination "], argument, start..<cursor).candidates)
    case .command:
      let names = CommandTable.all.filter { $0.name.hasPrefix(argument) }
      let topics =
        "prompt".hasPrefix(argument) ? [Terminal.Completion.Candidate("prompt", explanation: "what the prompt says")] : []
      return Terminal.Completion(
        replacing: start..<cursor,
        with: names.map { Terminal.Completion.Candidate($0.name, explanation: $0.summary) } + topics)
    case .number: return mark(after: command, argument, at: cursor)
    case .answered: return words(playback.answersSet().map(\.call), argument, start..<cursor)
    case .branch: return branch(after: command, argument, at: cursor)
    case .checkpoint: return words(checkpoints.all.map(\.name), argument, start..<cursor)
    case .words(var names):
      if command.name == "log", playback.history(ofEffect: 1) == nil { names.removeAll { $0 == "from " } }
      // Of several words the last is being typed.
      let last = argument.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
      let whole = words(names, argument, start..<cursor)
      if command.name == "info", argument.contains(" ") {
        let effects = argument.hasPrefix("effect ") ? playback.effects().map { "e\($0.number)" } : []
        return words(effects, last, cursor - last.count..<cursor)
      }
      return whole.candidates.isEmpty ? words(names, last, cursor - last.count..<cursor) : whole
    case .predicate:
      let option = "--monotone "
      guard command.name == "bisect", argument.hasPrefix(option) else {
        return predicate(argument, at: start, alone: command.name == "chart" ? .numberOrTruth : .truth)
      }
      return predicate(String(argument.dropFirst(option.count)), at: start + option.count, alone: .truth)
    case .lesson:
      return Terminal.Completion(
        replacing: start..<cursor,
        with: lessons.entries(of: playback.name).filter { $0.name.hasPrefix(argument) }
          .map { Terminal.Completion.Candidate($0.name, explanation: $0.title) })
    case .export: return exported(argument, last, at: start, cursor)
    case .entryAndAction:
      let number = argument.prefix { $0.isNumber || $0 == "#" }
      guard argument.dropFirst(number.count).first == " " else { return words([], argument, start..<cursor) }
      return action(String(argument.dropFirst(number.count + 1)), at: start + number.count + 1)
    case .effect:
      // Only a call can be answered; anything in flight can be cancelled or looked at.
      let isAnswer = command.name == "answer" || command.name == "fail"
      if command.name == "answer", let call = call(argument, at: cursor) { return call }
      let (named, _) = CommandArguments(line: argument, text: argument, column: 0).effect
      if command.name == "fail", named != nil, argument.contains(" ") {
        return words(["\"offline\""], last, cursor - last.count..<cursor)
      }
      if command.name == "answer", let (value, type) = answered(argument) {
        let values = self.value(value, as: type, at: cursor - value.count)
        // One word may be the name of a call as well.
        if !values.candidates.isEmpty || argument.contains(" ") { return values }
      }
      if command.name == "arrive" {
        let (effect, action) = CommandArguments(line: argument, text: argument, column: 0).effect
        if effect != nil, argument.contains(" ") { return self.action(action.text, at: start + action.column) }
      }
      if command.name == "write" {
        let (effect, rest) = CommandArguments(line: argument, text: argument, column: 0).effect
        if effect != nil, argument.contains(" ") {
          if let word = behindPath(rest.text, of: command) { return word.completed(at: start + rest.column) }
          if let (value, type) = assigned(rest.text) { return self.value(value, as: type, at: cursor - value.count) }
          var paths = converted(
            ActionLanguage.Completion.sharedPaths(for: rest.text, state: playback.stateForInput()), in: rest.text,
            from: start + rest.column)
          let before = rest.text.prefix(paths.replaceRange.lowerBound - start - rest.column)
          paths.candidates.removeAll { isReadOnly($0, behind: before) }
          return paths
        }
      }
      let effects = playback.effects().filter { !isAnswer || $0.waitsFor?.hasSuffix(")") == true }
      let ids = effects.map { ("e\($0.number)", $0.waitsFor ?? "") }
      var candidates = ids.filter { $0.0.hasPrefix(argument) }
        .map { Terminal.Completion.Candidate($0.0 + " ", explanation: $0.1) }
      if command.name == "answer" {
        candidates += playback.knownEndpoints().filter { $0.name.hasPrefix(argument) }.map {
          Terminal.Completion.Candidate($0.name + " = ", explanation: ActionDecoder.name(of: $0.valueType))
        }
      }
      return Terminal.Completion(replacing: start..<cursor, with: candidates)
    case .file where command.name == "import":
      return Terminal.Completion(replacing: start..<cursor, with: FileCompletion.candidates(for: argument, endings: [".json"]))
    case .file:
      return Terminal.Completion(replacing: start..<cursor, with: files(for: command, argument))
    }
  }

  /// The files that a command can do something with: sessions of this feature to be loaded, sessions to be saved anew, texts that are no
  /// session to be run. Others may be typed.
  private func files(for command: Command, _ argument: String) -> [Terminal.Completion.Candidate] {
    var looks = 0
    return FileCompletion.candidates(for: argument) { path in
      // Of a folder with very many files not each is opened.
      looks += 1
      guard looks <= Self.openedFileLimit else { return false }
      switch command.name {
      case "load": return FileStore.feature(ofSession: path).map { $0 == playback.name } ?? false
      case "save": return FileStore.isSession(path)
      default: return FileStore.isText(path) && !FileStore.isSession(path)
      }
    }
  }

  private static var openedFileLimit: Int { 1_000 }

  /// What `export` writes: a test, or a file whose name says what is in it.
  private func exported(_ argument: String, _ last: String, at start: Int, _ cursor: Int) -> Terminal.Completion {
    let test = "test "
    if argument.hasPrefix(test) {
      return Terminal.Completion(
        replacing: cursor - last.count..<cursor, with: FileCompletion.candidates(for: last, endings: [".swift"]))
    }
    let endings = [".html", ".json"] + (charts.isEmpty ? [] : [".svg"])
    var candidates = FileCompletion.candidates(for: argument, endings: endings)
    if test.hasPrefix(argument) {
      candidates.insert(Terminal.Completion.Candidate(test, explanation: "this branch as a test for a TestStore"), at: 0)
    }
    // A file that is not there yet is called as the feature is, or as it was begun.
    let name = argument.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = argument.dropLast(name.count)
    let stem = name.firstIndex(of: ".").map { name[..<$0] }.flatMap { $0.isEmpty ? nil : $0 } ?? playback.name[...]
    let known = Set(candidates.map(\.text))
    candidates += endings.map { String(folder + stem + $0) }.filter { $0.hasPrefix(argument) && !known.contains($0) }
      .map { Terminal.Completion.Candidate($0, explanation: "a new file") }
    return Terminal.Completion(replacing: start..<cursor, with: candidates)
  }

  /// Whether nothing can be put in the place of a part of a path: it is computed, or the name of a case that holds nothing.
  private func isReadOnly(_ candidate: Terminal.Completion.Candidate, behind path: Substring) -> Bool {
    switch candidate.explanation {
    case "property": return !["first", "last"].contains(candidate.text)
    case "case": return value(at: path + candidate.text, forInput: true).map { $0 is Void || $0 is Bool } ?? true
    default: return false
    }
  }

  /// A word that follows a path, and what is typed of it.
  private struct WordBehindPath {
    let word: String
    let typed: Substring
    /// Where it begins in the argument, in characters.
    let place: Int

    func completed(at start: Int) -> Terminal.Completion {
      Terminal.Completion(
        replacing: start + place..<start + place + typed.count,
        with: word.hasPrefix(typed) ? [Terminal.Completion.Candidate(word, explanation: "")] : [])
    }
  }

  /// What follows a path that is whole, where the cursor is behind it.
  private func behindPath(_ argument: String, of command: Command) -> WordBehindPath? {
    let words = ["watch": "if ", "set": "= ", "write": "= "]
    guard let word = words[command.name], let gap = argument.lastIndex(of: " "), case let path = String(argument[..<gap]),
      value(at: path, forInput: command.name != "watch") != nil,
      command.name != "write" || ActionLanguage.Completion.isShared(path.trimmed, in: playback.stateForInput())
    else { return nil }
    let typed = argument[argument.index(after: gap)...]
    guard word.hasPrefix(typed), typed.count < word.count else { return nil }
    return WordBehindPath(word: word, typed: typed, place: argument.distance(from: argument.startIndex, to: gap) + 1)
  }

  /// What follows the words `from`, `changed` and `/changed` of `log`.
  private func logFilter(_ argument: String, _ last: String, at start: Int, _ cursor: Int) -> Terminal.Completion? {
    let before = argument.dropLast(last.count)
    if before.split(separator: " ").last.map({ ["changed", "/changed"].contains($0.drop { $0 == "!" }) }) == true {
      return statePath(last, at: start + before.count, forInput: false)
    }
    guard before.hasSuffix("from ") else { return nil }
    let effects = (1...Self.offeredEffectLimit).prefix { playback.history(ofEffect: $0) != nil }
    return words(effects.map { "e\($0)" }, last, cursor - last.count..<cursor)
  }

  /// More could not be read.
  private static var offeredEffectLimit: Int { 500 }

  /// What a grey hint right of the cursor says: the payload of the action that stands there, or a command's arguments.
  public func hint(line: String) -> String? {
    if let askedType {
      return line.trimmed.isEmpty
        ? ActionDecoder.name(of: askedType) : ActionLanguage.Completion.hint(forValue: line, as: askedType)
    }
    let line = String(line.dropFirst(CommandLineParts.lastStart(in: line)))
    let word = String(line.prefix { !$0.isWhitespace })
    if let command = command(named: word), word.count == line.count || line.last == " " && line.trimmed == word {
      return command.usage.isEmpty ? nil : command.usage
    }
    let action: Substring
    let command = command(exactly: word)
    let argument = String(line.dropFirst(word.count).drop(while: \.isWhitespace))
    if command?.name == "set" {
      if let (value, type) = assigned(argument) {
        return value.trimmed.isEmpty ? ActionDecoder.name(of: type) : ActionLanguage.Completion.hint(forValue: value, as: type)
      }
      return argument.isEmpty ? nil : value(at: argument, forInput: true).map { "= \(ActionDecoder.name(of: type(of: $0)))" }
    }
    if command?.name == "write",
      let (value, type) = assigned(
        CommandArguments(line: argument, text: argument, column: 0).effect.1.text)
    {
      return value.trimmed.isEmpty ? ActionDecoder.name(of: type) : ActionLanguage.Completion.hint(forValue: value, as: type)
    }
    if command?.name == "answer", let hint = hint(inCall: argument) { return hint }
    if command?.name == "answer", let (value, type) = answered(argument) {
      return value.trimmed.isEmpty ? ActionDecoder.name(of: type) : ActionLanguage.Completion.hint(forValue: value, as: type)
    }
    switch command?.argument {
    case .action, .pattern: action = line.dropFirst(word.count).drop(while: \.isWhitespace)
    case nil: action = line[...]
    default: return nil
    }
    guard !action.isEmpty else { return nil }
    return ActionLanguage.Completion.hint(
      for: String(action), actionType: playback.actionType, state: playback.stateForInput())
  }

  /// What stands behind the `=` of an edit, and the type of what it replaces.
  private func assigned(_ argument: String) -> (value: String, type: Any.Type)? {
    guard let sides = StatePath.sides(ofAssignment: argument), let held = value(at: sides.path, forInput: true) else {
      return nil
    }
    return (sides.value, type(of: held))
  }

  /// What is typed of an answer, and the type of the call that waits for it.
  private func answered(_ argument: String) -> (value: String, type: Any.Type)? {
    let arguments = CommandArguments(line: argument, text: argument, column: 0)
    if let sides = StatePath.sides(ofAssignment: argument), sides.path.contains("."),
      let known = playback.knownEndpoints().first(where: { $0.name == sides.path.prefix { $0 != "(" }.trimmed })
    {
      return (sides.value.drop(while: \.isWhitespace).description, known.valueType)
    }
    let (effect, value) = arguments.effect
    // `e1` may go on, to `e12` or to a value that begins so.
    guard effect == nil ? !argument.isEmpty && argument.first != "e" : argument.contains(" "),
      let type = playback.answerType(of: effect)
    else { return nil }
    return (value.text, type)
  }

  /// What is typed of the condition behind the `if` of a breakpoint.
  private func condition(of command: Command, _ argument: String) -> String? {
    guard ["break", "tbreak", "watch"].contains(command.name), let place = argument.range(of: " if ") else { return nil }
    return String(argument[place.upperBound...].drop(while: \.isWhitespace))
  }

  private func predicate(_ text: String, at start: Int, alone: ActionLanguage.Completion.Alone) -> Terminal.Completion {
    converted(
      ActionLanguage.Completion.predicates(
        for: text, cursor: text.utf8.count, state: playback.currentState(), alone: alone), in: text, from: start)
  }

  private func value(at path: String, forInput: Bool) -> Any? {
    guard !path.trimmed.isEmpty, let path = try? StatePath(path.trimmed) else { return nil }
    return try? path.evaluate(in: forInput ? playback.stateForInput() : playback.currentState())
  }

  func value(_ text: String, as type: Any.Type, at start: Int) -> Terminal.Completion {
    converted(ActionLanguage.Completion.values(for: text, as: type, state: playback.stateForInput()), in: text, from: start)
  }

  private func command(exactly word: String) -> Command? {
    if case .exact(let command) = CommandTable.match(word) { command } else { nil }
  }

  private func words(_ names: [String], _ typed: String, _ range: Range<Int>) -> Terminal.Completion {
    Terminal.Completion(
      replacing: range, with: names.filter { $0.hasPrefix(typed) }.map { Terminal.Completion.Candidate($0, explanation: "") })
  }

  private func command(named word: String) -> Command? {
    switch CommandTable.match(word) {
    case .exact(let command), .prefix(let command): command
    case .ambiguous, .none: nil
    }
  }

  private func firstWord(_ typed: String) -> Terminal.Completion {
    let actions = actionOrShort(typed)
    if actions.replaceRange.lowerBound != 0 { return actions }
    let commands = CommandTable.all.filter { $0.name.hasPrefix(typed) }
      .map { Terminal.Completion.Candidate($0.name + ($0.usage.isEmpty ? "" : " "), explanation: $0.summary) }
    let reached = PresentedPath(forInputTo: playback).reached
    var candidates = actions.candidates + shortActions(typed, in: reached)
    candidates.append(contentsOf: commands)
    candidates.append(contentsOf: assignable(typed, in: reached))
    candidates.append(contentsOf: actionsElsewhere(typed))
    var seen: Set<String> = []
    return Terminal.Completion(replacing: 0..<typed.count, with: candidates.filter { seen.insert($0.text).inserted })
  }

  /// The properties that can be assigned at the beginning of a line, of the feature and of what is presented. They are many: what is
  /// typed must say that one is meant.
  private func assignable(_ typed: String, in paths: [String]) -> [Terminal.Completion.Candidate] {
    guard !typed.isEmpty else { return [] }
    return ([""] + paths).flatMap { path in
      action(binding(path) + typed, at: 0).candidates
        .filter { command(exactly: $0.text) == nil }
        .map { Terminal.Completion.Candidate($0.text, explanation: "\($0.explanation)  \(path)".trimmed) }
    }
  }

  /// How a binding of what is presented begins.
  private func binding(_ path: String) -> String { (path.isEmpty ? "" : path + ".") + "binding " }

  /// The actions of the innermost presented feature and of those beside it, which need no path.
  private func shortActions(_ typed: String, in paths: [String]) -> [Terminal.Completion.Candidate] {
    guard !paths.isEmpty else { return [] }
    let names = shortNames(paths)
    return paths.flatMap { path in
      action(path + "." + typed, at: 0).candidates.filter { names[path]?.contains($0.text) == true }.map {
        Terminal.Completion.Candidate($0.text, explanation: "\($0.explanation)  \(path)")
      }
    }
  }

  /// The actions of whatever lives that can be sent without the way to them, since nothing else has one of that name. They are many:
  /// what is typed must say that one is meant.
  private func actionsElsewhere(_ typed: String) -> [Terminal.Completion.Candidate] {
    guard !typed.isEmpty else { return [] }
    return waysElsewhere(namesBeginning: typed).compactMap { name, entry in
      guard command(exactly: name) == nil, !ActionCases.begin(name, of: playback.actionType) else { return nil }
      let way = entry.spelling.dropLast(name.count + 1)
      let payload = entry.payload.isEmpty ? "case" : "(\(entry.payload))"
      return Terminal.Completion.Candidate(name, explanation: "\(payload)  \(way)")
    }
  }

  /// The last names of actions that only one has, in the order of the actions.
  private func waysElsewhere(namesBeginning typed: String) -> [(name: String, entry: ActionCatalogue.Entry)] {
    var found: [String: ActionCatalogue.Entry] = [:]
    var names: [String] = []
    var repeated: Set<String> = []
    for entry in ActionCatalogue(of: playback.actionType, state: playback.stateForInput(), limit: 2_000).entries {
      guard let dot = entry.spelling.lastIndex(of: "."), !entry.spelling.contains(" ") else { continue }
      let name = entry.spelling[entry.spelling.index(after: dot)...]
      guard name.hasPrefix(typed), name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
      let isFirst = found.updateValue(entry, forKey: String(name)) == nil
      if isFirst { names.append(String(name)) } else { repeated.insert(String(name)) }
    }
    return names.compactMap { name in repeated.contains(name) ? nil : found[name].map { (name, $0) } }
  }

  /// The names of presented features' own actions, which can be sent without the way to them, and the word that sets a binding.
  private func shortNames(_ paths: [String]) -> [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for entry in ActionCatalogue(of: playback.actionType, state: playback.stateForInput(), limit: 2_000).entries {
      for path in paths where entry.spelling.hasPrefix(path + ".") {
        let name = entry.spelling.dropFirst(path.count + 1)
        if name.hasPrefix("binding ") {
          names[path, default: []].insert("binding")
        } else if !name.contains(where: { ".[( ".contains($0) }) {
          names[path, default: []].insert(String(name))
        }
      }
    }
    return names
  }

  /// An action at the beginning of a line, which may be one of what is presented without its path.
  private func actionOrShort(_ typed: String) -> Terminal.Completion {
    let plain = action(typed, at: 0)
    let name = typed.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard plain.candidates.isEmpty, name.count < typed.count else { return plain }
    // The short form of a binding is an assignment.
    if name == "binding", typed.dropFirst(name.count).first == "(" { return plain }
    let reached = PresentedPath(forInputTo: playback).reached
    let known = reached.isEmpty ? [:] : shortNames(reached)
    for path in reached {
      let names = known[path] ?? []
      if names.contains(String(name)) { return action(typed, behind: path + ".") ?? plain }
      if names.contains("binding"), let assigned = action(typed, behind: binding(path)), !assigned.candidates.isEmpty {
        return assigned
      }
    }
    if let entry = waysElsewhere(namesBeginning: String(name)).first(where: { $0.name == name })?.entry {
      return action(typed, behind: String(entry.spelling.dropLast(name.count))) ?? plain
    }
    return plain
  }

  /// How a line goes on that leaves out how its action begins; `nil` where that would be replaced.
  private func action(_ typed: String, behind beginning: String) -> Terminal.Completion? {
    var short = action(beginning + typed, at: 0)
    let length = beginning.count
    guard short.replaceRange.lowerBound >= length else { return nil }
    short.replaceRange = short.replaceRange.lowerBound - length..<short.replaceRange.upperBound - length
    return short
  }

  private func action(_ text: String, at start: Int) -> Terminal.Completion {
    converted(
      ActionLanguage.Completion.candidates(
        for: text, cursor: text.utf8.count, actionType: playback.actionType, state: playback.stateForInput()),
      in: text, from: start)
  }

  private func statePath(_ text: String, at start: Int, forInput: Bool) -> Terminal.Completion {
    let state = forInput ? playback.stateForInput() : playback.currentState()
    return converted(
      ActionLanguage.Completion.paths(for: text, cursor: text.utf8.count, state: state, isAlone: true), in: text, from: start)
  }

  /// The language counts in bytes, the editor in characters.
  private func converted(
    _ proposal: ActionLanguage.Completion.Proposal, in text: String, from start: Int
  ) -> Terminal.Completion {
    func characters(_ bytes: Int) -> Int { String(decoding: text.utf8.prefix(bytes), as: UTF8.self).count }
    return Terminal.Completion(
      replacing: characters(proposal.range.lowerBound) + start..<characters(proposal.range.upperBound) + start,
      with: proposal.candidates.map { candidate in
        Terminal.Completion.Candidate(
          candidate.text, explanation: candidate.signature.isEmpty ? candidate.explanation : candidate.signature)
      })
  }
}

/// The files and folders a path may mean.
enum FileCompletion {
  /// No more than this many are offered.
  private static let limit = 500

  /// - Parameters:
  ///   - endings: How names must end, those of folders excepted; any may when there is none.
  ///   - isOffered: Whether a file is offered that is no folder.
  static func candidates(
    for text: String, endings: [String] = [], where isOffered: (_ path: String) -> Bool = { _ in true }
  ) -> [Terminal.Completion.Candidate] {
    let folder = text.contains("/") ? String(text[...(text.lastIndex(of: "/") ?? text.startIndex)]) : ""
    let beginning = text.dropFirst(folder.count)
    let path = (folder.isEmpty ? "." : folder as NSString).expandingTildeInPath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    func isFolder(_ name: String) -> Bool {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder) && isFolder.boolValue
    }
    // A name that no line may hold cannot be completed.
    let files = names.filter {
      isOneArgument(folder + $0) && $0 == $0.sanitized && $0.hasPrefix(beginning)
        && (beginning.hasPrefix(".") || !$0.hasPrefix("."))
    }
    .sorted()
    // Nor one that the line would be split at.
    func isOneArgument(_ path: String) -> Bool {
      path == path.trimmed && !path.contains("\"\"\"") && CommandLineParts.of("source " + path) == ["source " + path]
    }
    var candidates: [Terminal.Completion.Candidate] = []
    for name in files where candidates.count < limit {
      let isFolder = isFolder(name)
      guard
        isFolder || (endings.isEmpty || endings.contains { name.lowercased().hasSuffix($0) }) && isOffered(path + "/" + name)
      else { continue }
      candidates.append(Terminal.Completion.Candidate(folder + name + (isFolder ? "/" : ""), explanation: ""))
    }
    return candidates
  }
}
