import Testing

@Suite struct ReducerExpansionTests {
  @Test func aStructGetsWhatItMisses() {
    let expansion = MacroExpansion("@Reducer public struct Feature {}")
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source == """
        public struct Feature {

          public struct State: ComposableArchitecture.ObservableState, Swift.Codable, Swift.Equatable, Swift.Hashable, Swift.Sendable {
            public init() {
            }
          }

          public enum Action: Swift.Equatable, Swift.Hashable, Swift.Sendable {
          }

          public var body: some ComposableArchitecture.Reducer<Self.State, Self.Action> {
            ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
          }
        }

        extension Feature: ComposableArchitecture.Reducer {
        }
        """)
  }

  @Test func aWholeStructGetsAttributesOnly() {
    let expansion = MacroExpansion(
      """
      @Reducer struct Feature {
        @ObservableState enum State { case on }
        @CasePathable enum Action { case tapped }
        var body: some ReducerOf<Self> {
          Reduce { _, _ in .none }
        }
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.source.contains("@CasePaths.CasePathable @dynamicMemberLookup enum State {"))
    #expect(expansion.source.contains("@ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>\n  var body"))
    #expect(expansion.source.contains("extension Feature: ComposableArchitecture.Reducer {"))
    #expect(!expansion.source.contains("EmptyReducer"))
  }

  @Test func aBodyThatReturnsIsNotBuilt() {
    let expansion = MacroExpansion(
      """
      @Reducer struct Feature {
        struct State {}
        enum Action {}
        var body: some ReducerOf<Self> { return EmptyReducer() }
      }
      """)
    #expect(!expansion.source.contains("ReducerBuilder"))
  }

  @Test func aConformanceIsNotRepeated() {
    let expansion = MacroExpansion(
      """
      @Reducer struct Feature: Reducer {
        struct State {}
        enum Action {}
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(!expansion.source.contains("extension"))
    #expect(!expansion.source.contains("var body"))
  }

  @Test func anEnumGetsStateActionAndBody() {
    let expansion = MacroExpansion(
      """
      @Reducer(state: .equatable, .sendable, action: .equatable) indirect enum Destination {
        case edit(Edit)
        case limited(Edit = Edit(limit: 3))
        case alert(AlertState<Alert>)
        @ReducerCaseIgnored case data(Model)
        case several(Int, name: String)
        #if DEBUG
          case debug(Debug)
        #endif
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source == """
        indirect enum Destination {
          case edit(Edit)
          case limited(Edit = Edit(limit: 3))
          case alert(AlertState<Alert>)
          case data(Model)
          case several(Int, name: String)
          #if DEBUG
            case debug(Debug)
          #endif

          @CasePaths.CasePathable
          @dynamicMemberLookup
          @ComposableArchitecture.ObservableState
          indirect enum State: ComposableArchitecture.CaseReducerState, Swift.Equatable, Swift.Sendable {
            typealias StateReducer = Destination
            case edit(Edit.State)
            case limited(Edit.State)
            case alert(AlertState<Alert>)
            case data(Model)
            case several(Int, name: String)
            #if DEBUG
            case debug(Debug.State)
            #endif
            var _$isEphemeral: Swift.Bool {
              switch self {
              case .alert:
                return true
              default:
                return false
              }
            }
          }

          @CasePaths.CasePathable
          @dynamicMemberLookup
          indirect enum Action: Swift.Equatable {
            case edit(Edit.Action)
            case limited(Edit.Action)
            case alert(Alert)
            case data(Swift.Never)
            case several(Swift.Never)
            #if DEBUG
            case debug(Debug.Action)
            #endif
          }

          typealias Body = ComposableArchitecture.Reduce<Self.State, Self.Action>

          static var body: ComposableArchitecture.Reduce<Self.State, Self.Action> {
            ComposableArchitecture.Reduce(
              ComposableArchitecture.EmptyReducer<Self.State, Self.Action>()
              .ifCaseLet(\\Self.State.Cases.edit, action: \\Self.Action.Cases.edit) {
                Edit()
              }
              .ifCaseLet(\\Self.State.Cases.limited, action: \\Self.Action.Cases.limited) {
                Edit(limit: 3)
              }
              #if DEBUG
              .ifCaseLet(\\Self.State.Cases.debug, action: \\Self.Action.Cases.debug) {
                Debug()
              }
              #endif
            )
          }

          indirect enum CaseScope {
            case edit(ComposableArchitecture.StoreOf<Edit>)
            case limited(ComposableArchitecture.StoreOf<Edit>)
            case alert(AlertState<Alert>)
            case data(Model)
            case several(Int, name: String)
            #if DEBUG
            case debug(ComposableArchitecture.StoreOf<Debug>)
            #endif
          }

          @MainActor static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
            switch store.currentState {
            case .edit(let state):
              return .edit(store._$scope(of: state, state: \\.edit, action: \\.edit))
            case .limited(let state):
              return .limited(store._$scope(of: state, state: \\.limited, action: \\.limited))
            case let .alert(value0):
              return .alert(value0)
            case let .data(value0):
              return .data(value0)
            case let .several(value0, value1):
              return .several(value0, name: value1)
            #if DEBUG
            case .debug(let state):
              return .debug(store._$scope(of: state, state: \\.debug, action: \\.debug))
            #endif
            }
          }
        }

        extension Destination: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
        }
        """)
  }

  @Test func anObservableStateIsOneConformance() {
    let expansion = MacroExpansion(
      """
      @ObservableState
      public struct State {
        var count = 0
      }
      """)
    #expect(
      expansion.source == """
        public struct State {
          var count = 0
        }

        extension State: ComposableArchitecture.ObservableState {
        }
        """)
  }

  @Test(arguments: ["class", "actor"])
  func aReferenceIsNoReducerAndNoState(keyword: String) {
    let reducer = MacroExpansion("@Reducer \(keyword) Feature {}")
    #expect(
      reducer.diagnostics == [
        """
        1:10: error: '@Reducer' can only be applied to a struct or an enum: a reducer is a value
          fix-it: Change '\(keyword)' to 'struct'
        """
      ])
    #expect(reducer.fixed == ["@Reducer struct Feature {}"])
    let state = MacroExpansion("@ObservableState \(keyword) State {}")
    #expect(
      state.diagnostics == [
        """
        1:18: error: '@ObservableState' can only be applied to a struct or an enum: state is a value
          fix-it: Change '\(keyword)' to 'struct'
        """
      ])
    #expect(state.fixed == ["@ObservableState struct State {}"])
  }

  @Test func aProtocolIsNoReducer() {
    let expansion = MacroExpansion("@Reducer protocol Feature {}")
    #expect(
      expansion.diagnostics == [
        """
        1:10: error: '@Reducer' can only be applied to a struct or an enum: a reducer is a value
          fix-it: Remove '@Reducer'
        """
      ])
    #expect(expansion.fixed == ["protocol Feature {}"])
  }

  @Test func aBodyAndAReduceExcludeEachOther() {
    let expansion = MacroExpansion(
      """
      @Reducer struct Feature {
        struct State {}
        enum Action {}
        func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        var body: some ReducerOf<Self> { EmptyReducer() }
      }
      """)
    #expect(
      expansion.diagnostics == [
        """
        4:8: error: A reducer has a 'body' or a 'reduce(into:action:)', not both: 'reduce(into:action:)' would win and 'body' would \
        never run
          fix-it: Rename it and use it in the body
        """
      ])
    #expect(expansion.fixed.first?.contains("func core(into state: inout State, action: Action)") == true)
  }

  @Test func marksThatContradictTheirCase() {
    let expansion = MacroExpansion(
      """
      @Reducer enum Destination {
        @ReducerCaseEphemeral @ReducerCaseIgnored case data(Model)
        @ReducerCaseEphemeral case other
        case data(Int)
      }
      """)
    #expect(
      expansion.diagnostics == [
        """
        4:8: error: '@Reducer' cannot tell case 'data' from another case of the same name: give each case a name of its own
        """,
        """
        2:3: error: A case is '@ReducerCaseIgnored' or '@ReducerCaseEphemeral', not both
          fix-it: Remove '@ReducerCaseEphemeral'
        """,
        """
        3:3: error: '@ReducerCaseEphemeral' needs a case with one payload: the state that any of its actions dismisses
          fix-it: Remove '@ReducerCaseEphemeral'
        """,
      ])
    #expect(expansion.fixed.last?.contains("Model)\n  case other\n") == true)
    #expect(!expansion.source.contains("extension"))
  }
}
