import Foundation

/// How output looks in one place: its colours, its signs and its width.
public struct Appearance: Sendable, Hashable {
  public var palette: Palette
  public var glyphs: Glyphs
  /// The columns lines are cut to; nil leaves them whole, as a pipe or a file wants it.
  public var columns: Int?

  public init(palette: Palette = .plain, glyphs: Glyphs = .unicode, columns: Int? = nil) {
    self.palette = palette
    self.glyphs = glyphs
    self.columns = columns
  }

  /// Reads off the environment how output on `descriptor` should look.
  ///
  /// - Parameters:
  ///   - descriptor: Where the output goes.
  ///   - color: What the command line said about colour.
  ///   - environment: The environment of the process.
  public static func detected(
    descriptor: Int32 = 1, color: ColorPolicy? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Appearance {
    let isTerminal = isatty(descriptor) == 1
    return Appearance(
      palette: Palette(isColored: ColorPolicy.isColored(flag: color, environment: environment, isTerminal: isTerminal)),
      glyphs: .suited(to: environment),
      columns: isTerminal ? TerminalSize.of(descriptor: descriptor, environment: environment).columns : nil)
  }
}
