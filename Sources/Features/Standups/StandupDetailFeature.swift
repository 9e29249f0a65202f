import ComposableArchitecture

/// One standup on the stack. Its edit form and its delete alert are the cases of one destination, so never both are shown.
@Reducer
public struct StandupDetailFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var destination: Destination.State?
    public var standup: Standup

    public init(destination: Destination.State? = nil, standup: Standup) {
      self.destination = destination
      self.standup = standup
    }
  }

  public enum Action {
    case cancelEditStandupButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case deleteMeetings(atOffsets: IndexSet)
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped
    case meetingTapped(id: Meeting.ID)
    case saveStandupButtonTapped
    case startMeetingButtonTapped

    @CasePathable
    public enum Delegate: Equatable {
      case deleteStandup(id: Standup.ID)
      case openMeeting(Meeting)
      case startMeeting(Standup)
      case standupUpdated(Standup)
    }
    @CasePathable
    public enum Alert: Equatable, Sendable {
      case confirmDeletion
    }
  }

  @Reducer
  public enum Destination {
    case alert(AlertState<StandupDetailFeature.Action.Alert>)
    case editStandup(StandupFormFeature)
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelEditStandupButtonTapped:
        state.destination = nil
        return .none

      case .delegate:
        return .none

      case .deleteButtonTapped:
        state.destination = .alert(.deleteStandup)
        return .none

      case .deleteMeetings(let offsets):
        state.standup.meetings.remove(atOffsets: offsets)
        return .none

      case .destination(.presented(.alert(.confirmDeletion))):
        return .run { [id = state.standup.id] send in
          await send(.delegate(.deleteStandup(id: id)))
          await dismiss()
        }

      case .destination:
        return .none

      case .editButtonTapped:
        state.destination = .editStandup(StandupFormFeature.State(standup: state.standup))
        return .none

      case .meetingTapped(let id):
        guard let meeting = state.standup.meetings[id: id] else { return .none }
        return .send(.delegate(.openMeeting(meeting)))

      case .saveStandupButtonTapped:
        guard case .editStandup(let form) = state.destination else { return .none }
        state.standup = form.standup
        state.destination = nil
        return .none

      case .startMeetingButtonTapped:
        return .send(.delegate(.startMeeting(state.standup)))
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .onChange(of: \.standup) { _, standup in
      Reduce { _, _ in
        .send(.delegate(.standupUpdated(standup)))
      }
    }
  }
}

extension StandupDetailFeature.Destination.State: Equatable {}

extension AlertState where Action == StandupDetailFeature.Action.Alert {
  static let deleteStandup = Self {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) {
      TextState("Delete")
    }
    ButtonState(role: .cancel) {
      TextState("Nevermind")
    }
  } message: {
    TextState("Are you sure you want to delete this meeting?")
  }
}
