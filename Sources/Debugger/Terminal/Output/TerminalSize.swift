import Foundation

/// The columns and rows of a terminal.
public struct TerminalSize: Sendable, Hashable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// What to assume where nothing says anything.
  public static let fallback = TerminalSize(columns: 80, rows: 24)

  /// The size of the terminal behind `descriptor`, or what `COLUMNS` and `LINES` say, or 80 × 24.
  public static func of(descriptor: Int32 = 1, environment: [String: String] = ProcessInfo.processInfo.environment) -> Self {
    var window = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }
    func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
    return TerminalSize(
      columns: number("COLUMNS") ?? fallback.columns, rows: number("LINES") ?? fallback.rows)
  }
}
