import ComposableArchitecture

/// The list of standups, and the sheet that adds one.
@Reducer
public struct StandupsListFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var addStandup: StandupFormFeature.State?
    public var standups: IdentifiedArrayOf<Standup> = []

    public init(addStandup: StandupFormFeature.State? = nil, standups: IdentifiedArrayOf<Standup> = []) {
      self.addStandup = addStandup
      self.standups = standups
    }
  }

  public enum Action: Equatable {
    case addButtonTapped
    case addStandup(PresentationAction<StandupFormFeature.Action>)
    case cancelStandupButtonTapped
    case onDelete(IndexSet)
    case saveStandupButtonTapped
    case standupTapped(id: Standup.ID)
  }

  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.addStandup = StandupFormFeature.State(standup: Standup(id: uuid()))
        return .none

      case .addStandup:
        return .none

      case .cancelStandupButtonTapped:
        state.addStandup = nil
        return .none

      case .onDelete(let offsets):
        state.standups.remove(atOffsets: offsets)
        return .none

      case .saveStandupButtonTapped:
        guard let standup = state.addStandup?.standup else { return .none }
        state.standups.append(standup)
        state.addStandup = nil
        return .none

      case .standupTapped:
        return .none
      }
    }
    .ifLet(\.$addStandup, action: \.addStandup) {
      StandupFormFeature()
    }
  }
}
