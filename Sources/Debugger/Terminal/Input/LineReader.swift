import Foundation

/// Lines from a file, a pipe or a terminal that cannot edit.
///
/// Each line is read once and in linear time, however long; what cannot be a command line is refused with its place, and
/// the next call goes on with the line after it.
public final class LineReader: LineSource {
  /// The longest line that is taken, in bytes.
  ///
  /// Far above anything typed and above a large pasted value; below what would let a broken generator fill the memory.
  public static let defaultLimit = 4 << 20

  /// Why a line was refused.
  public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong(line: Int, limit: Int)
    /// `byte` counts from 1 within the line.
    case invalidUTF8(line: Int, byte: Int)
    case nul(line: Int, byte: Int)
    case unreadable(line: Int, reason: String)

    /// The number of the line it is about.
    public var line: Int {
      switch self {
      case .tooLong(let line, _), .invalidUTF8(let line, _), .nul(let line, _), .unreadable(let line, _): line
      }
    }

    /// What is wrong, without the line number.
    public var message: String {
      switch self {
      case .tooLong(_, let limit): "the line is longer than \(limit) bytes"
      case .invalidUTF8(_, let byte): "byte \(byte) of the line is not valid UTF-8"
      case .nul(_, let byte): "byte \(byte) of the line is a NUL"
      case .unreadable(_, let reason): "the input cannot be read: \(reason)"
      }
    }

    public var description: String { "line \(line): \(message)" }
  }

  /// The number of the line returned last, from 1; a refused line counts.
  public private(set) var lineNumber = 0

  /// Called before a read that may block, with the descriptor: returns when there is something to read, or Ctrl-C was pressed.
  public var willWait: ((_ descriptor: Int32) -> Void)?

  private let descriptor: Int32
  private let limit: Int
  private let promptDescriptor: Int32?
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// How many times bytes were read from the descriptor: what lies unread changes only at its beginning in between.
  package private(set) var fillCount = 0
  /// What was read from the descriptor and not yet returned.
  package var unread: ArraySlice<UInt8> { buffer[start...] }

  /// Reads lines from a descriptor, which stays open and the caller's.
  ///
  /// - Parameters:
  ///   - descriptor: Where the lines come from.
  ///   - limit: The longest line taken, in bytes.
  ///   - promptDescriptor: Where to print prompts, for a person at a terminal that cannot edit; nil prints none.
  ///   - unread: What somebody else read from the descriptor before and did not use.
  ///   - lineNumber: The number of the last line that was used then.
  public init(
    descriptor: Int32, limit: Int = LineReader.defaultLimit, promptDescriptor: Int32? = nil, unread: [UInt8] = [],
    lineNumber: Int = 0
  ) {
    buffer = unread
    self.lineNumber = lineNumber
    self.descriptor = descriptor
    self.limit = limit
    self.promptDescriptor = promptDescriptor
  }

  public func readLine(prompt: String = "") throws -> LineInput {
    if let promptDescriptor { Pager.write(prompt, to: promptDescriptor) }
    var searched = start
    var isTooLong = false
    while true {
      if let lineBreak = buffer[searched...].firstIndex(of: 0x0A) {
        let line = start..<lineBreak
        start = lineBreak + 1
        return try take(line, isTooLong: isTooLong)
      }
      searched = buffer.count
      if isTooLong || buffer.count - start > limit + 1 {
        // What is refused anyway is not kept.
        isTooLong = true
        buffer.removeAll(keepingCapacity: true)
        start = 0
        searched = 0
      }
      if isAtEnd {
        guard isTooLong || start < buffer.count else { return .endOfInput }
        let line = start..<buffer.count
        start = buffer.count
        return try take(line, isTooLong: isTooLong)
      }
      if start > 0 {
        buffer.removeFirst(start)
        searched -= start
        start = 0
      }
      if try fill() == false { return .interrupted }
    }
  }

  /// Reads what is there, at least one byte or the end. False when Ctrl-C came first.
  private func fill() throws -> Bool {
    willWait?(descriptor)
    if willWait != nil, Interruption.isRequested {
      Interruption.clear()
      return false
    }
    fillCount += 1
    let chunk = 1 << 16
    let count = buffer.count
    var failure: Int32 = 0
    var got = 0
    buffer.append(contentsOf: repeatElement(0, count: chunk))
    buffer.withUnsafeMutableBytes { bytes in
      while true {
        got = read(descriptor, bytes.baseAddress?.advanced(by: count), chunk)
        if got >= 0 { return }
        failure = errno
        if failure == EINTR, !Interruption.isRequested { continue }
        if failure == EAGAIN {
          var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          poll(&waiting, 1, -1)
          continue
        }
        return
      }
    }
    buffer.removeLast(chunk - max(got, 0))
    if got > 0 { return true }
    if got == 0 {
      isAtEnd = true
      return true
    }
    if failure == EINTR { return false }
    isAtEnd = true
    throw Problem.unreadable(line: lineNumber + 1, reason: String(cString: strerror(failure)))
  }

  private func take(_ range: Range<Int>, isTooLong: Bool) throws -> LineInput {
    lineNumber += 1
    var line = buffer[range]
    if line.last == 0x0D { line.removeLast() }
    // A byte order mark belongs to the file, not to its first command.
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if isTooLong || line.count > limit { throw Problem.tooLong(line: lineNumber, limit: limit) }
    if let nul = line.firstIndex(of: 0) { throw Problem.nul(line: lineNumber, byte: nul - range.lowerBound + 1) }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw Problem.invalidUTF8(line: lineNumber, byte: Self.firstInvalidByte(of: line) - range.lowerBound + 1)
    }
    return .line(text)
  }

  private static func firstInvalidByte(of line: ArraySlice<UInt8>) -> Int {
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = line.makeIterator()
    var index = line.startIndex
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let scalar): index += scalar.count
      case .error, .emptyInput: return index
      }
    }
  }
}
