import CasePaths
import IssueReporting
import Testing

@CasePathable @dynamicMemberLookup
enum Screen: Equatable {
  case home, settings
  case profile(id: Int)
  case row(Int, name: String)
  case labelled(id: Int, name: String)
  case nested(Nested)
  case optional(Nested?)
  case `default`(Bool)
  indirect case recursive(Screen)
  #if DEBUG || !DEBUG
    case conditional(Double)
  #else
    case never(NoSuchType)
  #endif

  @CasePathable @dynamicMemberLookup
  enum Nested: Equatable { case leaf(String), other }
}

@CasePathable public enum Generic<Payload> {
  case value(Payload)
  case both(Payload, Int)
}

@CasePathable enum Empty {}

@CasePathable private enum Hidden: Equatable { case only(Int) }

@CasePathable fileprivate enum FileHidden { case callback((Int) -> Int) }

struct Holder {
  @CasePathable package enum Inside: Equatable { case a(Int), b }
}

@Suite struct CasePathableMacroTests {
  @Test func payloadsOfAllShapes() {
    #expect(Screen.profile(id: 3)[case: \.profile] == 3)
    #expect((\Screen.Cases.profile)(3) == .profile(id: 3))
    #expect((\Screen.Cases.row)((1, name: "a")) == .row(1, name: "a"))
    #expect(Screen.labelled(id: 1, name: "a")[case: \.labelled]?.name == "a")
    #expect(Screen.default(true).default == true)
    #expect(Screen.home.is(\.home))
    #expect(!Screen.home.is(\.settings))
    #expect(Screen.conditional(1.5).conditional == 1.5)
    #expect(Screen.recursive(.recursive(.home)).recursive?.recursive == .home)
  }

  @Test func nestedPaths() {
    #expect(Screen.nested(.leaf("a"))[case: \.nested.leaf] == "a")
    #expect(Screen.nested(.leaf("a")).nested?.leaf == "a")
    #expect(Screen.optional(.leaf("a"))[case: \.optional.leaf] == "a")
    #expect(Screen.recursive(.nested(.other))[case: \.recursive.nested.other] != nil)
    #expect((\Screen.Cases.recursive.nested.leaf)("b") == .recursive(.nested(.leaf("b"))))
  }

  @Test func listsAndTellsTheCases() {
    #expect(Screen.allCasePaths.map { $0 }.count == 10)
    #expect(Screen.allCasePaths[.profile(id: 1)] == \.profile)
    #expect(Screen.allCasePaths[.home] == \.home)
    #expect(Empty.allCasePaths.map { $0 }.isEmpty)
    #expect(Array(Holder.Inside.allCasePaths) == [\.a, \.b])
  }

  @Test func genericAndHiddenEnums() {
    #expect(Generic.value("a")[case: \.value] == "a")
    #expect(Generic.both("a", 1)[case: \.both]?.1 == 1)
    #expect(Hidden.only(3)[case: \.only] == 3)
    #expect(FileHidden.callback { $0 + 1 }[case: \.callback]?(1) == 2)
  }

  @Test func changesOnlyTheCaseItIsIn() {
    var screen = Screen.labelled(id: 1, name: "a")
    screen.modify(\.labelled) { $0.id += 1 }
    #expect(screen == .labelled(id: 2, name: "a"))
    screen.labelled?.name += "b"
    #expect(screen == .labelled(id: 2, name: "ab"))
    screen.profile = 3
    #expect(screen == .labelled(id: 2, name: "ab"))
    withExpectedIssue { screen.modify(\.profile) { $0 += 1 } }
    #expect(screen == .labelled(id: 2, name: "ab"))
  }
}
