/// Where libedit puts each character: it does not tell, and whoever draws around its line must know.
///
/// The rules are those of its refresh code, its quirks included, since only its own idea of the cursor counts here.
struct LineLayout {
  let columns: Int
  private(set) var row = 0
  private(set) var column = 0

  init(columns: Int) { self.columns = max(columns, 2) }

  mutating func advance(over text: String) {
    for scalar in text.unicodeScalars { advance(over: scalar) }
  }

  mutating func advance(over scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x0A:
      row += 1
      column = 0
    case 0x09: for _ in 0..<(8 - column % 8) { put(1) }
    case 0..<0x20, 0x7F: for _ in 0..<2 { put(1) }  // ^X
    case 0x80..<0xA0: for _ in 0..<7 { put(1) }  // \U+XXXX
    default:
      let width = DisplayWidth.of(scalar)
      // A wide character that would not fit goes to the next row, and blanks fill this one.
      while column + width > columns { put(1) }
      put(max(width, 1))
    }
  }

  private mutating func put(_ width: Int) {
    column += width
    if column >= columns {
      column = 0
      row += 1
    }
  }
}
