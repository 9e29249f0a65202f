import IssueReporting

/// The identity of an element of a stack, given by a counter in the dependencies and never used again (C34).
///
/// In tests it can be written as a literal: the first element is `0`.
public struct StackElementID: Hashable, Sendable {
  /// The number the counter gave.
  package let generation: Int

  package init(generation: Int) { self.generation = generation }
}

extension StackElementID: CustomDebugStringConvertible, CustomStringConvertible {
  public var description: String { "#\(generation)" }
  public var debugDescription: String { description }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(generation: value) }
}

extension StackElementID: CustomDumpStringConvertible {
  public var customDumpDescription: String { description }
}
