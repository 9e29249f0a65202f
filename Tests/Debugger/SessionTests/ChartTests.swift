import ActionLanguage
import Foundation
import Testing

@testable import Session

@Suite struct ChartTests {
  @Test func aNumberIsDrawnOverTheLog() throws {
    let session = try TranscriptSession(.plain)
    for amount in [1, 1, 2, -4] { session.type("add(amount: \(amount))") }
    session.type("goto 3")
    #expect(
      session.type("chart count") == """
        count
        4 │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⡏⠉⠉⠉⡇⠀⠀⠀
          │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⡇⠀⠀⠀⡇⠀⠀⠀
          │⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⡇⠀⠀⠀⡇⠀⠀⠀
          │⠀⠀⠀⠀⠀⠀⠀⠀⣀⣀⣀⣀⡇⠀⠀⠀⡇⠀⠀⠀
          │⠀⠀⠀⠀⠀⠀⠀⠀⡇⠀⠀⠀⠀⠀⠀⠀⡇⠀⠀⠀
          │⠀⠀⠀⠀⣀⣀⣀⣀⡇⠀⠀⠀⠀⠀⠀⠀⡇⠀⠀⠀
          │⠀⠀⠀⠀⡇⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⡇⠀⠀⠀
        0 │⣀⣀⣀⣀⡇⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⠀⣇⣀⣀⣀
                       ▲
           #0                #4

        """)
  }

  @Test func aNumberThatNeverChangesIsOneRow() throws {
    let session = try TranscriptSession(.plain)
    session.type("makeID", "makeID")
    #expect(
      session.type("chart count") == """
        count
        0 │⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
                   ▲
           #0        #2

        """)
  }

  @Test func aTruthIsOneRow() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "add(amount: -2)")
    #expect(
      session.type("chart count > 0") == """
        count > 0
        true │░██░
                 ▲
              #0 #3

        """)
  }

  @Test func manyEntriesBecomeTheRangeOfEachPiece() {
    let chart = Chart(title: "n", entries: Array(0..<1000), values: (0..<1000).map { Double($0 % 10) }, isTruth: false)
    let columns = chart.columns(100)
    #expect(columns.count == 100)
    #expect(columns.allSatisfy { $0.map { $0.low == 0 && $0.high == 9 && $0.last == 9 } == true })
    #expect(Chart(title: "n", entries: [0], values: [nil], isTruth: false).bounds == nil)
  }

  @Test(arguments: [
    ("chart", "chart needs a path or a condition"), ("chart ids", "ids is no number and no truth: it is []"),
    ("chart fact", "fact is never there"), ("chart nothing", "nothing"), ("chart count 7..9", "there is no entry 7"),
    ("export chart.svg", "there is no chart yet"), ("export a.txt", "export writes .html, .svg and .json"),
    ("export", "export needs a file"),
  ])
  func wrongInputIsExplained(line: String, message: String) throws {
    let session = try TranscriptSession(.plain)
    session.type("increment")
    session.type(line)
    #expect(session.errors.contains(message), "\(session.errors)")
  }

  @Test func aPictureStandsAloneAndEscapesWhatItShows() {
    let svg = ChartPicture.svg(of: Chart(title: "a < \"b\" & c", entries: [0, 1], values: [0, 2], isTruth: false))
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
    #expect(svg.contains(">a &lt; &quot;b&quot; &amp; c</text>"))
    #expect(svg.hasSuffix("</svg>\n"))
  }

  /// The page's states are those of the session, each made from the one before as the page's script does it.
  @Test func aPageHoldsEveryState() throws {
    let session = try TranscriptSession(.plain)
    session.type(
      "startTimer", "advance 3s", "makeID", "set fact = \"</script><script>alert(1)</script>\"", "undo", "makeID", "chart count")
    let page = try SessionPage(of: session.session)
    #expect(page.entryCount == 7)
    #expect(page.text.components(separatedBy: "</script>").count == 3, "data cannot end the script it stands in")
    #expect(!page.text.replacing("http://www.w3.org/2000/svg", with: "").contains("://"))

    let start = try #require(page.text.range(of: "id=\"data\">"))
    let end = try #require(page.text.range(of: "</script>", range: start.upperBound..<page.text.endIndex))
    let json = try JSONSerialization.jsonObject(with: Data(page.text[start.upperBound..<end.lowerBound].utf8))
    let data = try #require(json as? [String: Any])
    let table = try #require(data["lines"] as? [[Any]])
    let entries = try #require(data["entries"] as? [[Any]])
    #expect(entries.compactMap { $0[0] as? Int } == [0, 1, 2, 3, 4, 5, 7, 6])
    #expect(entries[2][3] as? String == "tick")
    let branches = try #require(data["branches"] as? [[Any]])
    #expect(branches.map { $0.map { "\($0)" } } == [["#7", "-1", "0", "7", "0", "[]"], ["#6", "5", "7", "1", "0", "[]"]])
    var lines: [Int] = []
    var linesOfEntry: [[Int]] = []
    for (index, difference) in try #require(data["states"] as? [[Any]]).enumerated() {
      // What a branch has of its own follows the entry that it hangs from.
      if index == 7 { lines = linesOfEntry[5] }
      let (first, removed) = (try #require(difference[0] as? Int), try #require(difference[1] as? Int))
      lines.replaceSubrange(first..<first + removed, with: try #require(difference[2] as? [Int]))
      let number = try #require(entries[index][0] as? Int)
      let state = try session.session.playback.state(atEntry: number)
      let count = try StatePath("count").evaluate(in: state)
      linesOfEntry.append(lines)
      #expect(lines.contains { table[$0][1] as? String == "count" && table[$0][2] as? String == "\(count)" })
    }
    #expect(data["drawing"] as? String == session.session.branchLines().joined(separator: "\n"))
  }
}
