import ComposableArchitecture
import Foundation

/// The root: the list, and a navigation stack of the screens a standup leads to. When the list has been left alone for a second,
/// it is saved.
@Reducer
public struct StandupsFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var path = StackState<Path.State>()
    public var standupsList = StandupsListFeature.State()

    public init(path: StackState<Path.State> = StackState(), standupsList: StandupsListFeature.State = .init()) {
      self.path = path
      self.standupsList = standupsList
    }
  }

  public enum Action {
    case path(StackActionOf<Path>)
    case standupsList(StandupsListFeature.Action)
  }

  @Reducer
  public enum Path {
    case detail(StandupDetailFeature)
    @ReducerCaseIgnored
    case meeting(Meeting)
    case recordMeeting(RecordMeetingFeature)
  }

  private enum CancelID { case save }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.standups) var standups
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    // Together, so that `onChange` sees what the list itself changes, too.
    CombineReducers {
      Scope(state: \.standupsList, action: \.standupsList) {
        StandupsListFeature()
      }
      Reduce { state, action in
        switch action {
        case .path(.element(_, .detail(.delegate(let delegate)))):
          switch delegate {
          case .deleteStandup(let id):
            state.standupsList.standups.remove(id: id)
            return .none

          case .openMeeting(let meeting):
            state.path.append(.meeting(meeting))
            return .none

          case .startMeeting(let standup):
            state.path.append(.recordMeeting(RecordMeetingFeature.State(standup: standup)))
            return .none

          case .standupUpdated(let standup):
            state.standupsList.standups[id: standup.id] = standup
            return .none
          }

        case .path(.element(let id, .recordMeeting(.delegate(.saveMeeting(let transcript))))):
          // The detail that the meeting was started from lies below it. Its own `onChange` sees nothing of a change made here.
          guard let below = state.path.ids.prefix(while: { $0 != id }).last, case .detail(var detail) = state.path[id: below]
          else { return .none }
          detail.standup.meetings.insert(Meeting(id: uuid(), date: now, transcript: transcript), at: 0)
          state.path[id: below] = .detail(detail)
          state.standupsList.standups[id: detail.standup.id] = detail.standup
          return .none

        case .standupsList(.standupTapped(let id)):
          guard let standup = state.standupsList.standups[id: id] else { return .none }
          state.path.append(.detail(StandupDetailFeature.State(standup: standup)))
          return .none

        case .path, .standupsList:
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
    .onChange(of: \.standupsList.standups) { _, all in
      Reduce { _, _ in
        .run { _ in
          try await clock.sleep(for: .seconds(1))
          try await standups.save(standups: all)
        }
        .cancellable(id: CancelID.save, cancelInFlight: true)
      }
    }
  }
}

extension StandupsFeature.Path.State: Equatable {}

extension Standup {
  /// Two standups with attendees, for scenarios that begin with data.
  static func samples(uuid: () -> UUID) -> IdentifiedArrayOf<Standup> {
    [
      Standup(
        id: uuid(),
        attendees: [
          Attendee(id: uuid(), name: "Blob"), Attendee(id: uuid(), name: "Blob Jr"), Attendee(id: uuid(), name: "Blob Sr"),
          Attendee(id: uuid(), name: "Blob Esq"),
        ],
        duration: .seconds(60), theme: .orange, title: "Design"),
      Standup(
        id: uuid(), attendees: [Attendee(id: uuid(), name: "철수"), Attendee(id: uuid(), name: "영희")], theme: .sky,
        title: "오전 싱크"),
    ]
  }
}
