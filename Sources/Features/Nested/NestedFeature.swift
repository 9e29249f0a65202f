import ComposableArchitecture
import Foundation

/// A feature whose rows are the feature itself, to any depth. Each row can run a timer; deleting a row stops the timers in all of it.
public struct NestedFeature: Reducer, Sendable {
  public struct State: Equatable, Identifiable, Sendable {
    public let id: UUID
    public var name = ""
    public var rows: IdentifiedArrayOf<State> = []
    public var seconds: Int?

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
    case timerTicked
    case toggleTimerButtonTapped
  }

  /// A row's own timer. A name without the row in it would be shared with the rows below: a parent's `cancel` reaches its children.
  private struct TimerID: Hashable {
    let row: State.ID
  }

  @Dependency(\.continuousClock) var clock
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

      case .timerTicked:
        state.seconds = (state.seconds ?? 0) + 1
        return .none

      case .toggleTimerButtonTapped:
        guard state.seconds == nil else {
          state.seconds = nil
          return .cancel(id: TimerID(row: state.id))
        }
        state.seconds = 0
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.timerTicked)
          }
        }
        .cancellable(id: TimerID(row: state.id))
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
        Self(id: uuid(), name: "바즈 🌱", rows: [Self(id: uuid(), name: "Fizz"), Self(id: uuid(), name: "Buzz")]),
        Self(id: uuid()),
      ])
  }
}
