/// Rows of cells under aligned columns.
public struct Table: Sendable, Hashable {
  /// How one column is laid out.
  public struct Column: Sendable, Hashable {
    public var title: String
    public var alignment: DisplayWidth.Alignment
    public var style: Style

    public init(_ title: String = "", alignment: DisplayWidth.Alignment = .left, style: Style = .plain) {
      self.title = title
      self.alignment = alignment
      self.style = style
    }
  }

  public var columns: [Column]
  public var rows: [[String]]

  public init(columns: [Column], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The lines of the table, with a heading line when any column has a title; the last column is cut to the width.
  ///
  /// Cells are escaped; a row may have fewer cells than there are columns.
  public func lines(in appearance: Appearance) -> [String] {
    let cells = rows.map { $0.prefix(columns.count).map(\.sanitized) }
    let titles = columns.map(\.title)
    let hasHeading = titles.contains { !$0.isEmpty }
    let widths = columns.indices.map { index in
      max(
        cells.lazy.map { index < $0.count ? DisplayWidth.of($0[index]) : 0 }.max() ?? 0,
        hasHeading ? DisplayWidth.of(titles[index]) : 0)
    }
    func line(_ cells: [String], style: (Int) -> Style) -> String {
      var result = ""
      var used = 0
      for (index, cell) in cells.enumerated() {
        let isLast = index == cells.count - 1
        if index > 0 {
          result += "  "
          used += 2
        }
        var text = cell
        if let columns = appearance.columns {
          text = DisplayWidth.truncate(text, to: max(columns - used, 0), ellipsis: appearance.glyphs.ellipsis)
        }
        let alignment = columns[index].alignment
        let fill = widths[index] - DisplayWidth.of(text)
        let spaces = String(repeating: " ", count: max(fill, 0))
        let painted = appearance.palette.paint(text, style(index))
        // No spaces at the end of a line: they wrap in a narrow window and spoil what is pasted elsewhere.
        result += alignment == .right ? spaces + painted : isLast ? painted : painted + spaces
        used += max(widths[index], 0)
      }
      return result
    }
    var lines: [String] = hasHeading ? [line(titles) { _ in .heading }] : []
    for row in cells { lines.append(line(row) { columns[$0].style }) }
    return lines
  }

  /// Short items in as many columns as fit, read downwards, as `ls` does.
  ///
  /// - Parameters:
  ///   - items: The items, each on one line already.
  ///   - width: The columns of the screen.
  public static func columnar(_ items: [String], width: Int) -> [String] {
    guard let widest = items.lazy.map({ DisplayWidth.of($0) }).max() else { return [] }
    let step = widest + 2
    let perLine = max(1, (width + 2) / step)
    let height = (items.count + perLine - 1) / perLine
    return (0..<height).map { row in
      let cells = stride(from: row, to: items.count, by: height).map { items[$0] }
      let fitting = cells.enumerated().map { index, cell in
        let cut = DisplayWidth.truncate(cell, to: max(width, 1))
        return index == cells.count - 1 ? cut : DisplayWidth.pad(cut, to: step)
      }
      return fitting.joined()
    }
  }
}
