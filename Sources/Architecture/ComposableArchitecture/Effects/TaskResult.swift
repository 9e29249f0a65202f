import CasePaths
import IssueReporting

/// What became of asynchronous work: a value or an error that can be compared.
///
/// Errors are equal when they are of one type and equal there; comparing errors of a type that is not `Equatable` is reported.
public enum TaskResult<Success: Sendable>: Sendable {
  case success(Success)
  case failure(any Error)

  /// Runs work and keeps what it returns or throws.
  public init(catching body: @Sendable () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  public init<Failure>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value.
  ///
  /// - Throws: The error, if it is one.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  public func flatMap<NewSuccess>(_ transform: (Success) -> TaskResult<NewSuccess>) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}

extension TaskResult: Equatable where Success: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)): left == right
    case (.failure(let left), .failure(let right)): areSame(left, right)
    case (.success, .failure), (.failure, .success): false
    }
  }

  private static func areSame(_ left: any Error, _ right: any Error) -> Bool {
    // What came through a throwing stream sits in a box within a box; `Any` holds the error itself.
    let (left, right) = (left as Any, right as Any)
    func compare<Failure: Equatable>(_ left: Failure) -> Bool { left == right as? Failure }
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? any Equatable { return compare(left) }
    reportIssue(
      """
      "\(type(of: left))" is not equatable, so two failed task results with it cannot be compared.

      Make the error conform to "Equatable".
      """)
    return false
  }
}

extension TaskResult: Hashable where Success: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value):
      hasher.combine(0)
      hasher.combine(value)
    case .failure(let error):
      hasher.combine(1)
      if let error = (error as Any) as? any Hashable { hasher.combine(AnyHashable(error)) }
    }
  }
}

extension TaskResult: CasePathable {
  /// The case paths of the enum.
  public struct AllCasePaths: Sendable {
    public var success: AnyCasePath<TaskResult, Success> {
      AnyCasePath<TaskResult, Success>(
        embed: { .success($0) }, extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    public var failure: AnyCasePath<TaskResult, any Error> {
      AnyCasePath<TaskResult, any Error>(
        embed: { .failure($0) }, extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
