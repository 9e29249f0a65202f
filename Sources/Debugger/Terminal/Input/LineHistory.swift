import Foundation

/// The lines typed before: bounded, each only once, and kept in a file if there is one.
///
/// A line keeps the number it got when it was typed. When it is typed again it is listed once, under its new number; the old one
/// still means it.
///
/// A line is appended to the file the moment it is accepted, so a crash loses none and several sessions share one file.
/// A file that cannot be read or written is no reason to disturb anybody: the history then lives in memory, and
/// `takeProblem` says so once.
public final class LineHistory {
  /// The lines, oldest first.
  public private(set) var entries: [String] = []
  /// The number of each line, which `!3` refers to.
  public private(set) var numbers: [Int] = []
  public let limit: Int
  /// The lines that were typed again since, by their old numbers.
  private var repeated: [Int: String] = [:]
  private var nextNumber = 1

  private let path: String?
  private var problem: String?
  private var isWritable: Bool
  private var linesInFile = 0

  /// Reads the history in `path`; nothing is created before the first line is added.
  ///
  /// - Parameters:
  ///   - path: The file, one line an entry; nil keeps the history in memory.
  ///   - limit: How many lines are kept.
  public init(path: String? = nil, limit: Int = 1000) {
    self.path = path
    self.limit = max(limit, 1)
    isWritable = path != nil
    guard let path else { return }
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let data = FileManager.default.contents(atPath: path) else {
      fail("the history in \(path) cannot be read")
      return
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    linesInFile = lines.count
    // Backwards, so that of equal lines the latest counts.
    var seen: Set<Substring> = []
    var kept: [String] = []
    for line in lines.reversed() where kept.count < self.limit && Self.isRecordable(line) && seen.insert(line).inserted {
      kept.append(String(line))
    }
    entries = kept.reversed()
    numbers = Array(1..<entries.count + 1)
    nextNumber = entries.count + 1
  }

  /// Adds a line as the latest; an equal one before it goes. Blank lines and lines with control characters or hidden
  /// changes of direction are not kept.
  public func append(_ line: String) {
    guard Self.isRecordable(line) else { return }
    if entries.last == line { return }
    if let index = entries.firstIndex(of: line) {
      repeated[numbers[index]] = line
      entries.remove(at: index)
      numbers.remove(at: index)
      if repeated.count > 2 * limit { repeated = repeated.filter { $0.key > nextNumber - 2 * limit } }
    }
    entries.append(line)
    numbers.append(nextNumber)
    nextNumber += 1
    if entries.count > limit {
      numbers.removeFirst(entries.count - limit)
      entries.removeFirst(entries.count - limit)
    }
    save(line)
  }

  /// The line with a number.
  ///
  /// - Complexity: logarithmic in the number of lines.
  private func line(numbered number: Int) -> String? {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == number ? entries[low] : repeated[number]
  }

  /// What went wrong with the file, the first time it is asked.
  public func takeProblem() -> String? {
    defer { problem = nil }
    return problem
  }

  /// What a line that starts with `!` stands for: `!!` the last line, `!3` and `!-2` by number, `!go` the latest that
  /// starts so; what follows `!!` or a number is added.
  ///
  /// - Returns: The line itself when it is no such reference, as in `!` before a space.
  /// - Throws: `Missing` when nothing in the history fits.
  public func expand(_ line: String) throws(Missing) -> String {
    guard line.first == "!", let next = line.dropFirst().first else { return line }
    if next == "!" {
      guard let last = entries.last else { throw Missing(reference: "!!") }
      return last + line.dropFirst(2)
    }
    let isNegative = next == "-"
    let digits = line.dropFirst(isNegative ? 2 : 1).prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty {
      let reference = String(line.prefix((isNegative ? 2 : 1) + digits.count))
      guard let number = Int(digits), number > 0, !isNegative || number <= entries.count,
        let entry = isNegative ? entries[entries.count - number] : self.line(numbered: number)
      else { throw Missing(reference: reference) }
      return entry + line.dropFirst(reference.count)
    }
    guard next.isLetter || next == "." || next == "_" else { return line }
    let prefix = line.dropFirst()
    guard let entry = entries.last(where: { $0.hasPrefix(prefix) }) else { throw Missing(reference: line) }
    return entry
  }

  /// A reference to a line that is not there.
  public struct Missing: Error, Hashable, Sendable, CustomStringConvertible {
    public let reference: String
    public var description: String { "no line of the history is called \"\(reference.sanitized)\"" }
  }

  private static func isRecordable(_ line: some StringProtocol) -> Bool {
    line.contains { !$0.isWhitespace } && !line.unicodeScalars.contains { Sanitized.isDangerous($0) && $0 != "\t" }
  }

  private func save(_ line: String) {
    guard isWritable, let path else { return }
    // Rewritten now and then: the file would grow without bound if lines were only ever appended.
    if linesInFile >= 2 * limit, rewrite(path) { return }
    if let failure = Self.append(line + "\n", to: path) {
      fail("the history is not kept: \(path): \(failure)")
    } else {
      linesInFile += 1
    }
  }

  private func fail(_ text: String) {
    problem = text
    isWritable = false
  }

  private func rewrite(_ path: String) -> Bool {
    // What other sessions appended is in the file only.
    let merged = LineHistory(path: path, limit: limit)
    merged.isWritable = false
    for line in entries { merged.append(line) }
    let text = merged.entries.joined(separator: "\n") + "\n"
    let draft = path + ".new"
    try? FileManager.default.removeItem(atPath: draft)
    guard Self.append(text, to: draft) == nil, rename(draft, path) == 0 else {
      try? FileManager.default.removeItem(atPath: draft)
      return false
    }
    linesInFile = merged.entries.count
    return true
  }

  /// Appends in one write, so that lines of several sessions do not mix. The reason when it fails.
  private static func append(_ text: String, to path: String) -> String? {
    func attempt() -> Int32 {
      // Commands may quote private state: only the owner reads them.
      let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return errno }
      defer { close(descriptor) }
      let bytes = Array(text.utf8)
      return write(descriptor, bytes, bytes.count) == bytes.count ? 0 : max(errno, EIO)
    }
    var failure = attempt()
    if failure == ENOENT {
      let folder = (path as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      failure = attempt()
    }
    return failure == 0 ? nil : String(cString: strerror(failure))
  }
}
