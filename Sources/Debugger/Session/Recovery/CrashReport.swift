import CCrashRecovery
import Foundation
import Terminal

/// What a process that crashed left to the one that came back.
public struct CrashReport {
  /// Where the scripts of the command line stood.
  public struct ScriptPlace: Sendable {
    /// Which of the command line's scripts, from 0.
    public let script: Int
    /// The line of it that crashed.
    public let line: Int
  }

  /// The number of the input in the journal; `nil` when no input was being reduced.
  let input: Int?
  /// How many actions of that input were seen by the reducer, the one that crashed included.
  let entries: Int
  /// What went wrong, in one line.
  let reason: String
  /// The feature's file and line where it happened, when they can be found out.
  let place: String?
  /// Whether it was no crash: the user gave a step up that would not stop.
  let isInterruption: Bool
  let journal: Int32
  /// What was still to be done after it: the rest of the line, of sourced files, of a session that was being loaded.
  let unfinished: [String]
  /// The line of a script that crashed, as `file:line`; `nil` when it was typed at the prompt.
  let scriptLine: String?
  /// The rest of the line that crashed; `nil` when nothing stood behind it.
  public let unfinishedLine: String?
  /// Where the scripts stood.
  public let scriptPlace: ScriptPlace
  /// Whether a line of a script had failed before.
  public let hadFailed: Bool
  /// What had been read from standard input without being used.
  public let unread: [UInt8]

  /// Catches crashes from now on and takes what a crashed predecessor left.
  ///
  /// - Parameter arguments: The program's own arguments, with which it is executed again.
  /// - Returns: `nil` when this process is no return from a crash.
  public static func install(arguments: [String]) -> CrashReport? {
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    strings.append(nil)
    var legacy = hindsight_crash_legacy(journal: -1, report: -1, messages: -1, unread: -1)
    let isBack = hindsight_crash_take_legacy(&legacy) != 0
    hindsight_crash_install(Int32(arguments.count), strings)
    Interruption.escalation = hindsight_crash_interrupted
    for string in strings { free(string) }
    return isBack ? CrashReport(legacy) : nil
  }

  /// What stands before the rest of a line with several commands.
  static let restOfLine = "the rest of the line: "

  /// Keeps for the process that comes back which line of a script is carried out, if one is, and what is still to be done after it,
  /// one line each.
  static func set(scriptLine: SourcePlace?, unfinished: [String]) {
    var lines = scriptLine.map { "from \($0)\n" } ?? ""
    for text in unfinished { lines += "rest " + text.replacing("\n", with: " ") + "\n" }
    lines.withCString { hindsight_crash_set_rest($0) }
  }

  private init(_ legacy: hindsight_crash_legacy) {
    journal = legacy.journal
    let lines = String(decoding: Self.contents(of: legacy.report), as: UTF8.self).split(separator: "\n").map(String.init)
    let messages = String(decoding: Self.contents(of: legacy.messages), as: UTF8.self)
    unread = Self.contents(of: legacy.unread)
    var fields: [String: Int] = [:]
    var frames: [UInt64] = []
    var unfinished: [String] = []
    var scriptLine: String?
    var index = 0
    while index < lines.count, lines[index] != "maps" {
      let parts = lines[index].split(separator: " ")
      if lines[index].hasPrefix("rest ") {
        unfinished.append(String(lines[index].dropFirst("rest ".count)))
      } else if lines[index].hasPrefix("from ") {
        scriptLine = String(lines[index].dropFirst("from ".count))
      } else if parts.count == 2 {
        if parts[0] == "frame", let address = UInt64(parts[1], radix: 16) { frames.append(address) }
        if let number = Int(parts[1]) { fields[String(parts[0])] = number }
      }
      index += 1
    }
    self.unfinished = unfinished
    self.scriptLine = scriptLine
    // The line that was typed is the outermost; the others stand in files.
    unfinishedLine = unfinished.last.flatMap {
      $0.hasPrefix(Self.restOfLine) ? String($0.dropFirst(Self.restOfLine.count)) : nil
    }
    input = fields["input"].flatMap { $0 >= 0 ? $0 : nil }
    entries = fields["entries"] ?? 0
    scriptPlace = ScriptPlace(script: fields["script"] ?? 0, line: fields["line"] ?? 0)
    hadFailed = fields["failed"] != 0
    let signal = fields["signal"] ?? 0
    isInterruption = signal == SIGINT
    place = Frames.place(of: frames, isTrap: signal == SIGILL || signal == SIGTRAP, maps: lines.dropFirst(index + 1))
    reason = Self.reason(signal: Int32(fields["signal"] ?? 0), status: fields["status"] ?? 0, messages: messages, frames: frames)
  }

  /// What a signal, or a status without one, says together with what was written to standard error before.
  static func reason(signal: Int32, status: Int, messages: String, frames: [UInt64]) -> String {
    let lines = messages.split(separator: "\n").map { $0.trimmed }.filter { !$0.isEmpty }
    if signal == SIGINT { return "it was computing without a pause" }
    if signal == 0 { return "it called exit(\(status))" }
    if let line = lines.last(where: { $0.contains("Fatal error") || $0.contains("Precondition failed") }) { return line }
    let said = lines.last.map { ": \($0)" } ?? ""
    switch signal {
    case SIGSEGV, SIGBUS:
      // An endless recursion fills the chain of frames with one function.
      let repeated = frames.count >= 40 && Set(frames.suffix(30)).count <= 12
      return (repeated ? "the stack ran out: an endless recursion" : "it touched memory that is not its own") + said
    case SIGFPE: return "an arithmetic error" + said
    case SIGABRT: return "it called abort()" + said
    default: return "a trap: an overflow, an index out of range or a broken precondition" + said
    }
  }

  private static func contents(of descriptor: Int32) -> [UInt8] {
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    lseek(descriptor, 0, SEEK_SET)
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while result.count < 16 << 20 {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      result += buffer[..<count]
    }
    return result
  }
}

/// From addresses to a file and line of the feature.
private enum Frames {
  /// The first frame that lies in somebody's source file outside of the runtime and the debugger.
  static func place(of frames: [UInt64], isTrap: Bool, maps: ArraySlice<String>) -> String? {
    var groups: [(object: String, base: UInt64, addresses: [UInt64])] = []
    let mappings = maps.compactMap(mapping)
    var frames = frames
    if isTrap, let counter = frames.first, let mapping = mappings.first(where: { $0.range.contains(counter) }),
      let jump = jump(to: counter, in: mapping)
    {
      frames.insert(jump, at: 0)
    }
    for frame in frames.prefix(48) {
      guard let found = mappings.first(where: { $0.range.contains(frame) }) else { continue }
      // Shared libraries of the system are not where a feature's own lines are.
      guard !found.object.contains("/libswift"), !found.object.hasPrefix("/lib/"), !found.object.hasPrefix("/usr/lib/") else {
        continue
      }
      let base = mappings.filter { $0.object == found.object }.map(\.range.lowerBound).min() ?? 0
      if groups.last?.object == found.object {
        groups[groups.count - 1].addresses.append(frame)
      } else {
        groups.append((found.object, base, [frame]))
      }
    }
    for group in groups {
      if let place = places(group.addresses.map { $0 - group.base }, in: group.object).first(where: isFeature) {
        // The folders above mean nothing on another machine.
        return place.split(separator: "/").suffix(2).joined(separator: "/")
      }
    }
    return nil
  }

  private typealias Mapping = (range: Range<UInt64>, offset: UInt64, object: String)

  /// Where the jump to a trap is: the trap itself belongs to no line, the check before it does.
  private static func jump(to trap: UInt64, in mapping: Mapping) -> UInt64? {
    #if arch(x86_64)
      guard let file = FileHandle(forReadingAtPath: mapping.object) else { return nil }
      let distance = min(trap - mapping.range.lowerBound, 1 << 16)
      let start = trap - distance
      guard (try? file.seek(toOffset: mapping.offset + (start - mapping.range.lowerBound))) != nil,
        let code = try? file.read(upToCount: Int(distance)), code.count == Int(distance)
      else { return nil }
      let bytes = [UInt8](code)
      for index in bytes.indices.reversed() {
        let length: Int
        let relative: Int64
        if bytes[index] & 0xF0 == 0x70, index + 1 < bytes.count {
          length = 2
          relative = Int64(Int8(bitPattern: bytes[index + 1]))
        } else if bytes[index] == 0x0F, index + 5 < bytes.count, bytes[index + 1] & 0xF0 == 0x80 {
          length = 6
          let raw = (2...5).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[index + $1]) }
          relative = Int64(Int32(bitPattern: raw))
        } else {
          continue
        }
        if Int64(start) + Int64(index + length) + relative == Int64(trap) { return start + UInt64(index) }
      }
    #endif
    return nil
  }

  private static func mapping(_ line: String) -> Mapping? {
    let parts = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    guard parts.count == 6 else { return nil }
    let ends = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
    guard ends.count == 2, ends[0] < ends[1] else { return nil }
    let object = parts[5].trimmed
    guard let offset = UInt64(parts[2], radix: 16), object.hasPrefix("/") else { return nil }
    return (ends[0]..<ends[1], offset, object)
  }

  private static func isFeature(_ place: String) -> Bool {
    let names = [
      "/stdlib/public/", "/Sources/Architecture/", "/Sources/Debugger/", "/Sources/hindsight/", "<compiler-generated>", "??",
    ]
    return !names.contains { place.contains($0) } && !place.hasSuffix(":0") && !place.hasSuffix(":?")
  }

  private static func places(_ addresses: [UInt64], in object: String) -> [String] {
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    let count = hindsight_symbolize(object, addresses, Int32(min(addresses.count, 64)), &buffer, buffer.count)
    let lines = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "\n")
    return stride(from: 1, to: lines.count, by: 2).map { index in
      // GNU's tool appends "(discriminator 2)".
      String(lines[index].prefix { $0 != " " })
    }
  }
}
