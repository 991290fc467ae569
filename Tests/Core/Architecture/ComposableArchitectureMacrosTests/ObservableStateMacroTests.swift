import Testing

@Suite("Expansions of @ObservableState")
struct ObservableStateMacroTests {
  @Test("A state conforms to ObservableState")
  func conformance() {
    let expansion = Expansion(
      of: """
        @ObservableState
        struct State {
          var count = 0
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source == """

        struct State {
          var count = 0
        }

        extension State: ComposableArchitecture.ObservableState {
        }
        """)
  }

  @Test("Ignored properties are listed at the access level of the type")
  func ignored() {
    let expansion = Expansion(
      of: """
        @ObservableState
        public struct State {
          @ObservationStateIgnored public var cache = 0
          @ObservationStateTracked public var count = 0
          @ObservationStateIgnored var draft: String
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(
      expansion.source.contains(
        """
          public static var _$ignoredFields: Swift.Set<Swift.PartialKeyPath<Self>> {
            [\\.cache, \\.draft]
          }
        """))
  }

  @Test(
    "A class or an actor is rejected",
    arguments: [("class", "a 'class'"), ("actor", "an 'actor'")])
  func notAValue(keyword: String, description: String) {
    let expansion = Expansion(of: "@ObservableState \(keyword) State {}")
    let column = 18
    #expect(
      expansion.diagnostics == [
        """
        1:\(column): error: '@ObservableState' can only be applied to a struct or an enum, not to \
        \(description): a state is a value
        """,
        "  fix-it: change '\(keyword)' to 'struct': \"\(keyword)\" → \"struct\"",
        #"  fix-it: remove '@ObservableState': "@ObservableState" → """#,
      ])
  }

  @Test("@ObservationStateIgnored is rejected unless it is on a property")
  func notAProperty() {
    let expansion = Expansion(
      of: """
        @ObservableState struct State {
          @ObservationStateIgnored func work() {}
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        2:3: error: '@ObservationStateIgnored' can only be applied to a property of a state that \
        is '@ObservableState'
        """,
        #"  fix-it: remove '@ObservationStateIgnored': "@ObservationStateIgnored" → """#,
      ])
  }
}
