import ActionLanguage
import Terminal

/// What `info` tells.
extension Session {
  func showInfo(_ arguments: CommandArguments) throws {
    let names = CommandTable.infoTopics.map(\.name)
    guard !arguments.text.isEmpty else {
      throw CommandError("info needs a topic: \(names.joined(separator: ", "))", column: arguments.column)
    }
    if arguments.words.first == "effect" {
      let behind = arguments.text.dropFirst("effect".count)
      let rest = CommandArguments(
        line: arguments.line, text: behind.trimmed,
        column: arguments.column + "effect".count + max(behind.isEmpty ? 0 : 1, behind.prefix(while: \.isWhitespace).count))
      return try showEffect(try rest.oneEffect(for: "info effect", like: .startedEffect), rest)
    }
    let found = names.filter { $0.hasPrefix(arguments.text) }
    guard found.count == 1 || names.contains(arguments.text) else {
      let nearest = NearestName.of(arguments.text, in: names)
      let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? "; it knows \(names.joined(separator: ", "))"
      throw CommandError(
        found.isEmpty
          ? "info knows nothing about \"\(arguments.text)\"\(hint)"
          : "ambiguous topic \"\(arguments.text)\": \(found.joined(separator: ", "))", column: arguments.column,
        meant: nearest == "effect" ? nil : nearest ?? found.first)
    }
    switch names.contains(arguments.text) ? arguments.text : found[0] {
    case "feature":
      showComposition()
      showLessons()
    case "log": showLogInfo()
    case "branches": showBranches()
    case "checkpoints": showCheckpoints()
    case "breakpoints": showBreakpoints()
    case "display": showDisplayList()
    case "effects": showEffects()
    case "answers": showAnswers()
    case "clock": showClock()
    case "path": showWhere()
    default: showMemory()
    }
  }

  private func showLogInfo() {
    let timeline = playback.timeline
    let ends = timeline.branchEnds.count
    let all = timeline.entryCount
    output.prose("entries on this branch: \(timeline.branchEntryCount), the last is #\(timeline.lastEntry)")
    output.prose("entries on all branches: \(all), on \(ends) \(ends == 1 ? "branch" : "branches")")
    output.line("inputs on this branch: \(timeline.branch.count - 1)")
    output.prose(
      "here: #\(timeline.currentEntry), virtual time \(DurationText.text(of: timeline.steps[timeline.position.step].worldAfter.now))"
    )
  }

  private func showMemory() {
    let timeline = playback.timeline
    output.prose(
      "log: \(timeline.entryCount) entries of \(timeline.bytesPerEntry) bytes, \(ByteCount.text(timeline.entryCount * timeline.bytesPerEntry))"
    )
    output.prose(
      "kept states: \(timeline.keyframeCount), about \(ByteCount.text(timeline.keyframeBytes)) of \(ByteCount.text(timeline.keyframeBudget)) allowed (set memory)"
    )
    output.prose(
      "one state is kept about every \(timeline.keyframeDistance) entries; those between are made again when looked at")
  }
}

/// Numbers of bytes as a user types and reads them: `64M`, `512K`, `1G`.
enum ByteCount {
  private static let units: [(suffix: String, bytes: Int)] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]

  /// The number with the largest unit that it has one of, with one digit behind the point where it is not whole.
  static func text(_ bytes: Int) -> String {
    for unit in units where bytes >= unit.bytes {
      let tenths = bytes * 10 / unit.bytes
      return tenths % 10 == 0 ? "\(tenths / 10)\(unit.suffix)" : "\(tenths / 10).\(tenths % 10)\(unit.suffix)"
    }
    return "\(bytes) bytes"
  }

  /// Reads a number of bytes; `nil` when it is none or larger than memory can be.
  static func bytes(from text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let suffix = text.dropFirst(digits.count).uppercased()
    guard let number = Int(digits) else { return nil }
    guard let unit = suffix.isEmpty ? 1 : units.first(where: { suffix == $0.suffix || suffix == $0.suffix + "B" })?.bytes else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : bytes
  }
}
