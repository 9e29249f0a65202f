import CasePaths
import Testing

/// An enum whose conformance is written by hand, as `@CasePathable` would write it.
enum Outer: CasePathable, Equatable {
  case inner(Inner)
  case number(Int)
  case empty
  case maybe(Inner?)

  struct AllCasePaths: Sendable {
    var inner: AnyCasePath<Outer, Inner> {
      AnyCasePath(embed: { .inner($0) }, extract: { if case .inner(let value) = $0 { value } else { nil } })
    }
    var number: AnyCasePath<Outer, Int> {
      AnyCasePath(embed: { .number($0) }, extract: { if case .number(let value) = $0 { value } else { nil } })
    }
    var empty: AnyCasePath<Outer, Void> {
      AnyCasePath(embed: { .empty }, extract: { if case .empty = $0 { () } else { nil } })
    }
    var maybe: AnyCasePath<Outer, Inner?> {
      AnyCasePath(embed: { .maybe($0) }, extract: { if case .maybe(let value) = $0 { value } else { nil } })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@dynamicMemberLookup
enum Inner: CasePathable, Equatable {
  case text(String)
  case pair(Int, String)

  struct AllCasePaths: Sendable {
    var text: AnyCasePath<Inner, String> {
      AnyCasePath(embed: { .text($0) }, extract: { if case .text(let value) = $0 { value } else { nil } })
    }
    var pair: AnyCasePath<Inner, (Int, String)> {
      AnyCasePath(embed: { .pair($0.0, $0.1) }, extract: { if case .pair(let a, let b) = $0 { (a, b) } else { nil } })
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@Suite struct CaseKeyPathTests {
  @Test func embedsThroughOneAndTwoEnums() {
    #expect((\Outer.Cases.number)(3) == .number(3))
    #expect((\Outer.Cases.inner.text)("a") == .inner(.text("a")))
    #expect((\Outer.Cases.empty)() == .empty)
    #expect((\Outer.Cases.inner.pair)((1, "b")) == .inner(.pair(1, "b")))
  }

  @Test func readsThePayloadOfTheCaseOnly() {
    let value = Outer.inner(.text("a"))
    #expect(value[case: \.inner] == .text("a"))
    #expect(value[case: \.inner.text] == "a")
    #expect(value[case: \.number] == nil)
    #expect(Inner.text("a").text == "a")
    #expect(Inner.pair(1, "b").text == nil)
  }

  @Test func goesThroughAnOptionalPayload() {
    #expect(Outer.maybe(.text("a"))[case: \.maybe.text] == "a")
    #expect(Outer.maybe(nil)[case: \.maybe.text] == nil)
    #expect(Outer.maybe(.text("a"))[case: \.maybe.some.text] == "a")
    #expect(Outer.maybe(nil)[case: \.maybe] == .some(nil))
    #expect((\Outer.Cases.maybe.some.text)("a") == .maybe(.text("a")))
  }

  @Test func writesOnlyTheCaseItIsIn() {
    var value = Outer.number(1)
    value[case: \.number] = 2
    #expect(value == .number(2))
    value[case: \.inner] = .text("a")
    #expect(value == .number(2))
    value[case: \.number] = nil
    #expect(value == .number(2))
    value = .maybe(.text("a"))
    value[case: \.maybe] = nil
    #expect(value == .maybe(nil))
  }

  @Test func tellsTheCase() {
    #expect(Outer.number(1).is(\.number))
    #expect(!Outer.number(1).is(\.inner))
    #expect(Outer.inner(.text("")).is(\.inner.text))
    #expect(Outer.empty.is(\.empty))
  }

  @Test func matchesAsAPattern() {
    func name(_ value: Outer) -> String {
      switch value {
      case \.inner.text: "text"
      case \.number: "number"
      default: "other"
      }
    }
    #expect(name(.inner(.text(""))) == "text")
    #expect(name(.inner(.pair(1, ""))) == "other")
    #expect(name(.number(0)) == "number")
  }

  @Test func partialKeyPathsEmbedOnlyTheirOwnType() {
    let path: PartialCaseKeyPath<Outer> = \.number
    #expect(path(3) == Outer.number(3))
    #expect(path("3") as Outer? == nil)
    #expect(path == \Outer.Cases.number)
    #expect(path != \Outer.Cases.inner)
  }

  @Test func areTheTypeTheyAreDeclaredAs() {
    func take<Root, Value>(action: CaseKeyPath<Root, Value>, of root: Root.Type) -> ObjectIdentifier {
      ObjectIdentifier(Value.self)
    }
    #expect(take(action: \.inner, of: Outer.self) == ObjectIdentifier(Inner.self))
    #expect(take(action: \.inner.text, of: Outer.self) == ObjectIdentifier(String.self))
    #expect(take(action: \.self, of: Outer.self) == ObjectIdentifier(Outer.self))
    let appended: CaseKeyPath<Outer, String> = (\Outer.Cases.inner).appending(path: \.text)
    #expect(appended == \Outer.Cases.inner.text)
  }

  @Test func standardEnumsHaveCases() {
    let some: Int? = 3
    #expect(some[case: \.some] == 3)
    #expect(some.is(\.some))
    #expect(!some.is(\.none))
    #expect((\Optional<Int>.Cases.none)() == nil)
    let result = Result<Int, Problem>.failure(Problem())
    #expect(result[case: \.failure] == Problem())
    #expect(result[case: \.success] == nil)
    #expect(Optional<Int>.allCasePaths.map { $0 } == [\.none, \.some])
    #expect(Optional<Int>.allCasePaths[3] == \.some)
    #expect(Result<Int, Problem>.allCasePaths[result] == \.failure)
  }

  struct Problem: Error, Equatable {}
}

@Suite struct AnyCasePathTests {
  @Test func modifiesInPlaceOrThrows() throws {
    var value = Outer.number(1)
    try AnyCasePath(\Outer.Cases.number).modify(&value) { $0 += 1 }
    #expect(value == .number(2))
    #expect(throws: CaseMismatch.self) { try AnyCasePath(\Outer.Cases.inner).modify(&value) { _ in } }
    #expect(value == .number(2))
  }

  @Test func goesOnByNameAndByPath() {
    let path: AnyCasePath<Outer, String> = Outer.allCasePaths.inner.text
    #expect(path.extract(from: .inner(.text("a"))) == "a")
    #expect(path.embed("b") == .inner(.text("b")))
    let through: AnyCasePath<Outer, String> = Outer.allCasePaths.maybe.text
    #expect(through.extract(from: .maybe(.text("a"))) == "a")
  }
}
