import ComposableArchitecture
import Foundation

/// A feature whose rows are the feature itself, to any depth.
public struct NestedFeature: Reducer, Sendable {
  public struct State: Equatable, Identifiable, Sendable {
    public let id: UUID
    public var name = ""
    public var rows: IdentifiedArrayOf<State> = []

    public init(id: UUID, name: String = "", rows: IdentifiedArrayOf<State> = []) {
      self.id = id
      self.name = name
      self.rows = rows
    }
  }

  public enum Action: Equatable, Sendable {
    case addRowButtonTapped
    case nameTextFieldChanged(String)
    case onDelete(IndexSet)
    indirect case row(id: State.ID, action: Action)
  }

  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addRowButtonTapped:
        state.rows.append(State(id: uuid()))
        return .none

      case .nameTextFieldChanged(let name):
        state.name = name
        return .none

      case .onDelete(let offsets):
        state.rows.remove(atOffsets: offsets)
        return .none

      case .row:
        return .none
      }
    }
    .forEach(\.rows, action: /Action.row(id:action:)) {
      Self()
    }
  }
}

extension NestedFeature.State {
  /// A root with three rows, two of which have rows of their own.
  static func sample(uuid: () -> UUID) -> Self {
    Self(
      id: uuid(), name: "Foo",
      rows: [
        Self(id: uuid(), name: "Bar", rows: [Self(id: uuid())]),
        Self(id: uuid(), name: "Baz", rows: [Self(id: uuid(), name: "Fizz"), Self(id: uuid(), name: "Buzz")]),
        Self(id: uuid()),
      ])
  }
}
