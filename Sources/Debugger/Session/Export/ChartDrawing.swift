/// A chart drawn with characters: braille dots, two by four in each, or one sign a place where the locale has no braille.
struct ChartDrawing {
  /// The rows from top to bottom, all of the same width.
  let rows: [String]
  /// The values beside the top and the bottom row.
  let labels: (top: String, bottom: String)

  private static let height = 8

  /// - Parameters:
  ///   - columns: The characters there are for the chart.
  ///   - usesBraille: Whether braille can be shown.
  init(_ chart: Chart, columns: Int, usesBraille: Bool) {
    guard let bounds = chart.bounds else {
      rows = []
      labels = ("", "")
      return
    }
    if chart.isTruth {
      labels = ("true", "")
      rows = [Self.truths(chart, columns: columns, usesBraille: usesBraille)]
      return
    }
    labels = (Chart.text(bounds.high), Chart.text(bounds.low))
    // A value that never changes needs no height.
    let height = bounds.low == bounds.high ? 1 : Self.height
    let dots = (across: usesBraille ? columns * 2 : columns, up: height * (usesBraille ? 4 : 1))
    // Few entries are spread over some width, so that a short log is a curve and not a speck.
    let stretch = max(1, min(usesBraille ? 8 : 4, dots.across / max(1, chart.values.count)))
    let pieces = chart.columns(dots.across / stretch)
    let span = bounds.high - bounds.low
    func level(_ value: Double) -> Int {
      span == 0 ? 0 : Int(((value - bounds.low) / span * Double(dots.up - 1)).rounded())
    }
    var canvas = DotCanvas(across: pieces.count * stretch, up: dots.up, usesBraille: usesBraille)
    var previous: Int?
    for (index, piece) in pieces.enumerated() {
      guard let piece else {
        previous = nil
        continue
      }
      let x = index * stretch
      let (low, high) = (level(piece.low), level(piece.high))
      // A step from the value before, then the value for as long as it lasts.
      canvas.line(x, from: min(low, previous ?? low), to: max(high, previous ?? high))
      previous = level(piece.last)
      for step in 1..<max(stretch, 1) where stretch > 1 { canvas.set(x + step, level(piece.last)) }
    }
    rows = canvas.rows
  }

  private static func truths(_ chart: Chart, columns: Int, usesBraille: Bool) -> String {
    let (yes, no, both, none) = usesBraille ? ("█", "░", "▓", " ") : ("#", ".", "+", " ")
    return chart.columns(columns).map { piece in
      guard let piece else { return none }
      return piece.low == 1 ? yes : piece.high == 0 ? no : both
    }.joined()
  }
}

/// Dots that are shown as characters.
private struct DotCanvas {
  private let across: Int
  private let up: Int
  private let usesBraille: Bool
  private var cells: [[UInt8]]

  init(across: Int, up: Int, usesBraille: Bool) {
    self.across = across
    self.up = up
    self.usesBraille = usesBraille
    let width = usesBraille ? (across + 1) / 2 : across
    cells = Array(repeating: Array(repeating: 0, count: width), count: usesBraille ? up / 4 : up)
  }

  /// The bits of a braille character's dots, by row from the top and column (Unicode, block Braille Patterns).
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  mutating func set(_ x: Int, _ height: Int) {
    guard x < across, height >= 0, height < up else { return }
    let y = up - 1 - height
    if usesBraille {
      cells[y / 4][x / 2] |= Self.bits[y % 4][x % 2]
    } else {
      cells[y][x] = 1
    }
  }

  mutating func line(_ x: Int, from low: Int, to high: Int) {
    for height in low...high { set(x, height) }
  }

  var rows: [String] {
    cells.map { row in
      String(
        String.UnicodeScalarView(
          row.map { cell in
            usesBraille ? Unicode.Scalar(0x2800 + UInt32(cell)) ?? " " : cell == 0 ? " " : "*"
          }))
    }
  }
}
