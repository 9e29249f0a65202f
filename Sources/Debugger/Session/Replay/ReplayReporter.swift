import Terminal

/// Shows how a replay goes on, file by file, and how it ended.
///
/// All of that is what was asked for, and goes where results go. Only what keeps the replay from being one is an error.
final class ReplayReporter {
  private let output: Output
  private let options: ReplayOptions
  private let total: Int
  private var done = 0
  private var failed = 0
  private var barWidth = 0

  init(output: Output, options: ReplayOptions, total: Int) {
    self.output = output
    self.options = options
    self.total = total
    drawBar()
  }

  /// A file is done.
  func show(_ result: ReplayResult) {
    done += 1
    if result.verdict != .passed { failed += 1 }
    defer { drawBar() }
    if options.isJSON { return }
    let hasNews = result.verdict != .passed || result.isUpdated || !result.changes.isEmpty
    if hasNews || !options.showsProgress { eraseBar() }
    if result.verdict == .passed {
      if hasNews || !options.showsProgress || result.shape?.verdict == .risky {
        eraseBar()
        showPassed(result)
      }
    } else {
      showFailed(result)
    }
    for change in result.changes {
      output.line("  \(result.path):\(change.line): \(change.input)", style: .heading)
      for line in Self.difference(change.recorded, change.now) { output.line(line) }
    }
    if !result.changes.isEmpty, !result.isUpdated { output.line("  the file was not written", style: .warning) }
  }

  private func showPassed(_ result: ReplayResult) {
    var text = "  \(result.inputs) \(result.inputs == 1 ? "input" : "inputs")"
    if result.leftOut > 0 { text += ", \(result.leftOut) left out (crashed then)" }
    if result.crashedAgain > 0 { text += ", \(result.crashedAgain) crashed again" }
    if result.isUpdated {
      let count = result.changes.count
      text += count == 0 ? ", header updated" : ", \(count) \(count == 1 ? "outcome" : "outcomes") updated"
    }
    output.line([Span("\(output.glyphs.passed) ", .added), Span(result.path), Span(text, .muted)])
    showShape(result)
  }

  private func showFailed(_ result: ReplayResult) {
    output.failure(result.heading)
    switch result.verdict {
    case .diverged:
      output.line("  " + (result.input ?? ""), style: .heading)
      for line in Self.difference(result.recorded, result.now) { output.line(line) }
    case .impure: for line in result.messages.dropFirst() { output.line(line) }
    case .failed, .crashed, .stuck, .passed: for line in result.messages.dropFirst() { output.failure(line) }
    }
    showShape(result)
  }

  private func showShape(_ result: ReplayResult) {
    for line in result.shape?.lines ?? [] {
      output.line("  " + line, style: result.shape?.verdict == .fine ? .muted : .warning)
    }
  }

  /// All files are done.
  func end(_ results: [ReplayResult]) {
    eraseBar()
    let passed = results.count { $0.verdict == .passed }
    if options.isJSON {
      output.drawn([
        JSONText.object([
          ("passed", .number(passed)), ("failed", .number(results.count - passed)),
          ("files", .array(results.map(JSONText.init))),
        ]).text
      ])
    } else {
      output.line("\(passed) passed, \(results.count - passed) failed")
    }
  }

  // MARK: The bar

  private static let barCells = 30

  private func drawBar() {
    guard options.showsProgress, !options.isJSON, done < total else { return }
    let filled = done * Self.barCells / max(total, 1)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.barCells - filled)
    let text = "[\(bar)] \(done)/\(total)" + (failed > 0 ? ", \(failed) failed" : "")
    // Spaces, since not every terminal can erase; the text only ever grows, but for a file's name it has none.
    output.raw("\r" + text + String(repeating: " ", count: max(0, barWidth - text.count)))
    barWidth = text.count
  }

  private func eraseBar() {
    guard barWidth > 0 else { return }
    output.raw("\r" + String(repeating: " ", count: barWidth) + "\r")
    barWidth = 0
  }

  /// The lines that are only recorded and only there now, in order, with those in common between them.
  static func difference(_ recorded: [String], _ now: [String]) -> [[Span]] {
    let changes = now.difference(from: recorded)
    var removed: [Int: String] = [:]
    var inserted: [Int: String] = [:]
    for change in changes {
      switch change {
      case .remove(let offset, let line, _): removed[offset] = line
      case .insert(let offset, let line, _): inserted[offset] = line
      }
    }
    var lines: [[Span]] = []
    var (old, new) = (0, 0)
    while old < recorded.count || new < now.count {
      if let line = removed[old] {
        lines.append([Span("  recorded  ", .removed), Span(line, .removed)])
        old += 1
      } else if let line = inserted[new] {
        lines.append([Span("  now       ", .added), Span(line, .added)])
        new += 1
      } else {
        lines.append([Span("            "), Span(recorded[old], .muted)])
        old += 1
        new += 1
      }
    }
    return lines
  }
}

extension JSONText {
  init(_ result: ReplayResult) {
    var members: [(String, JSONText)] = [("path", .string(result.path)), ("verdict", .string(result.verdict.rawValue))]
    if let feature = result.feature { members.append(("feature", .string(feature))) }
    members.append(("inputs", .number(result.inputs)))
    if result.leftOut > 0 { members.append(("leftOut", .number(result.leftOut))) }
    if result.crashedAgain > 0 { members.append(("crashedAgain", .number(result.crashedAgain))) }
    members.append(("seconds", .literal(String(Double(Int(result.seconds * 1_000)) / 1_000))))
    if let line = result.line { members.append(("line", .number(line))) }
    if let input = result.input { members.append(("input", .string(input))) }
    if result.verdict == .diverged {
      members.append(("recorded", .array(result.recorded.map(JSONText.string))))
      members.append(("now", .array(result.now.map(JSONText.string))))
    }
    if !result.messages.isEmpty { members.append(("messages", .array(result.messages.map(JSONText.string)))) }
    if let shape = result.shape {
      members.append(
        (
          "shape",
          .object([
            ("verdict", .string(shape.verdict.rawValue)), ("changed", .array(shape.changed.map(JSONText.string))),
            (
              "gone",
              .array(
                shape.gone.map { gone in
                  .object(
                    [("line", .number(gone.line)), ("name", .string(gone.name))]
                      + (gone.nearest.map { [("nearest", .string($0))] } ?? []))
                })
            ),
          ])
        ))
    }
    if result.isUpdated || !result.changes.isEmpty {
      members.append(("isUpdated", .boolean(result.isUpdated)))
      members.append(
        (
          "changes",
          .array(
            result.changes.map { change in
              .object([
                ("line", .number(change.line)), ("input", .string(change.input)),
                ("recorded", .array(change.recorded.map(JSONText.string))), ("now", .array(change.now.map(JSONText.string))),
              ])
            })
        ))
    }
    self = .object(members)
  }
}
