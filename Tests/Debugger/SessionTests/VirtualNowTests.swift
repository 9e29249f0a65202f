import ComposableArchitecture
import Features
import Foundation
import Testing

@testable import Session

private struct Passes: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var expires: Date?
    var seen: [Date] = []
    var byDay: [Date: Int] = [:]
  }
  enum Action: Equatable, Sendable {
    case issue(Date)
    case look
    case ask
    case answered(Date)
  }

  @Dependency(\.endpointResponder) var outside

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .issue(let date): state.expires = date
      case .look: break
      case .answered(let date): state.seen.append(date)
      case .ask:
        return .run { [outside] send in
          let call = EndpointCall(client: "DateClient", endpoint: "current", arguments: [])
          guard let outside else { return }
          await send(.answered(try await outside.respond(to: call, returning: Date.self)))
        }
      }
      return .none
    }
  }
}

extension RootFeature {
  fileprivate static let passes = RootFeature("passes", summary: "a pass that expires", tryFirst: "look") {
    Passes.State()
  } reducer: {
    Passes()
  }
}

/// `now` is virtual time: what is typed means the moment here, and what a condition means is the moment of the state it is asked of.
@Suite struct VirtualNowTests {
  private func session() throws -> TranscriptSession { try TranscriptSession(.passes) }

  @Test func whatIsTypedMeansTheMomentHere() throws {
    let session = try session()
    #expect(session.type("issue(now)").contains("issue(Date(\"2024-01-01T00:00:00Z\"))"))
    session.type("advance 1h")
    #expect(session.type("issue(now + 5m)").contains("issue(Date(\"2024-01-01T01:05:00Z\"))"))
    #expect(session.type("set expires = now").contains("set expires = Date(\"2024-01-01T01:00:00Z\")"))
    #expect(session.type("set seen = [now - 1s]").contains("[Date(\"2024-01-01T00:59:59Z\")]"))
    #expect(session.type("print now", "print now + 5m") == "Date(\"2024-01-01T01:00:00Z\")\nDate(\"2024-01-01T01:05:00Z\")\n")
    // In the past it is the time there.
    session.type("goto 1")
    #expect(session.type("set expires = now").contains("set expires = Date(\"2024-01-01T00:00:00Z\")"))
    #expect(session.errors.isEmpty, "\(session.errors)")
  }

  @Test func aNumberIsAddedToADateWithItsUnit() throws {
    for line in ["print now + 5", "issue(now + 5)", "set expires = now + 5", "find expires > now + 5"] {
      let session = try session()
      session.type(line)
      #expect(session.errors.contains("5 has no unit: a date takes a Duration, such as 5s, 5m or 5h"), "\(session.errors)")
      #expect(session.errors.contains("5m\n"), "\(session.errors)")
    }
  }

  @Test func anAnswerMeansTheMomentOfTheCall() throws {
    let session = try session()
    session.type("advance 10s", "ask", "answer now")
    #expect(session.type("print seen.last") == "Date(\"2024-01-01T00:00:10Z\")\n")
    session.type("answer date.current = now + 1s", "advance 50s", "ask")
    #expect(session.type("print seen.last") == "Date(\"2024-01-01T00:01:01Z\")\n")
    #expect(session.type("verify").hasSuffix("came out the same again\n"), "\(session.output)")
    #expect(session.errors.isEmpty, "\(session.errors)")
  }

  @Test func aConditionMeansTheMomentOfEachEntry() throws {
    let session = try session()
    session.type("issue(now + 90s)", "advance 1m", "look", "advance 1m", "look")
    #expect(
      session.type("find expires > now").hasPrefix("expires > now is true after 2 of 3 entries: #1-#2\n"), "\(session.output)")
    #expect(session.type("bisect expires < now").hasPrefix("expires < now became true at #3"), "\(session.output)")
    #expect(session.type("bisect --monotone expires < now").hasPrefix("expires < now became true at #3"), "\(session.output)")
    #expect(session.type("print expires < now") == "true\n")
    #expect(session.type("print expires == now - 30s") == "true\n")
    #expect(session.type("goto 2", "print expires < now", "print expires == now + 30s").hasSuffix("false\ntrue\n"))
    session.type("goto start", "break look if expires < now", "watch expires if expires < now")
    #expect(session.type("continue").contains("breakpoint 1 at #3"), "\(session.output)")
    #expect(session.errors.isEmpty, "\(session.errors)")
  }

  @Test func aPatternAndAPathKeepTheMomentInWhichTheyWereTyped() throws {
    let session = try session()
    session.type("advance 1m")
    #expect(session.type("break issue(now)") == "breakpoint 1: break issue(Date(\"2024-01-01T00:01:00Z\"))\n")
    session.type("set byDay = [now: 3]")
    #expect(session.type("print byDay[now]") == "3\n")
    session.type("advance 1m")
    #expect(session.type("display byDay[now - 1m]") == "1: byDay[Date(\"2024-01-01T00:02:00Z\") - 1m] = 3\n")
    #expect(session.type("set byDay[now - 1m] = 4").hasPrefix("#2 set byDay[Date(\"2024-01-01T00:02:00Z\") - 1m] = 4"))
    #expect(session.type("set $byDay = [now: 5]", "undo").hasPrefix("#3 set byDay = "))
    #expect(session.type("print byDay[\"2024-01-01T00:01:00Z\"]") == "4\n")
    #expect(session.type("issue(now - 1m)").contains("breakpoint 1 at #"), "\(session.output)")
    #expect(session.errors.isEmpty, "\(session.errors)")
  }

  @Test func aReplayFindsTheSame() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("now-\(UUID().uuidString).hindsight").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let session = try session()
    session.type("advance 1h", "issue(now)", "advance 1m", "set expires = now + 1s", "save \(path)")
    let again = try self.session()
    again.type("load \(path)")
    #expect(again.type("print expires") == "Date(\"2024-01-01T01:01:01Z\")\n", "\(again.errors)")
    #expect(again.type("find expires == now || expires == now + 1s").contains("after 2 of 2 entries"), "\(again.output)")
  }

  @Test func whatIsBehindNilIsNil() throws {
    let session = try TranscriptSession(.plain)
    #expect(session.type("print fact.isEmpty", "print fact.count", "tree fact.count") == "nil\nnil\nfact.count: nil\n")
    #expect(session.type("print fact.isEmpty == true", "print ids.first") == "false\nnil\n")
    #expect(session.type("find fact.isEmpty").contains("it could not be told"), "\(session.output)")
    #expect(session.errors.isEmpty, "\(session.errors)")
    #expect(session.type("chart fact.count").hasPrefix("fact.count is never there"), "\(session.output)")
    session.type("ask", "answer \"ab\"")
    #expect(session.type("chart fact.count").contains("it is not there"), "\(session.output)")
    // What is no nil in Swift is told as before.
    session.type("print ids[3]")
    #expect(session.errors.contains("there is no element: the list is empty"), "\(session.errors)")
  }
}
