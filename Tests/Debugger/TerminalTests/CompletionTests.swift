import Testing

@testable import Terminal

@Suite struct CompletionTests {
  private func completion(_ names: String...) -> Completion {
    Completion(replacing: 0..<0, with: names.map { .init($0) })
  }

  @Test func commonPrefixes() {
    #expect(completion("increment", "increase").commonPrefix == "incre")
    #expect(completion("완료", "완성").commonPrefix == "완")
    #expect(completion("a", "b").commonPrefix == "")
    #expect(completion("a", "ab").commonPrefix == "a")
    #expect(completion().commonPrefix == "")
    // 가 and 각 share a scalar when decomposed, but no character.
    #expect(completion("\u{1100}\u{1161}", "\u{1100}\u{1161}\u{11A8}").commonPrefix == "")
  }

  @Test func listsInColumnsUpToALimit() {
    let many = Completion(replacing: 0..<0, with: (1...9).map { .init("m\($0)") })
    #expect(
      many.listing(in: Appearance(), size: .init(columns: 11, rows: 24), limit: 7) == [
        "m1  m4  m7", "m2  m5", "m3  m6", "… and 2 more",
      ])
  }

  @Test func explanationsTakeALineEachWhileThereIsRoom() {
    let two = Completion(replacing: 0..<0, with: [.init("tick", explanation: "(Int)"), .init("end")])
    #expect(two.listing(in: Appearance(), size: .init(columns: 40, rows: 24)) == ["tick  (Int)", "end"])
    #expect(two.listing(in: Appearance(), size: .init(columns: 50, rows: 4)) == ["tick  (Int)              end"])
    #expect(two.listing(in: Appearance(), size: .init(columns: 10, rows: 24)) == ["tick  (I…", "end"])
  }

  @Test func explanationsStayWhereTheListIsTallerThanTheScreen() {
    let many = Completion(replacing: 0..<0, with: (1...5).map { .init("case\($0)", explanation: "(id: UUID, title: String)") })
    #expect(
      many.listing(in: Appearance(), size: .init(columns: 60, rows: 6)) == [
        "case1  (id: UUID, title: St…  case4  (id: UUID, title: St…",
        "case2  (id: UUID, title: St…  case5  (id: UUID, title: St…",
        "case3  (id: UUID, title: St…",
      ])
    // Where no second column fits, the list is as tall as it must be.
    #expect(many.listing(in: Appearance(), size: .init(columns: 30, rows: 6)).count == 5)
    #expect(many.listing(in: Appearance(), size: .init(columns: 30, rows: 6)).first == "case1  (id: UUID, title: Str…")
  }

  @Test func promptsFenceTheirColours() {
    #expect(LineEditor.fenced("a> ") == "a> ")
    #expect(LineEditor.fenced("\u{1B}[1mab\u{1B}[0m> ") == "\u{1}\u{1B}[1m\u{1}ab\u{1}\u{1B}[0m\u{1}> ")
    #expect(LineEditor.fenced("\u{1B}[1m\u{1B}[35ma> \u{1B}[0m") == "\u{1}\u{1B}[1m\u{1B}[35m\u{1}a>\u{1}\u{1B}[0m\u{1} ")
  }

  @Test func layoutFollowsTheEditorsRules() {
    func place(_ text: String, columns: Int) -> [Int] {
      var layout = LineLayout(columns: columns)
      layout.advance(over: text)
      return [layout.row, layout.column]
    }
    #expect(place("abc", columns: 10) == [0, 3])
    #expect(place("0123456789", columns: 10) == [1, 0])
    #expect(place("012345678한", columns: 10) == [1, 2])
    #expect(place("\u{1}", columns: 10) == [0, 2])
    #expect(place("ab\tc", columns: 20) == [0, 9])
    #expect(place("a\nbck:", columns: 10) == [1, 4])
  }
}
