import Testing

@Suite("Misuses of @Reducer")
struct ReducerDiagnosticTests {
  @Test(
    "A class or an actor can be changed to a struct",
    arguments: [("class", "a 'class'"), ("actor", "an 'actor'")])
  func reference(keyword: String, description: String) {
    let expansion = Expansion(
      of: """
        @Reducer
        final \(keyword) Feature {
          enum Action {}
        }
        """)
    #expect(
      expansion.diagnostics == [
        "2:7: error: '@Reducer' can only be applied to a struct, not to \(description)",
        #"  fix-it: change '\#(keyword)' to 'struct': "\#(keyword)" → "struct""#,
        #"  fix-it: remove '@Reducer': "@Reducer" → """#,
      ])
    #expect(!expansion.source.contains("CasePathable"))
  }

  @Test("A protocol is no reducer")
  func protocols() {
    let expansion = Expansion(of: "@Reducer protocol Feature {}")
    #expect(
      expansion.diagnostics == [
        "1:10: error: '@Reducer' can only be applied to a struct, not to a 'protocol'",
        #"  fix-it: remove '@Reducer': "@Reducer" → """#,
      ])
  }

  @Test("An enum of reducers is not supported yet, and says what to write instead")
  func enumeration() {
    let expansion = Expansion(
      of: """
        @Reducer
        enum Destination {
          case alert(AlertFeature)
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        2:1: error: '@Reducer' cannot be applied to an 'enum' in this version: write a struct \
        whose 'State' and 'Action' are enums, and compose the reducers of their cases with \
        'ifCaseLet'
        """,
        #"  fix-it: remove '@Reducer': "@Reducer" → """#,
      ])
  }

  @Test("A body beside a reduce method is reported at the method")
  func bodyAndReduce() {
    let expansion = Expansion(
      of: """
        @Reducer
        struct Feature {
          var body: some ReducerOf<Self> { EmptyReducer() }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        4:8: error: A reducer has a 'body' or a 'reduce(into:action:)', not both: the 'body' would \
        never be called; move this method into a 'Reduce' in the 'body', or remove the 'body'
        """,
        "  3:7: note: the 'body' is declared here",
      ])
  }

  @Test("Another method named reduce may stand beside a body")
  func otherReduce() {
    let expansion = Expansion(
      of: """
        @Reducer
        struct Feature {
          var body: some ReducerOf<Self> { EmptyReducer() }
          func reduce(state: inout State) {}
          static func reduce(into state: inout State, action: Action) {}
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }
}
