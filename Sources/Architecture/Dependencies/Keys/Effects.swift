import Foundation
import IssueReporting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Opens a URL outside of the process.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// - Parameter handler: Opens a URL and says whether it could be opened.
  public init(handler: @escaping @Sendable (URL) async -> Bool) { self.handler = handler }

  /// Opens a URL; `false` when it could not be opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool { await handler(url) }
}

/// Does work whose end nobody waits for.
public struct FireAndForget: Sendable {
  private let run: @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// Does the work; in tests it is awaited.
  public func callAsFunction(priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Void) async {
    await run(priority, operation)
  }

  fileprivate init(_ run: @escaping @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void) {
    self.run = run
  }
}

/// Checks conditions that must hold.
public struct AssertEffect: Sendable {
  private let failed: @Sendable (String, StaticString, UInt) -> Void

  /// - Parameter failed: Called with the message when a condition does not hold.
  public init(failed: @escaping @Sendable (String, StaticString, UInt) -> Void) { self.failed = failed }

  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
    line: UInt = #line
  ) {
    if !condition() { failed(message(), file, line) }
  }
}

/// Says that a place was reached that must not be.
public struct AssertionFailureEffect: Sendable {
  private let failed: @Sendable (String, StaticString, UInt) -> Void

  /// - Parameter failed: Called with the message.
  public init(failed: @escaping @Sendable (String, StaticString, UInt) -> Void) { self.failed = failed }

  public func callAsFunction(
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
  ) {
    failed(message(), file, line)
  }
}

private enum OpenURLKey: DependencyKey {
  static let liveValue = OpenURLEffect { _ in
    reportIssue("There is nothing to open a URL with here; override @Dependency(\\.openURL)")
    return false
  }
  static let testValue = OpenURLEffect { _ in
    reportIssue("Unimplemented: @Dependency(\\.openURL)")
    return false
  }
}

private enum FireAndForgetKey: DependencyKey {
  static let liveValue = FireAndForget { priority, operation in
    Task(priority: priority) { try await operation() }
  }
  static let testValue = FireAndForget { _, operation in try? await operation() }
}

private enum AssertKey: DependencyKey {
  static let liveValue = AssertEffect { message, file, line in
    Swift.assertionFailure(message, file: file, line: line)
  }
  static let testValue = AssertEffect { message, _, _ in reportIssue("Assertion failed\(message.isEmpty ? "" : ": \(message)")") }
}

private enum PreconditionKey: DependencyKey {
  static let liveValue = AssertEffect { message, file, line in
    Swift.preconditionFailure(message, file: file, line: line)
  }
  static let testValue = AssertEffect { message, _, _ in
    reportIssue("Precondition failed\(message.isEmpty ? "" : ": \(message)")")
  }
}

private enum AssertionFailureKey: DependencyKey {
  static let liveValue = AssertionFailureEffect { message, file, line in
    Swift.assertionFailure(message, file: file, line: line)
  }
  static let testValue = AssertionFailureEffect { message, _, _ in
    reportIssue("Assertion failed\(message.isEmpty ? "" : ": \(message)")")
  }
}

private enum URLSessionKey: DependencyKey {
  static let liveValue = URLSession.shared
  static var testValue: URLSession {
    reportIssue("Unimplemented: @Dependency(\\.urlSession)")
    return .shared
  }
}

extension DependencyValues {
  /// Opens URLs outside of the process.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  /// Does work whose end nobody waits for.
  public var fireAndForget: FireAndForget { self[FireAndForgetKey.self] }

  /// Checks conditions that must hold.
  public var assert: AssertEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Checks conditions that must hold, also in programs that are built for speed.
  public var precondition: AssertEffect {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }

  /// Says that a place was reached that must not be.
  public var assertionFailure: AssertionFailureEffect {
    get { self[AssertionFailureKey.self] }
    set { self[AssertionFailureKey.self] = newValue }
  }

  /// Loads from URLs.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}
