import ComposableArchitecture

/// The detail of a standup, modelled with an optional for each thing it can present instead of one enum for all.
///
/// Nothing keeps both from being there at once: of the four combinations of two optionals one is impossible on any screen, of the
/// sixteen combinations of four only five are possible. Tap delete while the form is open, and see.
public struct StandupOptionalsFeature: Reducer, Sendable {
  public struct State: Equatable {
    @PresentationState public var alert: AlertState<Action.Alert>?
    @PresentationState public var editStandup: StandupFormFeature.State?
    public var isDeleted = false
    public var standup: Standup

    public init(standup: Standup) { self.standup = standup }
  }

  public enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    case cancelEditStandupButtonTapped
    case deleteButtonTapped
    case editButtonTapped
    case editStandup(PresentationAction<StandupFormFeature.Action>)
    case saveStandupButtonTapped

    public enum Alert: Equatable, Sendable {
      case confirmDeletion
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDeletion)):
        state.isDeleted = true
        return .none

      case .alert(.dismiss):
        return .none

      case .cancelEditStandupButtonTapped:
        state.editStandup = nil
        return .none

      case .deleteButtonTapped:
        state.alert = AlertState {
          TextState("정말 삭제하시겠습니까?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion) {
            TextState("삭제")
          }
        }
        return .none

      case .editButtonTapped:
        state.editStandup = StandupFormFeature.State(standup: state.standup)
        return .none

      case .editStandup:
        return .none

      case .saveStandupButtonTapped:
        guard let standup = state.editStandup?.standup else { return .none }
        state.standup = standup
        state.editStandup = nil
        return .none
      }
    }
    .ifLet(\.$alert, action: /Action.alert)
    .ifLet(\.$editStandup, action: /Action.editStandup) {
      StandupFormFeature()
    }
  }
}
