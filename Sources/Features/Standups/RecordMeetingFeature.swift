import ComposableArchitecture

/// A meeting that goes on: everybody has a share of the time, and the clock stops while an alert asks whether to end early.
@Reducer
public struct RecordMeetingFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var secondsElapsed = 0
    public var speakerIndex = 0
    public var standup: Standup
    public var transcript = ""

    public init(standup: Standup) { self.standup = standup }

    public var durationRemaining: Duration { standup.duration - .seconds(secondsElapsed) }
  }

  public enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
    case endMeetingButtonTapped
    case nextButtonTapped
    case speechRecognized(String)
    case task
    case timerTicked

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case confirmDiscard
      case confirmSave
    }

    @CasePathable
    public enum Delegate: Equatable {
      case saveMeeting(transcript: String)
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDiscard)):
        return .run { _ in await dismiss() }

      case .alert(.presented(.confirmSave)):
        return end(state)

      case .alert, .delegate:
        return .none

      case .endMeetingButtonTapped:
        state.alert = .endMeeting(isDiscardable: true)
        return .none

      case .nextButtonTapped:
        guard state.speakerIndex < state.standup.attendees.count - 1 else {
          state.alert = .endMeeting(isDiscardable: false)
          return .none
        }
        state.speakerIndex += 1
        state.secondsElapsed = state.speakerIndex * seconds(state.standup.durationPerAttendee)
        return .none

      case .speechRecognized(let text):
        state.transcript += state.transcript.isEmpty ? text : " " + text
        return .none

      case .task:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.timerTicked)
          }
        }

      case .timerTicked:
        guard state.alert == nil else { return .none }
        state.secondsElapsed += 1
        guard state.secondsElapsed.isMultiple(of: seconds(state.standup.durationPerAttendee)) else { return .none }
        guard state.speakerIndex < state.standup.attendees.count - 1 else { return end(state) }
        state.speakerIndex += 1
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func end(_ state: State) -> Effect<Action> {
    .run { [transcript = state.transcript] send in
      await send(.delegate(.saveMeeting(transcript: transcript)))
      await dismiss()
    }
  }

  /// At least one, so that a meeting without time still ends.
  private func seconds(_ duration: Duration) -> Int { max(1, Int(duration.components.seconds)) }
}

extension AlertState where Action == RecordMeetingFeature.Action.Alert {
  static func endMeeting(isDiscardable: Bool) -> Self {
    Self {
      TextState("End meeting?")
    } actions: {
      ButtonState(action: .confirmSave) {
        TextState("Save and end")
      }
      if isDiscardable {
        ButtonState(role: .destructive, action: .confirmDiscard) {
          TextState("Discard")
        }
      }
      ButtonState(role: .cancel) {
        TextState("Resume")
      }
    } message: {
      TextState("You are ending the meeting early. What would you like to do?")
    }
  }
}
