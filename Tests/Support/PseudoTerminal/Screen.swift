import CPseudoTerminal

/// What a person sees: a model of a terminal's screen, fed with the bytes a program wrote.
///
/// It knows what line editors use: cursor movement, erasing, inserting and deleting, wide and combining characters, wrapping
/// at the right edge, scrolling, and wrapping long lines anew when the window changes. Colours are left out.
public struct Screen: Sendable {
  /// One place of the screen; the right half of a wide character is empty.
  private enum Cell: Hashable {
    case blank
    case text(String)
    case rightHalf
  }

  private struct Row {
    var cells: [Cell]
    /// The line goes on in the next row because it was too long, not because of a line break.
    var isWrapped = false
  }

  public private(set) var columns: Int
  public private(set) var rows: Int
  /// Where the next character goes, from 0.
  public private(set) var cursor: (row: Int, column: Int) = (0, 0)
  /// How often the bell rang.
  public private(set) var bells = 0

  private var lines: [Row]
  private var scrolledOut: [String] = []
  /// The last column was written: the next character wraps first.
  private var isWrapPending = false
  private var pending: [UInt8] = []
  private var saved: (row: Int, column: Int) = (0, 0)

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    lines = Array(repeating: Row(cells: Array(repeating: .blank, count: columns)), count: rows)
  }

  /// The rows as text without the blanks at their ends, the empty ones at the bottom left out.
  public var text: [String] {
    var rows = lines.map { Self.text(of: $0) }
    while rows.last == "" { rows.removeLast() }
    return rows
  }

  /// The rows that scrolled off the top, and those on the screen.
  public var everything: [String] { scrolledOut + text }

  private static func text(of row: Row) -> String {
    var text = ""
    for cell in row.cells {
      switch cell {
      case .blank: text += " "
      case .text(let character): text += character
      case .rightHalf: break
      }
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  // MARK: Resizing

  /// Changes the size as today's terminals do: lines that were wrapped are wrapped anew, and the cursor stays in its line.
  public mutating func resize(columns newColumns: Int, rows newRows: Int) {
    var logical: [(cells: [Cell], cursor: Int?)] = []
    var isContinued = false
    let lastUsed = max(cursor.row, lines.lastIndex { $0.cells.contains { $0 != .blank } } ?? 0)
    for (index, row) in lines[...lastUsed].enumerated() {
      if !isContinued { logical.append(([], nil)) }
      if index == cursor.row { logical[logical.count - 1].cursor = logical[logical.count - 1].cells.count + cursor.column }
      logical[logical.count - 1].cells += row.cells
      isContinued = row.isWrapped
    }
    var result: [Row] = []
    var newCursor = (row: 0, column: 0)
    for line in logical {
      var cells = line.cells
      while cells.count > (line.cursor ?? 0), cells.last == .blank { cells.removeLast() }
      var row = Row(cells: [])
      for (index, cell) in cells.enumerated() {
        let needed = index + 1 < cells.count && cells[index + 1] == .rightHalf ? 2 : 1
        if row.cells.count + needed > newColumns {
          row.isWrapped = true
          result.append(row)
          row = Row(cells: [])
        }
        if index == line.cursor { newCursor = (result.count, row.cells.count) }
        row.cells.append(cell)
      }
      if let cursor = line.cursor, cursor >= cells.count {
        if row.cells.count >= newColumns {
          row.isWrapped = true
          result.append(row)
          row = Row(cells: [])
        }
        newCursor = (result.count, row.cells.count)
      }
      result.append(row)
    }
    columns = newColumns
    rows = newRows
    for index in result.indices {
      result[index].cells += Array(repeating: .blank, count: max(0, newColumns - result[index].cells.count))
    }
    while result.count > newRows {
      if newCursor.row == 0 { break }
      scrolledOut.append(Self.text(of: result.removeFirst()))
      newCursor.row -= 1
    }
    result = Array(result.prefix(newRows))
    while result.count < newRows { result.append(blankRow) }
    lines = result
    cursor = newCursor
    isWrapPending = false
  }

  private var blankRow: Row { Row(cells: Array(repeating: .blank, count: columns)) }

  // MARK: Bytes

  /// Draws what a program wrote; a sequence that is cut off waits for its rest.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var input = pending[...]
    while let first = input.first {
      let taken = first == 0x1B ? escape(input) : first < 0x20 || first == 0x7F ? control(first) : character(input)
      guard taken > 0 else { break }
      input = input.dropFirst(taken)
    }
    pending = Array(input)
  }

  private mutating func control(_ byte: UInt8) -> Int {
    switch byte {
    case 0x07: bells += 1
    case 0x08:
      cursor.column = max(0, cursor.column - 1)
      isWrapPending = false
    case 0x09:
      cursor.column = min(columns - 1, (cursor.column / 8 + 1) * 8)
    case 0x0A, 0x0B, 0x0C:
      lines[cursor.row].isWrapped = false
      lineFeed()
    case 0x0D:
      cursor.column = 0
      isWrapPending = false
    default: break
    }
    return 1
  }

  private mutating func lineFeed() {
    isWrapPending = false
    if cursor.row < rows - 1 {
      cursor.row += 1
    } else {
      scrolledOut.append(Self.text(of: lines.removeFirst()))
      lines.append(blankRow)
    }
  }

  private mutating func character(_ input: ArraySlice<UInt8>) -> Int {
    let first = input[input.startIndex]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard input.count >= length else { return 0 }
    let text = String(decoding: input.prefix(length), as: UTF8.self)
    for scalar in text.unicodeScalars { draw(scalar) }
    return length
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let width = Int(pseudo_terminal_width(scalar.value))
    guard width >= 0 else { return }
    if width == 0 {
      combine(scalar)
      return
    }
    if isWrapPending || cursor.column + width > columns {
      lines[cursor.row].isWrapped = true
      lineFeed()
      cursor.column = 0
    }
    clearHalf(at: cursor.column)
    clearHalf(at: cursor.column + width - 1)
    lines[cursor.row].cells[cursor.column] = .text(String(Character(scalar)))
    if width == 2 { lines[cursor.row].cells[cursor.column + 1] = .rightHalf }
    if cursor.column + width == columns {
      cursor.column = columns - 1
      isWrapPending = true
    } else {
      cursor.column += width
    }
  }

  private mutating func combine(_ scalar: Unicode.Scalar) {
    var column = isWrapPending ? cursor.column : cursor.column - 1
    while column >= 0, lines[cursor.row].cells[column] == .rightHalf { column -= 1 }
    guard column >= 0, case .text(let base) = lines[cursor.row].cells[column] else { return }
    var text = base.unicodeScalars
    text.append(scalar)
    lines[cursor.row].cells[column] = .text(String(text))
  }

  /// Overwriting one half of a wide character leaves a blank where the other was.
  private mutating func clearHalf(at column: Int) {
    guard column >= 0, column < columns else { return }
    if lines[cursor.row].cells[column] == .rightHalf {
      lines[cursor.row].cells[column] = .blank
      if column > 0 { lines[cursor.row].cells[column - 1] = .blank }
    } else if column + 1 < columns, lines[cursor.row].cells[column + 1] == .rightHalf {
      lines[cursor.row].cells[column + 1] = .blank
    }
  }

  // MARK: Escape sequences

  private mutating func escape(_ input: ArraySlice<UInt8>) -> Int {
    let bytes = Array(input.prefix(256))
    guard bytes.count > 1 else { return 0 }
    switch bytes[1] {
    case UInt8(ascii: "["):
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return bytes.count < 256 ? 0 : 1
      }
      let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
      command(Character(Unicode.Scalar(bytes[end])), parameters)
      return end + 1
    case UInt8(ascii: "]"):
      // A title or the like: up to the bell or ESC \.
      for index in 2..<max(2, bytes.count) {
        if bytes[index] == 0x07 { return index + 1 }
        if bytes[index] == 0x1B, index + 1 < bytes.count { return index + 2 }
      }
      return bytes.count < 256 ? 0 : 1
    case UInt8(ascii: "("), UInt8(ascii: ")"): return bytes.count > 2 ? 3 : 0
    case UInt8(ascii: "7"): saved = cursor
    case UInt8(ascii: "8"): move(row: saved.row, column: saved.column)
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "E"):
      lineFeed()
      cursor.column = 0
    case UInt8(ascii: "M"):
      if cursor.row > 0 {
        cursor.row -= 1
      } else {
        lines.removeLast()
        lines.insert(blankRow, at: 0)
      }
    default: break
    }
    return 2
  }

  private mutating func command(_ name: Character, _ parameters: String) {
    guard !parameters.hasPrefix("?"), !parameters.hasPrefix(">") else { return }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch name {
    case "A": move(row: cursor.row - count, column: cursor.column)
    case "B", "e": move(row: cursor.row + count, column: cursor.column)
    case "C", "a": move(row: cursor.row, column: cursor.column + count)
    case "D": move(row: cursor.row, column: cursor.column - count)
    case "E": move(row: cursor.row + count, column: 0)
    case "F": move(row: cursor.row - count, column: 0)
    case "G", "`": move(row: cursor.row, column: count - 1)
    case "d": move(row: count - 1, column: cursor.column)
    case "H", "f": move(row: count - 1, column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "J":
      switch numbers.first ?? 0 {
      case 0:
        erase(cursor.column..<columns)
        for row in (cursor.row + 1)..<max(rows, cursor.row + 1) { lines[row] = blankRow }
      case 1:
        erase(0..<(cursor.column + 1))
        for row in 0..<cursor.row { lines[row] = blankRow }
      default: for row in 0..<rows { lines[row] = blankRow }
      }
    case "K":
      switch numbers.first ?? 0 {
      case 0: erase(cursor.column..<columns)
      case 1: erase(0..<(cursor.column + 1))
      default: erase(0..<columns)
      }
    case "P":
      let removed = min(count, columns - cursor.column)
      lines[cursor.row].cells.removeSubrange(cursor.column..<(cursor.column + removed))
      lines[cursor.row].cells += Array(repeating: .blank, count: removed)
    case "@":
      let added = min(count, columns - cursor.column)
      lines[cursor.row].cells.insert(contentsOf: Array(repeating: .blank, count: added), at: cursor.column)
      lines[cursor.row].cells.removeLast(added)
    case "X": erase(cursor.column..<min(columns, cursor.column + count))
    case "L":
      for _ in 0..<min(count, rows - cursor.row) {
        lines.insert(blankRow, at: cursor.row)
        lines.removeLast()
      }
    case "M":
      for _ in 0..<min(count, rows - cursor.row) {
        lines.remove(at: cursor.row)
        lines.append(blankRow)
      }
    default: break
    }
  }

  private mutating func move(row: Int, column: Int) {
    cursor = (min(max(row, 0), rows - 1), min(max(column, 0), columns - 1))
    isWrapPending = false
  }

  private mutating func erase(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    clearHalf(at: range.lowerBound)
    clearHalf(at: range.upperBound - 1)
    for column in range { lines[cursor.row].cells[column] = .blank }
    if range.upperBound == columns { lines[cursor.row].isWrapped = false }
    isWrapPending = false
  }
}
