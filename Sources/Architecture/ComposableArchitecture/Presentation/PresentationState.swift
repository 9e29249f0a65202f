import CasePaths
import IssueReporting

/// Holds the state of a feature that is presented, or nothing; applied to optional properties as `@Presents`.
///
/// Equal when what is presented is equal. The state lies behind a reference, so a feature can present itself.
@propertyWrapper
@dynamicMemberLookup
public struct PresentationState<State> {
  /// At most one: an array gives the indirection and still changes in place.
  private var storage: [State]

  public init(wrappedValue: State?) {
    storage = wrappedValue.map { [$0] } ?? []
  }

  /// What is presented.
  public var wrappedValue: State? {
    get { storage.first }
    set {
      switch (newValue, storage.isEmpty) {
      case (nil, true): break
      case (nil, false): storage.removeAll()
      case (let value?, true): storage.append(value)
      case (let value?, false): storage[0] = value
      }
    }
    _modify {
      var value = storage.popLast()
      defer { if let value { storage.append(value) } }
      yield &value
    }
  }

  /// The wrapper itself, for `ifLet(\.$child, …)`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// The payload of a case of an enum destination; writing one where there is none is reported and changes nothing.
  public subscript<Case>(case path: AnyCasePath<State, Case>) -> Case? {
    get { wrappedValue.flatMap { path.extract(from: $0) } }
    set {
      guard let state = wrappedValue, path.extract(from: state) != nil else {
        reportIssue(unrelatedCaseMessage(Case.self, in: wrappedValue))
        return
      }
      wrappedValue = newValue.map { path.embed($0) }
    }
  }

  /// The payload of a case of an enum destination: `$destination[case: \.edit]?.title = "…"`.
  public subscript<Case>(case path: CaseKeyPath<State, Case>) -> Case? where State: CasePathable {
    get { wrappedValue?[case: path] }
    set { self[case: AnyCasePath(path)] = newValue }
  }

  /// A case of an enum destination: `\.$destination.alert`.
  public subscript<Case>(
    dynamicMember keyPath: CaseKeyPath<State, Case>
  ) -> PresentationState<Case> where State: CasePathable {
    get { PresentationState<Case>(wrappedValue: wrappedValue?[case: keyPath]) }
    set {
      // What is presented in another case stays, when nothing is written but the nothing that was read.
      guard newValue.wrappedValue != nil || wrappedValue?[case: keyPath] != nil else { return }
      wrappedValue = newValue.wrappedValue.map { AnyCasePath(keyPath).embed($0) }
    }
  }

  /// Changes what is presented in place, if anything is.
  mutating func update<Result>(_ body: (inout State) -> Result) -> Result? {
    storage.isEmpty ? nil : body(&storage[0])
  }
}

/// `@Presents var child: Child.State?`.
public typealias Presents = PresentationState

extension PresentationState: Equatable where State: Equatable {}
extension PresentationState: Hashable where State: Hashable {}
extension PresentationState: Sendable where State: Sendable {}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
  }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

extension PresentationState: CustomDumpRepresentable {
  public var customDumpValue: Any { wrappedValue as Any }
}
