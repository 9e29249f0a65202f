import Foundation
import Terminal
import Testing

@Suite struct LineReaderTests {
  /// A reader of these bytes, through a file.
  private func reader(_ bytes: [UInt8], limit: Int = LineReader.defaultLimit) throws -> (LineReader, FileHandle) {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: url)
    let handle = try FileHandle(forReadingFrom: url)
    try FileManager.default.removeItem(at: url)
    return (LineReader(descriptor: handle.fileDescriptor, limit: limit), handle)
  }

  private func all(_ reader: LineReader) throws -> [String] {
    var lines: [String] = []
    while case .line(let line) = try reader.readLine() { lines.append(line) }
    return lines
  }

  @Test func linesEndAnyWay() throws {
    let (lines, file) = try reader(Array("one\n\n두울\r\nlast".utf8))
    #expect(try all(lines) == ["one", "", "두울", "last"])
    #expect(try lines.readLine() == .endOfInput)
    #expect(lines.lineNumber == 4)
    try file.close()
  }

  @Test func emptyInputAndByteOrderMark() throws {
    let (empty, one) = try reader([])
    #expect(try empty.readLine() == .endOfInput)
    let (marked, two) = try reader([0xEF, 0xBB, 0xBF] + Array("a\n".utf8))
    #expect(try all(marked) == ["a"])
    try one.close()
    try two.close()
  }

  @Test func aLineOfAMegabyteIsRead() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let (lines, file) = try reader(Array((long + "\nnext\n").utf8))
    #expect(try all(lines) == [long, "next"])
    try file.close()
  }

  @Test func aLineAboveTheLimitIsRefusedAndTheNextIsRead() throws {
    let (lines, file) = try reader(Array((String(repeating: "x", count: 300_000) + "\nnext\n0123456789").utf8), limit: 9)
    #expect(throws: LineReader.Problem.tooLong(line: 1, limit: 9)) { try lines.readLine() }
    #expect(try lines.readLine() == .line("next"))
    #expect(throws: LineReader.Problem.tooLong(line: 3, limit: 9)) { try lines.readLine() }
    #expect(try lines.readLine() == .endOfInput)
    try file.close()
  }

  @Test func aLineOfExactlyTheLimitIsTaken() throws {
    let (lines, file) = try reader(Array("123456789\n123456789\r\n".utf8), limit: 9)
    #expect(try all(lines) == ["123456789", "123456789"])
    try file.close()
  }

  @Test func badBytesAreRefusedWithTheirPlace() throws {
    let (lines, file) = try reader(
      Array("ok\n".utf8) + [0x61, 0xED, 0x95, 0x9C, 0xFF, 0x0A] + Array("a\0b\nok\n".utf8) + [0x61, 0xE2, 0x82])
    #expect(try lines.readLine() == .line("ok"))
    #expect(throws: LineReader.Problem.invalidUTF8(line: 2, byte: 5)) { try lines.readLine() }
    #expect(throws: LineReader.Problem.nul(line: 3, byte: 2)) { try lines.readLine() }
    #expect(try lines.readLine() == .line("ok"))
    #expect(throws: LineReader.Problem.invalidUTF8(line: 5, byte: 2)) { try lines.readLine() }
    #expect(try lines.readLine() == .endOfInput)
    #expect(LineReader.Problem.nul(line: 3, byte: 2).description == "line 3: byte 2 of the line is a NUL")
    try file.close()
  }

  @Test func aFolderCannotBeRead() throws {
    let descriptor = open("/", O_RDONLY)
    defer { close(descriptor) }
    let lines = LineReader(descriptor: descriptor)
    #expect(throws: LineReader.Problem.unreadable(line: 1, reason: "Is a directory")) { try lines.readLine() }
    #expect(try lines.readLine() == .endOfInput)
  }

  @Test func statementsGoOnUntilTheyAreComplete() throws {
    let (lines, file) = try reader(Array("a(\nb\n)\nc\n(\n".utf8))
    func isOpen(_ text: String) -> Bool { text.filter { $0 == "(" }.count > text.filter { $0 == ")" }.count }
    #expect(try lines.readStatement(prompt: "", continuation: "", isIncomplete: isOpen) == .line("a(\nb\n)"))
    #expect(try lines.readStatement(prompt: "", continuation: "", isIncomplete: isOpen) == .line("c"))
    #expect(try lines.readStatement(prompt: "", continuation: "", isIncomplete: isOpen) == .line("("))
    #expect(try lines.readStatement(prompt: "", continuation: "", isIncomplete: isOpen) == .endOfInput)
    try file.close()
  }
}
