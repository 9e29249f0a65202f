import Testing

@Suite struct CasePathableExpansionTests {
  @Test func publicEnumWithAConditionalCase() {
    let expansion = MacroExpansion(
      """
      @CasePathable public enum Action {
        case tapped
        case row(id: Int, Row.Action)
        #if DEBUG
          case debug(x: Int)
        #endif
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source == """
        public enum Action {
          case tapped
          case row(id: Int, Row.Action)
          #if DEBUG
            case debug(x: Int)
          #endif

          public struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            public subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              if case .tapped = root {
                return \\.tapped
              }
              if case .row = root {
                return \\.row
              }
              #if DEBUG
              if case .debug = root {
                return \\.debug
              }
              #endif
              return \\.never
            }
            public var tapped: CasePaths.AnyCasePath<Action, Swift.Void> {
              CasePaths.AnyCasePath<Action, Swift.Void>(
                embed: {
                  Action.tapped
                },
                extract: {
                  if case .tapped = $0 {
                    return ()
                  } else {
                    return nil
                  }
                })
            }
            public var row: CasePaths.AnyCasePath<Action, (id: Int, Row.Action)> {
              CasePaths.AnyCasePath<Action, (id: Int, Row.Action)>(
                embed: {
                  Action.row(id: $0.0, $0.1)
                },
                extract: {
                  if case let .row(value0, value1) = $0 {
                    return (value0, value1)
                  } else {
                    return nil
                  }
                })
            }
            #if DEBUG
            public var debug: CasePaths.AnyCasePath<Action, Int> {
              CasePaths.AnyCasePath<Action, Int>(
                embed: Action.debug,
                extract: {
                  if case let .debug(value) = $0 {
                    return value
                  } else {
                    return nil
                  }
                })
            }
            #endif
            public func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
              paths.append(\\.tapped)
              paths.append(\\.row)
              #if DEBUG
              paths.append(\\.debug)
              #endif
              return paths.makeIterator()
            }
          }

          public static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
        }
        """)
  }

  @Test func aStructHasNoCases() {
    let expansion = MacroExpansion("@CasePathable struct A {}")
    #expect(
      expansion.diagnostics == [
        """
        1:15: error: '@CasePathable' can only be applied to an enum: a struct has no cases
          fix-it: Remove '@CasePathable'
        """
      ])
    #expect(expansion.fixed == ["struct A {}"])
    #expect(expansion.source == "struct A {}")
  }

  @Test func casesOfOneNameAreToldApartByNothing() {
    let expansion = MacroExpansion(
      """
      @CasePathable enum A {
        case a(x: Int)
        case b, a(y: Int)
      }
      """)
    #expect(
      expansion.diagnostics == [
        "3:11: error: '@CasePathable' cannot tell case 'a' from another case of the same name: give each case a name of its own"
      ])
    #expect(!expansion.source.contains("extension"))
  }

  @Test func casesOfOneNameInBranchesOfOneConditionAreFine() {
    let expansion = MacroExpansion(
      """
      @CasePathable enum A {
        #if os(Linux)
          case a(Int)
        #else
          case a(String)
        #endif
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
  }
}
