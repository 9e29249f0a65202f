import ComposableArchitecture

/// A feature with one field.
@Reducer
struct Counter {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable {
    case increment
    case decrement
    /// Counts down to zero, one action for each number.
    case countDown(from: Int)
    /// Counts when an effect has sent the number back.
    case request(Int)
    case response(Int)
  }

  /// The feature's logic as a plain function, which returns its effects as any function would that has some.
  @inline(never)
  static func change(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count &+= 1
    case .decrement: state.count &-= 1
    case .countDown(from: 0): break
    case .countDown(let number):
      state.count &+= 1
      return .send(.countDown(from: number - 1))
    case .request(let number): return .run { send in await send(.response(number)) }
    case .response(let number): state.count &+= number
    }
    return .none
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in Self.change(&state, action) }
  }
}

/// Features around a counter, each a property of the next one's state.
enum InProperties {
  @Reducer
  struct One {
    struct State: Equatable, Sendable {
      var title = ""
      var inner = Counter.State()
    }
    enum Action: Sendable { case inner(Counter.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Counter() }
    }
  }

  @Reducer
  struct Two {
    struct State: Equatable, Sendable {
      var title = ""
      var inner = One.State()
    }
    enum Action: Sendable { case inner(One.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { One() }
    }
  }

  @Reducer
  struct Three {
    struct State: Equatable, Sendable {
      var title = ""
      var inner = Two.State()
    }
    enum Action: Sendable { case inner(Two.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Two() }
    }
  }

  @Reducer
  struct Four {
    struct State: Equatable, Sendable {
      var title = ""
      var inner = Three.State()
    }
    enum Action: Sendable { case inner(Three.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Three() }
    }
  }
}

/// Features around a counter, each a case of the next one's state.
enum InCases {
  @Reducer
  struct One {
    @CasePathable
    enum State: Equatable, Sendable {
      case inner(Counter.State)
      case nothing
    }
    enum Action: Sendable { case inner(Counter.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Counter() }
    }
  }

  @Reducer
  struct Two {
    @CasePathable
    enum State: Equatable, Sendable {
      case inner(One.State)
      case nothing
    }
    enum Action: Sendable { case inner(One.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { One() }
    }
  }

  @Reducer
  struct Three {
    @CasePathable
    enum State: Equatable, Sendable {
      case inner(Two.State)
      case nothing
    }
    enum Action: Sendable { case inner(Two.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Two() }
    }
  }

  @Reducer
  struct Four {
    @CasePathable
    enum State: Equatable, Sendable {
      case inner(Three.State)
      case nothing
    }
    enum Action: Sendable { case inner(Three.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Three() }
    }
  }
}

/// A list of rows, of which any can wait for something.
@Reducer
struct Rows {
  @Reducer
  struct Row {
    struct State: Equatable, Identifiable, Sendable {
      let id: Int
      var isOn = false
      var title = "a row"
    }
    enum Action: Equatable, Sendable {
      case toggle
      case wait
      case stopWaiting
    }
    enum CancelID { case waiting }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .toggle:
          state.isOn.toggle()
          return .none
        case .wait:
          return .run { _ in try await Task.never() }.cancellable(id: CancelID.waiting)
        case .stopWaiting: return .cancel(id: CancelID.waiting)
        }
      }
    }
  }

  struct State: Equatable, Sendable {
    var rows: IdentifiedArrayOf<Row.State>

    init(count: Int) { rows = IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0) }) }
  }
  enum Action: Sendable {
    case rows(IdentifiedActionOf<Row>)
    case replaceLast
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .replaceLast = action, let last = state.rows.popLast() {
        state.rows.append(Row.State(id: last.id &+ 1_000_000))
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Row() }
  }
}
