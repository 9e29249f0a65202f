import Clocks
import Dependencies
import Foundation
import IssueReporting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every key that comes with the library: overridden by its key path, read as a property and as a part.
@Suite struct BuiltInKeysTests {
  struct Model {
    @Dependency(\.assert) var assert
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.calendar) var calendar
    @Dependency(\.context) var context
    @Dependency(\.continuousClock) var continuousClock
    @Dependency(\.date) var date
    @Dependency(\.date.now) var now
    @Dependency(\.fireAndForget) var fireAndForget
    @Dependency(\.locale) var locale
    @Dependency(\.mainQueue) var mainQueue
    @Dependency(\.mainRunLoop) var mainRunLoop
    @Dependency(\.openURL) var openURL
    @Dependency(\.precondition) var precondition
    @Dependency(\.suspendingClock) var suspendingClock
    @Dependency(\.timeZone) var timeZone
    @Dependency(\.urlSession) var urlSession
    @Dependency(\.uuid) var uuid
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  }

  private struct Fixed: RandomNumberGenerator, Sendable {
    func next() -> UInt64 { 1 << 63 }
  }

  @Test func valuesAreGivenByKeyPath() async throws {
    let opened = Mutex<[URL]>([])
    let clock = ImmediateClock()
    let failures = Mutex<[String]>([])
    let model = withDependencies {
      $0.calendar = Calendar(identifier: .gregorian)
      $0.context = .preview
      $0.continuousClock = clock
      $0.suspendingClock = clock
      $0.date.now = Date(timeIntervalSince1970: 5)
      $0.locale = Locale(identifier: "ko_KR")
      $0.mainQueue = .immediate
      $0.mainRunLoop = .immediate
      $0.openURL = OpenURLEffect { url in
        opened.withLock { $0.append(url) }
        return true
      }
      $0.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
      $0.urlSession = URLSession(configuration: .ephemeral)
      $0.uuid = .incrementing
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Fixed())
      $0.assert = AssertEffect { message, _, _ in failures.withLock { $0.append("assert \(message)") } }
      $0.precondition = AssertEffect { message, _, _ in failures.withLock { $0.append("precondition \(message)") } }
      $0.assertionFailure = AssertionFailureEffect { message, _, _ in failures.withLock { $0.append("failure \(message)") } }
    } operation: {
      Model()
    }
    #expect(model.calendar.identifier == .gregorian)
    #expect(model.context == .preview)
    try await model.continuousClock.sleep(for: .seconds(2))
    try await model.suspendingClock.sleep(for: .seconds(3))
    #expect(clock.now.offset == .seconds(5))
    #expect(model.date() == model.now && model.now == Date(timeIntervalSince1970: 5))
    #expect(model.locale.identifier == "ko_KR")
    try await model.mainQueue.sleep(for: .seconds(60))
    try await model.mainRunLoop.sleep(for: 60)
    let url = URL(fileURLWithPath: "/")
    #expect(await model.openURL(url))
    #expect(opened.withLock { $0 } == [url])
    #expect(model.timeZone.secondsFromGMT() == 0)
    #expect(model.urlSession.configuration.urlCache != nil || model.urlSession !== URLSession.shared)
    #expect(model.uuid() == UUID(0) && model.uuid() == UUID(1))
    #expect(model.withRandomNumberGenerator { $0.next() } == 1 << 63)
    model.assert(1 == 2, "one")
    model.precondition(1 == 2, "two")
    model.assertionFailure("three")
    model.assert(1 == 1)
    model.precondition(1 == 1)
    #expect(failures.withLock { $0 } == ["assert one", "precondition two", "failure three"])
  }

  @Test func workNobodyWaitsForIsAwaitedInTests() async {
    let done = Mutex(false)
    await Model().fireAndForget { done.withLock { $0 = true } }
    #expect(done.withLock { $0 })
  }

  @Test func failedAssertionsAreReportedInTests() {
    let model = Model()
    withExpectedIssue { model.assert(false, "no") }
    withExpectedIssue { model.precondition(false) }
    withExpectedIssue { model.assertionFailure("never") }
  }

  @Test func escapingKeepsTheDependenciesForLater() async {
    let later = Mutex<(@Sendable () -> UUID)?>(nil)
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      withEscapedDependencies { dependencies in
        later.withLock { $0 = { dependencies.yield { Model().uuid() } } }
      }
    }
    #expect(later.withLock { $0 }?() == UUID(7))
  }

  @Test func defaultsAreMadeOncePerTest() {
    #expect(Model().defaultsIdentity == Model().defaultsIdentity)
  }
}

extension BuiltInKeysTests.Model {
  fileprivate var defaultsIdentity: ObjectIdentifier {
    @Dependency(IdentityKey.self) var identity
    return ObjectIdentifier(identity)
  }
}

private final class Identity: Sendable {}

private enum IdentityKey: DependencyKey {
  static let liveValue = Identity()
  static var testValue: Identity { Identity() }
}
