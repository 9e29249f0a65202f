import ActionLanguage

/// A chart as an SVG picture.
enum ChartPicture {
  private static let size = (width: 960.0, height: 320.0)
  private static let margin = (left: 64.0, right: 16.0, top: 36.0, bottom: 32.0)

  /// The picture; complete in itself, and as large for a long log as for a short one.
  static func svg(of chart: Chart) -> String {
    let inner = (width: size.width - margin.left - margin.right, height: size.height - margin.top - margin.bottom)
    let bounds = chart.bounds ?? (0, 1)
    let span = bounds.high == bounds.low ? 1 : bounds.high - bounds.low
    let pieces = chart.columns(Int(inner.width) / 2)
    func x(_ index: Int) -> String { number(margin.left + inner.width * Double(index) / Double(max(1, pieces.count))) }
    func y(_ value: Double) -> String { number(margin.top + inner.height * (1 - (value - bounds.low) / span)) }
    var path = ""
    var isDown = false
    for (index, piece) in pieces.enumerated() {
      guard let piece else {
        isDown = false
        continue
      }
      path += isDown ? " H\(x(index))" : "\(path.isEmpty ? "" : " ")M\(x(index)) \(y(piece.last))"
      if piece.low != piece.high { path += " V\(y(piece.low)) V\(y(piece.high))" }
      path += " V\(y(piece.last)) H\(x(index + 1))"
      isDown = true
    }
    let (first, last) = (chart.entries.first ?? 0, chart.entries.last ?? 0)
    let (top, bottom) = chart.isTruth ? ("true", "false") : (Chart.text(bounds.high), Chart.text(bounds.low))
    let baseline = number(margin.top + inner.height)
    let right = number(margin.left + inner.width)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(size.width)) \(number(size.height))" font-family="monospace" font-size="13">
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="\(number(margin.left))" y="20" fill="#24292f" font-weight="bold">\(escaped(chart.title))</text>
      <path d="M\(number(margin.left)) \(number(margin.top)) V\(baseline) H\(right)" fill="none" stroke="#8c959f"/>
      <text x="\(number(margin.left - 6))" y="\(number(margin.top + 10))" text-anchor="end" fill="#57606a">\(escaped(top))</text>
      <text x="\(number(margin.left - 6))" y="\(baseline)" text-anchor="end" fill="#57606a">\(escaped(bottom))</text>
      <text x="\(number(margin.left))" y="\(number(size.height - 10))" fill="#57606a">#\(first)</text>
      <text x="\(right)" y="\(number(size.height - 10))" text-anchor="end" fill="#57606a">#\(last)</text>
      <path d="\(path)" fill="none" stroke="#0969da" stroke-width="2"/>
      </svg>

      """
  }

  private static func number(_ value: Double) -> String { Chart.text((value * 10).rounded() / 10) }

  /// A text for markup: no sign of it is taken for markup, and what XML cannot hold is left out.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
