import CasePaths
import IssueReporting
import Synchronization
import Testing

@Suite struct XCTestHelpersTests {
  @CasePathable
  enum Screen: Equatable {
    case edit(name: String)
    case count(Int)
    case off
  }

  @Test func modifiesThePayloadOfTheCase() {
    var screen = Screen.count(1)
    XCTModify(&screen, case: \.count) { $0 += 1 }
    #expect(screen == .count(2))
    var optional: Screen? = .edit(name: "Blob")
    XCTModify(&optional, case: \.some.edit) { $0 += " Jr." }
    XCTModify(&optional, case: /Screen.edit) { $0 += "!" }
    XCTModify(&optional) { screen in XCTModify(&screen, case: \.edit) { $0 += "?" } }
    #expect(optional == .edit(name: "Blob Jr.!?"))
  }

  @Test func failsWhenTheValueIsInAnotherCase() {
    var screen = Screen.off
    var nothing: Int?
    let messages = reports {
      XCTModify(&screen, case: \.count, "counting") { $0 += 1 }
      XCTModify(&nothing) { $0 += 1 }
    }
    #expect(screen == .off)
    #expect(
      messages == [
        "XCTModify failed: expected a payload of Int, but the value is off - counting",
        "XCTModify failed: expected a payload of Int, but the value is nil",
      ])
  }

  @Test func unwrapsOrThrows() throws {
    #expect(try XCTUnwrap(Screen.count(3), case: \.count) == 3)
    let messages = reports {
      #expect(throws: CaseMismatch.self) { try XCTUnwrap(Screen.off, case: \.count) }
    }
    #expect(messages == ["XCTUnwrap failed: expected a payload of Int, but the value is off"])
  }

  private func reports(_ body: () -> Void) -> [String] {
    let reporter = Reporter()
    withIssueReporters([reporter], operation: body)
    return reporter.messages.withLock { $0 }
  }

  private final class Reporter: IssueReporter {
    let messages = Mutex<[String]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString, line: UInt,
      column: UInt
    ) {
      let message = message() ?? ""
      messages.withLock { $0.append(message) }
    }
  }
}
