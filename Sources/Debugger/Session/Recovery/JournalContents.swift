import Foundation

/// What a journal says: what its session runs, and what happened in it.
struct JournalContents: Equatable {
  /// Why a journal cannot be used at all.
  struct Unreadable: Error, Equatable {
    let message: String
  }

  var feature: String
  var scenario: String?
  var settings = WorldSettings()
  var shape: String?
  /// What happened, in order.
  var records: [JournalRecord] = []
  /// How many bytes at the beginning are good.
  var goodLength = 0
  /// How many lines at the end were torn or overwritten and are not used.
  var droppedLines = 0
  /// The number of the first line that is not used, when whole ones follow it: then it was not torn as the session ended, but damaged
  /// later.
  var damagedLine: Int?

  /// A journal may not be larger, in bytes.
  static let sizeLimit = 512 * 1024 * 1024

  /// The inputs, oldest first.
  var inputs: [String] {
    records.compactMap { if case .input(let text) = $0 { text } else { nil } }
  }

  /// Whether the session ended as the user wanted.
  var endedWithGoodbye: Bool { records.last == .goodbye }

  /// Reads a journal's bytes up to the first line that is not whole.
  ///
  /// - Throws: `Unreadable` when not even the head is there.
  init(bytes: Data) throws(Unreadable) {
    var header: [String: String] = [:]
    var start = bytes.startIndex
    while let lineBreak = bytes[start...].firstIndex(of: 0x0A) {
      guard let text = String(validating: bytes[start..<lineBreak], as: UTF8.self), let record = JournalRecord(line: text) else {
        break
      }
      if case .header(let name, let value) = record {
        header[name] = value
      } else {
        records.append(record)
      }
      start = lineBreak + 1
    }
    goodLength = start - bytes.startIndex
    let dropped = bytes[start...].split(separator: 0x0A)
    droppedLines = dropped.count
    if dropped.dropFirst().contains(where: { String(validating: $0, as: UTF8.self).flatMap(JournalRecord.init(line:)) != nil }) {
      damagedLine = bytes[..<start].count { $0 == 0x0A } + 1
    }
    guard let version = header["journal"] else { throw Unreadable(message: "it does not begin like a journal") }
    guard version == "1" else { throw Unreadable(message: "it has version \(version.prefix(20)), and the newest known is 1") }
    guard let feature = header["feature"] else { throw Unreadable(message: "its head is cut off") }
    self.feature = feature
    scenario = header["scenario"]
    shape = header["shape"]
    if let seed = header["seed"].flatMap(UInt64.init) { settings.seed = seed }
    if let date = header["date"].flatMap(WorldSettings.date(from:)) { settings.date = date }
  }

  /// The records of a head.
  static func header(feature: String, scenario: String?, settings: WorldSettings, shape: String) -> [JournalRecord] {
    var header: [JournalRecord] = [.header(name: "journal", value: "1"), .header(name: "feature", value: feature)]
    if let scenario { header.append(.header(name: "scenario", value: scenario)) }
    return header + [
      .header(name: "shape", value: shape), .header(name: "seed", value: "\(settings.seed)"),
      .header(name: "date", value: WorldSettings.text(of: settings.date)),
    ]
  }
}
