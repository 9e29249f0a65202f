import Foundation

/// The kind of test that runs in this process.
public enum TestContext: Equatable, Sendable {
  /// Swift Testing.
  case swiftTesting
  /// XCTest.
  case xcTest

  /// The kind of test harness this process belongs to, or `nil` outside tests.
  public static let current: Self? = {
    let arguments = ProcessInfo.processInfo.arguments
    let environment = ProcessInfo.processInfo.environment
    if let flag = arguments.firstIndex(of: "--testing-library"), arguments.indices.contains(flag + 1) {
      return arguments[flag + 1] == "xctest" ? .xcTest : .swiftTesting
    }
    let program = arguments.first ?? ""
    if program.hasSuffix(".xctest") || program.hasSuffix("/xctest") || environment["XCTestConfigurationFilePath"] != nil {
      return .xcTest
    }
    return nil
  }()
}

/// Whether this process runs tests.
public var isTesting: Bool { TestContext.current != nil }
