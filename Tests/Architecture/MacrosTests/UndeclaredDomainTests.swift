import Testing

@Suite struct UndeclaredDomainTests {
  @Test func actionsThatAreHandledMustBeDeclared() {
    let expansion = MacroExpansion(
      """
      @Reducer struct Feature {
        struct State {}
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .appeared, .closed: .none
            }
          }
        }
      }
      """)
    #expect(
      expansion.diagnostics == [
        """
        1:17: error: 'Feature' handles '.appeared' but declares no 'Action': a reducer needs its actions as a nested type, written \
        in the struct itself
          fix-it: Add 'enum Action' with what is handled
        """
      ])
    #expect(
      expansion.fixed.first?.contains(
        """
        @Reducer struct Feature {
          enum Action {
            case appeared
            case closed
          }
          struct State {}
        """) == true)
  }

  @Test func actionsWithPayloadsCannotBeGuessed() {
    let expansion = MacroExpansion(
      """
      @Reducer struct Feature {
        struct State {}
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case let .loaded(items): return .none
          case .closed: return .none
          }
        }
      }
      """)
    #expect(
      expansion.diagnostics == [
        """
        1:17: error: 'Feature' handles '.loaded' but declares no 'Action': a reducer needs its actions as a nested type, written in \
        the struct itself
        """
      ])
    #expect(expansion.fixed.isEmpty)
  }

  @Test func aStateThatIsUsedMustBeDeclared() {
    let expansion = MacroExpansion(
      """
      @Reducer struct Feature {
        enum Action { case tapped }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.count += 1
            return .none
          }
        }
      }
      """)
    #expect(
      expansion.diagnostics == [
        """
        1:17: error: 'Feature' uses 'state.count' but declares no 'State': a reducer needs its state as a nested type, written in \
        the struct itself
        """
      ])
  }

  @Test(arguments: [
    "struct State { var count = 0 }\n  typealias Action = Never",
    "#if DEBUG\n  struct State { var count = 0 }\n  #endif\n  enum Action { case tapped }",
  ])
  func whatIsDeclaredSomehowIsDeclared(members: String) {
    let expansion = MacroExpansion(
      """
      @Reducer struct Feature {
        \(members)
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.count += 1
            switch action {
            case .tapped: return .none
            }
          }
        }
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test func typeParametersStandForTheDomain() {
    let expansion = MacroExpansion(
      """
      @Reducer struct Logged<State, Action> {
        let base: any Reducer<State, Action>
        var body: some Reducer<State, Action> {
          Reduce { state, action in
            print(state.self)
            switch action { case .tapped: return .none }
          }
        }
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
  }
}
