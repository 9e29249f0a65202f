import ComposableArchitecture
import Foundation

/// The form of a standup. The focus follows what the user does: to a new attendee, and to a neighbour of a deleted one.
@Reducer
public struct StandupFormFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var focus: Field?
    public var standup: Standup

    @CasePathable
    public enum Field: Hashable, Sendable {
      case attendee(Attendee.ID)
      case title
    }

    public init(focus: Field? = .title, standup: Standup) {
      self.focus = focus
      self.standup = standup
      if self.standup.attendees.isEmpty {
        @Dependency(\.uuid) var uuid
        self.standup.attendees.append(Attendee(id: uuid()))
      }
    }
  }

  public enum Action: BindableAction, Equatable {
    case addAttendeeButtonTapped
    case binding(BindingAction<State>)
    case deleteAttendees(atOffsets: IndexSet)
  }

  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addAttendeeButtonTapped:
        let attendee = Attendee(id: uuid())
        state.standup.attendees.append(attendee)
        state.focus = .attendee(attendee.id)
        return .none

      case .binding:
        return .none

      case .deleteAttendees(let offsets):
        state.standup.attendees.remove(atOffsets: offsets)
        if state.standup.attendees.isEmpty {
          state.standup.attendees.append(Attendee(id: uuid()))
        }
        guard let first = offsets.first else { return .none }
        let index = min(first, state.standup.attendees.count - 1)
        state.focus = .attendee(state.standup.attendees[index].id)
        return .none
      }
    }
  }
}
