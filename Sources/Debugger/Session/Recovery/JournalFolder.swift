import Foundation

/// The journals of sessions that ended without a goodbye.
public struct JournalFolder {
  private let path: String
  private let output: Output

  /// - Parameters:
  ///   - path: The folder.
  ///   - output: Where the list goes.
  public init(path: String, output: Output) {
    self.path = path
    self.output = output
  }

  /// The names of the journals, oldest first.
  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix(".journal") }.sorted()
  }

  /// Whether a session ended without a goodbye; reads no journal.
  public var isWaiting: Bool {
    files.contains { name in
      let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
  }

  /// Lists them.
  ///
  /// - Returns: The exit code.
  public func list() -> Int32 {
    var rows: [(name: String, text: String)] = []
    var code: Int32 = 0
    for file in files {
      do {
        guard let found = try FoundJournal(path: path + "/" + file) else { continue }
        defer { found.close() }
        let inputs = found.contents.inputs
        var text = "\(inputs.count) \(inputs.count == 1 ? "input" : "inputs")"
        if let last = inputs.last { text += ", the last one: \(last)" }
        if let date = found.date { text += "  (\(date.formatted(.iso8601)))" }
        rows.append((found.name, text))
      } catch {
        output.error(error.message)
        code = 1
      }
    }
    guard !rows.isEmpty else {
      output.line("every session ended with a goodbye; there is nothing to recover", style: .muted)
      return code
    }
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    for row in rows { output.line([Span(row.name.padded(to: width), .heading), Span(row.text)]) }
    output.note("hindsight recover NAME reopens one where it was, hindsight recover --discard NAME throws it away")
    return code
  }

  /// Opens the journal with a name, a unique beginning of one, or `last`.
  ///
  /// - Throws: `SessionFailure` when there is none, or its session still lives.
  public func journal(named name: String) throws(SessionFailure) -> FoundJournal {
    if name == "last" {
      for file in files.reversed() {
        if let found = try? FoundJournal(path: path + "/" + file) { return found }
      }
      throw SessionFailure(message: "there is nothing to recover")
    }
    let names = files.map { String($0.dropLast(".journal".count)) }
    let candidates = names.contains(name) ? [name] : names.filter { $0.hasPrefix(name) }
    guard let only = candidates.first, candidates.count == 1 else {
      throw SessionFailure(
        message: candidates.isEmpty
          ? "no journal is called \"\(name)\"; hindsight recover lists them"
          : "several journals begin with \"\(name)\": \(candidates.joined(separator: ", "))")
    }
    guard let found = try FoundJournal(path: path + "/" + only + ".journal") else {
      throw SessionFailure(message: "the session of \(only) still lives in another process")
    }
    return found
  }

  /// Throws journals away, or all with the name `all`.
  ///
  /// - Returns: The exit code.
  public func discard(_ names: [String]) -> Int32 {
    var code: Int32 = 0
    for name in names == ["all"] ? files.map({ String($0.dropLast(".journal".count)) }) : names {
      do {
        let found = try journal(named: name)
        if let path = found.path { unlink(path) }
        found.close()
        output.line("discarded \(found.name)")
      } catch {
        if names == ["all"], error.message.contains("still lives") { continue }
        output.error(error.message)
        code = 1
      }
    }
    return code
  }
}
