import Testing

@Suite("Diagnostics of @Reducer")
struct ReducerDiagnosticTests {
  @Test(
    "A fix-it changes a class or an actor to a struct",
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
        "2:7: error: '@Reducer' can only be applied to a struct or an enum, not to \(description)",
        #"  fix-it: change '\#(keyword)' to 'struct': "\#(keyword)" → "struct""#,
        #"  fix-it: remove '@Reducer': "@Reducer" → """#,
      ])
    #expect(!expansion.source.contains("CasePathable"))
  }

  @Test("A protocol is rejected")
  func protocols() {
    let expansion = Expansion(of: "@Reducer protocol Feature {}")
    #expect(
      expansion.diagnostics == [
        "1:10: error: '@Reducer' can only be applied to a struct or an enum, not to a 'protocol'",
        #"  fix-it: remove '@Reducer': "@Reducer" → """#,
      ])
  }

  @Test(
    "A fix-it marks a case as ignored if it holds a value of the standard library",
    arguments: ["Int", "count: Int", "Swift.String", "Any"])
  func misfit(payload: String) {
    let expansion = Expansion(
      of: """
        @Reducer
        enum Destination {
          case good(Feature)
          case plain(\(payload))
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        4:8: error: '@Reducer' expects the case 'plain' to hold a reducer, not a value of the \
        standard library: name the type of a feature, or mark the case as a plain value with \
        '@ReducerCaseIgnored'
        """,
        """
          fix-it: add '@ReducerCaseIgnored': "case plain(\(payload))" → \
        "@ReducerCaseIgnored case plain(\(payload))"
        """,
      ])
    #expect(!expansion.source.contains("State"))
  }

  @Test(
    "The markers of cases are rejected unless they are on a case",
    arguments: ["Ephemeral", "Ignored"])
  func misplacedMark(name: String) {
    let expansion = Expansion(of: "@ReducerCase\(name) struct Feature {}")
    #expect(
      expansion.diagnostics == [
        """
        1:1: error: '@ReducerCase\(name)' can only be applied to a case of an enum that is '@Reducer'
        """,
        #"  fix-it: remove '@ReducerCase\#(name)': "@ReducerCase\#(name)" → """#,
      ])
  }

  @Test("Conformances other than '.recordable' are rejected on a struct")
  func conformancesOfStruct() {
    let expansion = Expansion(
      of: """
        @Reducer(state: .equatable)
        struct Feature {}
        """)
    #expect(
      expansion.diagnostics == [
        """
        1:10: error: '@Reducer' of a struct takes '.recordable' only: state other conformances \
        where this 'State' and 'Action' are declared
        """
      ])
  }

  @Test("A private enum within a type is rejected, because extensions cannot see it")
  func hiddenEnum() {
    let expansion = Expansion(
      of: """
        struct Outer {
          @Reducer
          private enum Destination {
            case feature(Feature)
          }
        }
        """)
    #expect(
      expansion.diagnostics == [
        """
        3:3: error: '@Reducer' cannot extend a type that is nested and 'private', or nested in one \
        that is: make it 'fileprivate'
        """,
        #"  fix-it: change 'private' to 'fileprivate': "private" → "fileprivate""#,
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

  @Test("A body is allowed beside a different method named reduce")
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
