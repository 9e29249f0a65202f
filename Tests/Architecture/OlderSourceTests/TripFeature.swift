import ComposableArchitecture
import Foundation
import Testing

// A file as it was written for 1.0 to 1.3: nested `Destination` and `Path` reducers by hand, presentation state, delegates.

struct Stop: Equatable, Identifiable, Codable, Sendable {
  let id: UUID
  var name = ""
  var nights = 1
}

struct StopForm: Reducer {
  struct State: Equatable, Sendable {
    @BindingState var focus: Field? = .name
    @BindingState var stop: Stop

    init(focus: Field? = .name, stop: Stop) {
      self.focus = focus
      self.stop = stop
    }

    enum Field: Hashable, Sendable { case name, nights }
  }

  enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case moreNightsTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce<State, Action> { state, action in
      switch action {
      case .binding:
        return .none
      case .moreNightsTapped:
        state.stop.nights += 1
        state.focus = .nights
        return .none
      }
    }
  }
}

struct StopDetail: Reducer {
  struct State: Equatable {
    @PresentationState var destination: Destination.State?
    var stop: Stop
  }

  enum Action: Equatable {
    case cancelButtonTapped
    case delegate(Delegate)
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case doneButtonTapped
    case editButtonTapped

    enum Delegate: Equatable {
      case deleted
      case updated(Stop)
    }
  }

  struct Destination: Reducer {
    enum State: Equatable {
      case alert(AlertState<Action.Alert>)
      case edit(StopForm.State)
    }
    enum Action: Equatable {
      case alert(Alert)
      case edit(StopForm.Action)

      enum Alert { case confirmDeletion }
    }
    var body: some ReducerOf<Self> {
      Scope(state: /State.edit, action: /Action.edit) {
        StopForm()
      }
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.destination = nil
        return .none

      case .delegate:
        return .none

      case .deleteButtonTapped:
        state.destination = .alert(.deleteStop)
        return .none

      case let .destination(.presented(.alert(alertAction))):
        switch alertAction {
        case .confirmDeletion:
          return .run { send in
            await send(.delegate(.deleted), animation: .default)
            await self.dismiss()
          }
        }

      case .destination:
        return .none

      case .doneButtonTapped:
        guard case let .edit(editState) = state.destination else { return .none }
        state.stop = editState.stop
        state.destination = nil
        return .none

      case .editButtonTapped:
        state.destination = .edit(StopForm.State(stop: state.stop))
        return .none
      }
    }
    .ifLet(\.$destination, action: /Action.destination) {
      Destination()
    }
    .onChange(of: \.stop) { oldValue, newValue in
      Reduce { state, action in
        .send(.delegate(.updated(newValue)))
      }
    }
  }
}

extension AlertState where Action == StopDetail.Destination.Action.Alert {
  static let deleteStop = Self {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Yes") }
    ButtonState(role: .cancel) { TextState("Nevermind") }
  } message: {
    TextState("The stop goes away.")
  }
}

struct Trip: Reducer {
  struct State: Equatable {
    @PresentationState var addStop: StopForm.State?
    var path = StackState<Path.State>()
    var stops: IdentifiedArrayOf<Stop> = []
  }

  enum Action: Equatable {
    case addButtonTapped
    case addStop(PresentationAction<StopForm.Action>)
    case confirmAddTapped
    case onDelete(IndexSet)
    case onMove(IndexSet, Int)
    case path(StackAction<Path.State, Path.Action>)
    case stopTapped(id: Stop.ID)
  }

  struct Path: Reducer {
    enum State: Equatable {
      case detail(StopDetail.State)
      case map(Map.State = .init())
    }
    enum Action: Equatable {
      case detail(StopDetail.Action)
      case map(Map.Action)
    }
    var body: some Reducer<State, Action> {
      Scope(state: /State.detail, action: /Action.detail, child: StopDetail.init)
      Scope(state: /State.map, action: /Action.map) { Map() }
    }
  }

  struct Map: Reducer {
    struct State: Equatable { var zoom = 1.0 }
    enum Action: Equatable { case zoomIn }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .zoomIn:
        state.zoom *= 2
        return .none
      }
    }
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.addStop = StopForm.State(stop: Stop(id: self.uuid()))
        return .none

      case .addStop:
        return .none

      case .confirmAddTapped:
        guard let stop = state.addStop?.stop else { return .none }
        state.stops.append(stop)
        state.addStop = nil
        return .none

      case let .onDelete(indices):
        state.stops.remove(atOffsets: indices)
        return .none

      case let .onMove(source, destination):
        state.stops.move(fromOffsets: source, toOffset: destination)
        return .none

      case let .path(.element(id, .detail(.delegate(delegateAction)))):
        guard case let .some(.detail(detail)) = state.path[id: id] else { return .none }
        switch delegateAction {
        case .deleted:
          state.stops.remove(id: detail.stop.id)
        case let .updated(stop):
          state.stops[id: stop.id] = stop
        }
        return .none

      case .path:
        return .none

      case let .stopTapped(id):
        guard let stop = state.stops[id: id] else { return .none }
        state.path.append(.detail(StopDetail.State(stop: stop)))
        return .none
      }
    }
    .ifLet(\.$addStop, action: /Action.addStop) {
      StopForm()
    }
    .forEach(\.path, action: /Action.path) {
      Path()
    }
  }
}

@Suite @MainActor struct TripFeatureTests {
  @Test func addsAndMovesStops() async {
    let store = TestStore(initialState: Trip.State()) {
      Trip()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    for (index, name) in ["Lyon", "Turin"].enumerated() {
      await store.send(.addButtonTapped) { $0.addStop = StopForm.State(stop: Stop(id: UUID(index))) }
      await store.send(.addStop(.presented(.set(\.$stop.name, name)))) { $0.addStop?.stop.name = name }
      await store.send(.addStop(.presented(.moreNightsTapped))) {
        $0.$addStop[case: /.self]?.stop.nights = 2
        $0.addStop?.focus = .nights
      }
      await store.send(.addStop(.presented(.set(\.$focus, nil)))) { $0.addStop?.focus = nil }
      await store.send(.confirmAddTapped) {
        $0.addStop = nil
        $0.stops.append(Stop(id: UUID(index), name: name, nights: 2))
      }
    }
    await store.send(.onMove([1], 0)) { $0.stops.swapAt(0, 1) }
    await store.send(.onDelete([0])) { $0.stops = [Stop(id: UUID(0), name: "Lyon", nights: 2)] }
  }

  @Test func editsAndDeletesAStopOnTheStack() async {
    let stop = Stop(id: UUID(0), name: "Lyon")
    let store = TestStore(initialState: Trip.State(stops: [stop])) { Trip() }
    await store.send(.stopTapped(id: UUID(0))) { $0.path[id: 0] = .detail(StopDetail.State(stop: stop)) }
    await store.send(.path(.element(id: 0, action: .detail(.editButtonTapped)))) {
      $0.path[id: 0, case: /Trip.Path.State.detail]?.destination = .edit(StopForm.State(stop: stop))
    }
    await store.send(.path(.element(id: 0, action: .detail(.destination(.presented(.edit(.moreNightsTapped))))))) {
      $0.path[id: 0, case: /Trip.Path.State.detail]?.$destination[case: /StopDetail.Destination.State.edit]?.stop.nights = 2
      $0.path[id: 0, case: /Trip.Path.State.detail]?.$destination[case: /StopDetail.Destination.State.edit]?.focus = .nights
    }
    var edited = stop
    edited.nights = 2
    await store.send(.path(.element(id: 0, action: .detail(.doneButtonTapped)))) {
      $0.path[id: 0] = .detail(StopDetail.State(stop: edited))
    }
    await store.receive(.path(.element(id: 0, action: .detail(.delegate(.updated(edited)))))) { $0.stops = [edited] }
    await store.send(.path(.element(id: 0, action: .detail(.deleteButtonTapped)))) {
      $0.path[id: 0, case: /Trip.Path.State.detail]?.destination = .alert(.deleteStop)
    }
    await store.send(.path(.element(id: 0, action: .detail(.destination(.presented(.alert(.confirmDeletion))))))) {
      $0.path[id: 0, case: /Trip.Path.State.detail]?.destination = nil
    }
    await store.receive(.path(.element(id: 0, action: .detail(.delegate(.deleted))))) { $0.stops = [] }
    await store.receive(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }
}
