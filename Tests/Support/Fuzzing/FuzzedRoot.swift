import ActionLanguage
import ComposableArchitecture
import Features
import Foundation

/// A type with a little of everything that text can make.
public indirect enum FuzzedValue: Sendable {
  case empty, none
  case number(Int)
  case small(UInt8, Int128)
  case real(Double, Float)
  case exact(Decimal)
  case text(String, Character, Substring)
  case moment(Date, Duration)
  case bytes(Data, id: UUID, url: URL)
  case indices(IndexSet, Range<Int>, ClosedRange<UInt8>)
  case optionals(Int??, String?)
  case list([FuzzedValue])
  case sets(Set<Int>, Set<String>)
  case lookup([String: FuzzedValue], [Int: Bool])
  case tuple((left: Int, right: (Bool, String)))
  case result(Result<Int, any Error>)
  case record(FuzzedRecord)
  case next(FuzzedValue)
  case row(id: Int, action: FuzzedValue)
  case options(FuzzedOptions)
  case element(StackElementID)
  case bound(BindingAction<FuzzedRecord>)
  case partial(PartialRangeFrom<Int>, PartialRangeUpTo<Double>, PartialRangeThrough<String>)
  case path(FuzzedPaths)
  case run(@Sendable () -> Void)

  static let sample = FuzzedRecord(
    title: "오전", count: 3, rows: [FuzzedRecord.Row(id: 1, name: "a"), FuzzedRecord.Row(id: 2, name: "b")],
    lookup: ["a": [1, 2]], tags: ["x"], choice: .row(id: 1, action: .text("a", "b", "c")))
}

/// A struct with a little of everything.
public struct FuzzedRecord: Sendable {
  public struct Row: Identifiable, Equatable, Sendable {
    public let id: Int
    public var name: String
  }
  public var title: String
  public var count: Int
  public var rows: IdentifiedArrayOf<Row>
  public var lookup: [String: [Int]]
  public var tags: Set<String>
  public var choice: FuzzedValue
  public var optional: Int?
}

/// Paths to properties.
public struct FuzzedPaths: @unchecked Sendable {
  // Unchecked: paths of stored properties hold nothing but types.
  public var any: AnyKeyPath
  public var partial: PartialKeyPath<FuzzedRecord>
}

/// Flags.
public struct FuzzedOptions: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A type to decode as, with the state the action is for.
struct FuzzedRoot: @unchecked Sendable {
  // Unchecked: the states are values of the features, which nobody changes.
  let action: Any.Type
  let state: Any
  /// How the actions begin.
  let names: Set<String>

  init(action: Any.Type, state: Any) {
    self.action = action
    self.state = state
    names = Set(ActionCatalogue(of: action, state: state).entries.map { Self.firstName(of: $0.example) })
  }

  static func firstName(of text: String) -> String {
    String(text.drop { !$0.isLetter }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  static let all: [FuzzedRoot] = [
    FuzzedRoot(action: FuzzedValue.self, state: FuzzedValue.sample),
    FuzzedRoot(action: StandupsFeature.Action.self, state: standups),
    FuzzedRoot(action: NestedFeature.Action.self, state: nested),
    FuzzedRoot(action: CounterFeature.Action.self, state: CounterFeature.State()),
    FuzzedRoot(action: ContactsFeature.Action.self, state: ContactsFeature.State()),
    FuzzedRoot(action: TabsFeature.Action.self, state: TabsFeature.State()),
    FuzzedRoot(action: DeepLinkFeature.Action.self, state: DeepLinkFeature.State()),
    FuzzedRoot(action: ActionsFeature.Action.self, state: ActionsFeature.State()),
    FuzzedRoot(action: AuthFeature.Action.self, state: AuthFeature.State()),
    FuzzedRoot(action: EffectsFeature.Action.self, state: EffectsFeature.State()),
  ]

  private static var standups: StandupsFeature.State {
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    let standup = Standup(id: id, attendees: [Attendee(id: id, name: "Blob")], title: "Design")
    return withDependencies {
      $0.uuid = .incrementing
    } operation: {
      let form = StandupFormFeature.State(standup: standup)
      return StandupsFeature.State(
        path: StackState([.detail(StandupDetailFeature.State(destination: .editStandup(form), standup: standup))]),
        standupsList: StandupsListFeature.State(addStandup: form, standups: [standup]))
    }
  }

  private static var nested: NestedFeature.State {
    func id(_ number: UInt8) -> UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)) }
    return NestedFeature.State(id: id(0), rows: [NestedFeature.State(id: id(1), rows: [NestedFeature.State(id: id(2))])])
  }
}
