import Testing

@Suite struct DependencyClientExpansionTests {
  @Test func aThrowingEndpointWithALabel() {
    let expansion = MacroExpansion(
      """
      public struct Client {
        @DependencyEndpoint public var fetch: @Sendable (_ id: Int, String) async throws -> String
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source == """
        public struct Client {
          public var fetch: @Sendable (_ id: Int, String) async throws -> String {
            @storageRestrictions(initializes: `_fetch(id:_:)`)
            init(initialValue) {
              `_fetch(id:_:)` = initialValue
            }
            get {
              `_fetch(id:_:)`
            }
            set {
              `_fetch(id:_:)` = newValue
            }
          }

          public func fetch(id p0: Int, _ p1: String) async throws -> String {
            try await self.fetch(p0, p1)
          }

          private var `_fetch(id:_:)`: @Sendable (_ id: Int, String) async throws -> String = { p0, p1 in
            let endpoint = DependenciesMacros._UnsuppliedEndpoint(client: Self.self, name: "fetch", arguments: [("id", p0 as Any), (nil, p1 as Any)])
            return try await endpoint.answerOrThrow(returning: (String).self)
          }
        }
        """)
  }

  @Test func aClientHasTwoInitializers() {
    let expansion = MacroExpansion(
      """
      @DependencyClient public struct Client {
        public var save: () -> Void
        public var count: () -> Int = { 0 }
        public let name: String
        public var limit = 10
        let constant = 1
        private var hidden = 2
        var computed: Int { 3 }
      }
      """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source == """
        public struct Client {
          @DependenciesMacros.DependencyEndpoint
          public var save: () -> Void
          @DependenciesMacros.DependencyEndpoint
          public var count: () -> Int = { 0 }
          public let name: String
          public var limit = 10
          let constant = 1
          private var hidden = 2
          var computed: Int { 3 }

          public init(
            save: @escaping () -> Void,
            count: @escaping () -> Int,
            name: String,
            limit: Swift.Int = 10
          ) {
            self.save = save
            self.count = count
            self.name = name
            self.limit = limit
          }

          public init(
            name: String,
            limit: Swift.Int = 10
          ) {
            self.name = name
            self.limit = limit
            self.count = {
              let endpoint = DependenciesMacros._UnsuppliedEndpoint(client: Self.self, name: "count", arguments: [])
              let fallback: () -> Int = {
                0
              }
              if let answer = endpoint.answerIfAny(returning: (Int).self) {
                return answer
              }
              return fallback()
            }
          }
        }
        """)
  }

  @Test func anEndpointThatCannotThrowNeedsADefault() {
    let expansion = MacroExpansion(
      """
      struct Client {
        @DependencyEndpoint var count: (Int, Int) -> Int
      }
      """)
    #expect(
      expansion.diagnostics == [
        """
        2:3: error: An endpoint that does not throw needs a default value: 'count' must return a 'Int' even when nobody supplied it
          fix-it: Give it a default value
        """
      ])
    #expect(
      expansion.fixed == [
        """
        struct Client {
          @DependencyEndpoint var count: (Int, Int) -> Int = { _, _ in <#Int#> }
        }
        """
      ])
  }

  @Test func aClientWithoutThatDefaultAddsNoOtherError() {
    let expansion = MacroExpansion(
      """
      @DependencyClient struct Client {
        @DependencyEndpoint var count: () -> Int
      }
      """)
    #expect(expansion.diagnostics.count == 1)
    #expect(
      expansion.source == """
        struct Client {
          var count: () -> Int

          init(
            count: @escaping () -> Int
          ) {
            self.count = count
          }
        }
        """)
  }

  @Test func anEndpointIsAFunction() {
    let expansion = MacroExpansion(
      """
      struct Client {
        @DependencyEndpoint var count: Int
      }
      """)
    #expect(
      expansion.diagnostics == [
        """
        2:3: error: '@DependencyEndpoint' can only be applied to a stored 'var' whose type is a function
          fix-it: Remove '@DependencyEndpoint'
        """
      ])
    #expect(expansion.fixed == ["struct Client {\n  var count: Int\n}"])
  }

  @Test func aClientIsAStruct() {
    let expansion = MacroExpansion("@DependencyClient class Client {}")
    #expect(
      expansion.diagnostics == [
        """
        1:19: error: '@DependencyClient' can only be applied to a struct
          fix-it: Change 'class' to 'struct'
        """
      ])
  }

  @Test func aPropertyWithoutVisibleTypeIsReported() {
    let expansion = MacroExpansion(
      """
      @DependencyClient struct Client {
        var run: () -> Void
        var other = Other()
      }
      """)
    #expect(
      expansion.diagnostics == [
        """
        3:7: error: '@DependencyClient' must see the type of 'other' to write an initializer: annotate it
          fix-it: Write the type
        """
      ])
    #expect(expansion.fixed.first?.contains("var other: <#Type#> = Other()") == true)
  }
}
