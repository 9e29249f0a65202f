import Terminal
import Testing

@Suite struct StateTreeTests {
  static let tree = StateTree(
    .init(
      label: "standups",
      children: [
        .init(
          label: "path", text: "1 element", style: .path,
          children: [.init(label: "#0", text: "detail", style: .path, children: [.init(label: "title", text: "\"Design\"")])]),
        .init(label: "destination", text: "editStandup", style: .destination),
        .init(label: "standups", children: [.init(label: "[0]", text: "디자인"), .init(label: "[1]", text: "e\u{1B}[2J")]),
      ]))

  @Test func drawsBranchesMarksAndLegend() {
    #expect(
      Self.tree.lines(in: Appearance()) == [
        "standups",
        "├─ ▶ path: 1 element",
        "│  └─ ▶ #0: detail",
        "│     └─ title: \"Design\"",
        "├─ ◆ destination: editStandup",
        "└─ standups",
        "   ├─ [0]: 디자인",
        "   └─ [1]: e\\u{1B}[2J",
        "▶ path   ◆ destination",
      ])
  }

  @Test func drawsASCIIWhereTheLocaleAsksForIt() {
    #expect(
      Self.tree.lines(in: Appearance(glyphs: .ascii), showsLegend: false).prefix(4) == [
        "standups", "|- > path: 1 element", "|  `- > #0: detail", "|     `- title: \"Design\"",
      ])
  }

  @Test func cutsLinesToTheWidth() {
    let lines = Self.tree.lines(in: Appearance(columns: 12), showsLegend: false)
    #expect(
      lines == [
        "standups", "├─ ▶ path: …", "│  └─ ▶ #0:…", "│     └─ ti…", "├─ ◆ destin…", "└─ standups", "   ├─ [0]: …", "   └─ [1]: …",
      ])
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 12 })
  }

  @Test func aWideCharacterIsNeverCutInHalf() {
    let tree = StateTree(.init(label: "이름", text: "디자인"))
    #expect(tree.lines(in: Appearance(columns: 12)) == ["이름: 디자인"])
    #expect(tree.lines(in: Appearance(columns: 11)) == ["이름: 디자…"])
    #expect(tree.lines(in: Appearance(columns: 10)) == ["이름: 디…"])
  }

  @Test func limitsChildrenAndDepth() {
    let rows = StateTree(.init(label: "rows", children: (0..<1000).map { .init(label: "[\($0)]") }))
    #expect(
      rows.lines(in: Appearance(), limits: .init(children: 2)) == ["rows", "├─ [0]", "├─ [1]", "└─ … 998 more"])
    #expect(rows.lines(in: Appearance(), limits: .init(depth: 0)) == ["rows", "└─ … 1000 below"])
    let partly = StateTree(.init(label: "rows", children: [.init(label: "[0]")], omittedChildren: 990))
    #expect(partly.lines(in: Appearance()) == ["rows", "├─ [0]", "└─ … 990 more"])
  }

  @Test func aVeryDeepTreeIsDrawn() {
    var node = StateTree.Node(label: "leaf")
    for _ in 0..<2000 { node = .init(label: "n", children: [node]) }
    #expect(StateTree(node).lines(in: Appearance(columns: 40), limits: .none).count == 2001)
  }

  @Test func coloursHighlightedLabelsOnly() {
    let tree = StateTree(.init(label: "a", text: "1", children: [.init(label: "b", text: "2", style: .path)]))
    #expect(
      tree.lines(in: Appearance(palette: .colored), showsLegend: false) == [
        "a: 1", "\u{1B}[2m└─ \u{1B}[0m\u{1B}[1;36m▶ b\u{1B}[0m: 2",
      ])
  }

  @Test func aligningTables() {
    let table = Table(
      columns: [.init("#", alignment: .right), .init("name"), .init("note")],
      rows: [["1", "카운터", "first"], ["12", "ab"], ["3", "c", "e\n"]])
    #expect(table.lines(in: Appearance()) == [" #  name    note", " 1  카운터  first", "12  ab", " 3  c       e\\u{A}"])
    #expect(table.lines(in: Appearance(columns: 14)) == [" #  name    n…", " 1  카운터  f…", "12  ab", " 3  c       e…"])
    #expect(Table(columns: [.init(), .init()], rows: [["a", "b"]]).lines(in: Appearance()) == ["a  b"])
  }

  @Test func columnsAreReadDownwards() {
    #expect(Table.columnar(["a", "bb", "한글", "d", "e"], width: 16) == ["a     한글  e", "bb    d"])
    #expect(Table.columnar(["abcdef"], width: 3) == ["ab…"])
    #expect(Table.columnar([], width: 3) == [])
  }
}
