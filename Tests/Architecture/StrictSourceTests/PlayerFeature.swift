import ComposableArchitecture
import Foundation
import Testing

// A file as it was written for 1.4 to 1.6: the macro, presentation state, case key paths, view actions, dependency clients by hand.

public struct Track: Equatable, Identifiable, Sendable {
  public let id: Int
  public var title: String
  public var duration: TimeInterval
}

public struct AudioClient: Sendable {
  @CasePathable
  public enum DelegateAction: Equatable, Sendable {
    case didFinish
    case progress(TimeInterval)
  }

  public var play: @Sendable (Track.ID) async throws -> AsyncStream<DelegateAction>
  public var stop: @Sendable () async -> Void
}

extension AudioClient: TestDependencyKey {
  public static let testValue = Self(
    play: unimplemented("\(Self.self).play", placeholder: AsyncStream { $0.finish() }),
    stop: unimplemented("\(Self.self).stop")
  )
}

extension DependencyValues {
  public var audio: AudioClient {
    get { self[AudioClient.self] }
    set { self[AudioClient.self] = newValue }
  }
}

@Reducer
public struct Player: Sendable {
  public struct State: Equatable, Sendable {
    @PresentationState public var confirmation: ConfirmationDialogState<Action.Confirmation>?
    @PresentationState public var sleepTimer: SleepTimer.State?
    @BindingState public var isRepeating = false
    public var mode = Mode.idle
    public var queue: IdentifiedArrayOf<Track> = []

    @CasePathable
    @dynamicMemberLookup
    public enum Mode: Equatable, Sendable {
      case idle
      case playing(Playing)
      case failed(message: String)
    }

    public struct Playing: Equatable, Sendable {
      public var id: Track.ID
      public var progress: TimeInterval = 0
    }

    public init(queue: IdentifiedArrayOf<Track> = []) { self.queue = queue }
  }

  public enum Action: BindableAction, Equatable, Sendable {
    case audio(AudioClient.DelegateAction)
    case binding(BindingAction<State>)
    case confirmation(PresentationAction<Confirmation>)
    case delegate(Delegate)
    case failed(String)
    case sleepTimer(PresentationAction<SleepTimer.Action>)
    case view(View)

    public enum Confirmation: Equatable, Sendable { case clear, keepCurrent }
    @CasePathable
    public enum Delegate: Equatable, Sendable { case didStop }
    public enum View: Equatable, Sendable {
      case clearTapped
      case nextTapped
      case playTapped(id: Track.ID)
      case sleepTapped
      case stopTapped
    }
  }

  private enum CancelID { case playback }

  @Dependency(\.audio) var audio

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .audio(.didFinish):
        return self.next(state: &state)

      case let .audio(.progress(progress)):
        guard case var .playing(playing) = state.mode else { return .none }
        playing.progress = progress
        state.mode = .playing(playing)
        return .none

      case .binding(\.$isRepeating):
        return .none

      case .binding:
        return .none

      case .confirmation(.presented(.clear)):
        state.queue = []
        return self.stop(state: &state)

      case .confirmation(.presented(.keepCurrent)):
        guard case let .playing(playing) = state.mode else { return .none }
        state.queue.removeAll { $0.id != playing.id }
        return .none

      case .confirmation, .delegate:
        return .none

      case let .failed(message):
        state.mode = .failed(message: message)
        return .none

      case .sleepTimer(.presented(.delegate(.finished))):
        state.sleepTimer = nil
        return self.stop(state: &state)

      case .sleepTimer:
        return .none

      case .view(.clearTapped):
        state.confirmation = ConfirmationDialogState {
          TextState("Clear \(state.queue.count) tracks?")
        } actions: {
          ButtonState(role: .destructive, action: .clear) { TextState("Clear") }
          if state.mode.playing != nil {
            ButtonState(action: .send(.keepCurrent, animation: .easeIn)) { TextState("Keep the current") }
          }
          ButtonState(role: .cancel) { TextState("Cancel") }
        }
        return .none

      case .view(.nextTapped):
        return self.next(state: &state)

      case let .view(.playTapped(id)):
        return self.play(id, state: &state)

      case .view(.sleepTapped):
        state.sleepTimer = SleepTimer.State()
        return .none

      case .view(.stopTapped):
        return self.stop(state: &state)
      }
    }
    .ifLet(\.$confirmation, action: \.confirmation)
    .ifLet(\.$sleepTimer, action: \.sleepTimer) {
      SleepTimer()
    }
  }

  private func play(_ id: Track.ID, state: inout State) -> Effect<Action> {
    state.mode = .playing(State.Playing(id: id))
    return .run { send in
      for await action in try await self.audio.play(id) {
        await send(.audio(action))
      }
    } catch: { error, send in
      await send(.failed(error.localizedDescription))
    }
    .cancellable(id: CancelID.playback, cancelInFlight: true)
  }

  private func next(state: inout State) -> Effect<Action> {
    guard let id = state.mode.playing?.id, let index = state.queue.index(id: id) else { return .none }
    if index + 1 < state.queue.endIndex {
      return self.play(state.queue[index + 1].id, state: &state)
    }
    guard state.isRepeating, let first = state.queue.first else { return self.stop(state: &state) }
    return self.play(first.id, state: &state)
  }

  private func stop(state: inout State) -> Effect<Action> {
    state.mode = .idle
    return .concatenate(
      .cancel(id: CancelID.playback),
      .run { send in
        await self.audio.stop()
        await send(.delegate(.didStop))
      }
    )
  }
}

@Reducer
public struct SleepTimer: Sendable {
  public struct State: Equatable, Sendable {
    public var remaining = 2
    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case delegate(Delegate)
    case startTapped
    case tick

    @CasePathable
    public enum Delegate: Equatable, Sendable { case finished }
  }

  @Dependency(\.continuousClock) var clock

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .delegate:
      return .none
    case .startTapped:
      return .run { send in
        for await _ in self.clock.timer(interval: .seconds(60)) {
          await send(.tick, animation: .interpolatingSpring(stiffness: 3000, damping: 40))
        }
      }
    case .tick:
      state.remaining -= 1
      return state.remaining == 0 ? .send(.delegate(.finished)) : .none
    }
  }
}

@Suite @MainActor struct PlayerFeatureTests {
  private let tracks: IdentifiedArrayOf<Track> = [
    Track(id: 1, title: "Aria", duration: 120), Track(id: 2, title: "Variatio 1", duration: 60),
  ]

  @Test func playsTheQueueAndRepeats() async {
    let (stream, continuation) = AsyncStream.makeStream(of: AudioClient.DelegateAction.self)
    let played = LockIsolated<[Int]>([])
    let store = TestStore(initialState: Player.State(queue: tracks)) {
      Player()
    } withDependencies: {
      $0.audio.play = { id in
        played.withValue { $0.append(id) }
        return id == 1 ? stream : .never
      }
      $0.audio.stop = {}
    }
    await store.send(.view(.playTapped(id: 1))) { $0.mode = .playing(.init(id: 1)) }
    continuation.yield(.progress(3))
    await store.receive(\.audio.progress, 3) { $0.mode.modify(\.playing) { $0.progress = 3 } }
    continuation.yield(.didFinish)
    await store.receive(.audio(.didFinish)) { $0.mode = .playing(.init(id: 2)) }
    await store.send(.binding(.set(\.$isRepeating, true))) { $0.isRepeating = true }
    await store.send(.view(.nextTapped)) { $0.mode = .playing(.init(id: 1)) }
    await store.send(.set(\.$isRepeating, false)) { $0.isRepeating = false }
    await store.send(.view(.playTapped(id: 2))) { $0.mode = .playing(.init(id: 2)) }
    await store.send(.view(.nextTapped)) { $0.mode = .idle }
    await store.receive(\.delegate.didStop)
    #expect(played.value == [1, 2, 1, 2])
  }

  @Test func fallsAsleepAndClears() async {
    struct NoSound: LocalizedError { var errorDescription: String? { "No sound" } }
    let clock = TestClock()
    let store = TestStore(initialState: Player.State(queue: tracks)) {
      Player()
    } withDependencies: {
      $0.audio.play = { id in if id == 1 { .never } else { throw NoSound() } }
      $0.audio.stop = {}
      $0.continuousClock = clock
    }
    await store.send(.view(.playTapped(id: 1))) { $0.mode = .playing(.init(id: 1)) }
    await store.send(.view(.sleepTapped)) { $0.sleepTimer = SleepTimer.State() }
    await store.send(.sleepTimer(.presented(.startTapped)))
    await clock.advance(by: .seconds(60))
    await store.receive(.sleepTimer(.presented(.tick))) { $0.sleepTimer?.remaining = 1 }
    await clock.advance(by: .seconds(60))
    await store.receive(\.sleepTimer.tick) { $0.sleepTimer?.remaining = 0 }
    await store.receive(\.sleepTimer.delegate.finished) {
      $0.sleepTimer = nil
      $0.mode = .idle
    }
    await store.receive(.delegate(.didStop))
    await store.send(.view(.playTapped(id: 2))) { $0.mode = .playing(.init(id: 2)) }
    await store.receive(.failed("No sound")) { $0.mode = .failed(message: "No sound") }
    await store.send(.view(.clearTapped)) {
      $0.confirmation = ConfirmationDialogState {
        TextState("Clear 2 tracks?")
      } actions: {
        ButtonState(role: .destructive, action: .clear) { TextState("Clear") }
        ButtonState(role: .cancel) { TextState("Cancel") }
      }
    }
    await store.send(.confirmation(.presented(.clear))) {
      $0.confirmation = nil
      $0.queue = []
      $0.mode = .idle
    }
    await store.receive(.delegate(.didStop))
  }
}
