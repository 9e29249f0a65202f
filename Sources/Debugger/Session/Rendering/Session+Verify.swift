import Terminal

/// What running everything again showed, and the bound on what recorded states take.
extension Session {
  func verify() throws {
    let report = try playback.verify()
    guard let finding = report.finding else {
      let count = "\(report.inputs) \(report.inputs == 1 ? "input" : "inputs")"
      return output.line(
        "\(count) and \(report.entries) \(report.entries == 1 ? "entry" : "entries") came out the same again", style: .success)
    }
    throw CommandError(
      Self.text(of: finding, action: playback.record(ofEntry: finding.entry).action), notes: finding.differences + [finding.hint])
  }

  static func text(of finding: VerifyReport.Finding, action: String) -> String {
    "#\(finding.entry) \(action) does not come out the same again"
  }

  func setMemory(_ arguments: CommandArguments) throws {
    let text = arguments.text.dropFirst("memory".count).trimmed
    guard let bytes = ByteCount.bytes(from: text) else {
      throw CommandError(
        "\"\(text)\" is no size", column: arguments.column + arguments.text.count - text.count,
        examples: ["set memory 64M", "set memory 512K"])
    }
    guard bytes > 0 else {
      throw CommandError(
        "one recorded state is kept always, so memory cannot be 0", column: arguments.column + arguments.text.count - text.count,
        examples: ["set memory 64M"], notes: ["The smallest size is: set memory 1"])
    }
    playback.limitMemory(toBytes: bytes)
    let timeline = playback.timeline
    output.prose(
      "recorded states may take \(ByteCount.text(bytes)); \(timeline.keyframeCount) \(timeline.keyframeCount == 1 ? "is" : "are") kept, about \(ByteCount.text(timeline.keyframeBytes))"
    )
  }
}
