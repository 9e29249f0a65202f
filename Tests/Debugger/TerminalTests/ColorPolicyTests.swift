import Terminal
import Testing

@Suite struct ColorPolicyTests {
  @Test(
    arguments: [
      (nil, [:], true, true), (nil, [:], false, false), (.auto, [:], true, true),
      (nil, ["NO_COLOR": "1"], true, false), (nil, ["NO_COLOR": ""], true, true),
      (nil, ["TERM": "dumb"], true, false), (nil, ["CLICOLOR": "0"], true, false),
      (nil, ["CLICOLOR_FORCE": "1"], false, true), (nil, ["FORCE_COLOR": "1"], false, true),
      (nil, ["FORCE_COLOR": "0"], false, false),
      (nil, ["FORCE_COLOR": "1", "TERM": "dumb"], false, true),
      (nil, ["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false),
      (.always, ["NO_COLOR": "1"], false, true), (.never, ["FORCE_COLOR": "1"], true, false),
    ] as [(ColorPolicy?, [String: String], Bool, Bool)])
  func decides(flag: ColorPolicy?, environment: [String: String], isTerminal: Bool, isColored: Bool) {
    #expect(ColorPolicy.isColored(flag: flag, environment: environment, isTerminal: isTerminal) == isColored)
  }

  @Test func painting() {
    #expect(Palette.colored.paint("x", .failure) == "\u{1B}[1;31mx\u{1B}[0m")
    #expect(Palette.colored.paint("x", .plain) == "x")
    #expect(Palette.colored.paint("", .failure) == "")
    #expect(Palette.plain.paint("x", .failure) == "x")
    #expect(Palette.stripped("a\u{1B}[1;31m한\u{1B}[0m b") == "a한 b")
  }

  @Test(
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false), (["LC_CTYPE": "ko_KR.UTF-8", "LANG": "C"], true),
      (["LC_ALL": "", "LANG": "en_US.UTF-8"], true),
    ] as [([String: String], Bool)])
  func locale(environment: [String: String], isUTF8: Bool) {
    #expect(Glyphs.suited(to: environment) == (isUTF8 ? .unicode : .ascii))
  }

  @Test func asciiGlyphsAreASCII() {
    #expect(String(describing: Glyphs.ascii).utf8.allSatisfy { $0 < 0x80 })
  }
}
