import Testing

@Suite("Expansions of @Reducer")
struct ReducerMacroTests {
  @Test("State, Action and body get their attributes, and the reducer its conformance")
  func attributes() {
    let expansion = Expansion(
      of: """
        @Reducer
        struct Feature {
          enum State {}
          enum Action {}
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }
        """)
    #expect(
      expansion.source == """

        struct Feature {
          @CaseKeyPaths.CasePathable @dynamicMemberLookup
          enum State {}
          @CaseKeyPaths.CasePathable
          enum Action {}
          @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Feature: ComposableArchitecture.Reducer {
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Attributes and conformances that are there already are not added again")
  func present() {
    let expansion = Expansion(
      of: """
        @Reducer
        struct Feature: Reducer {
          @CasePathable @dynamicMemberLookup
          enum State {}
          enum Action: Equatable, CasePaths.CasePathable {}
          @ReducerBuilder<State, Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }
        """)
    #expect(
      expansion.source == """

        struct Feature: Reducer {
          @dynamicMemberLookup
          enum State {

            nonisolated struct AllCasePaths: Swift.Sendable, Swift.Sequence {
              func makeIterator() -> Swift.IndexingIterator<[CaseKeyPaths.PartialCaseKeyPath<State>]> {
                return [CaseKeyPaths.PartialCaseKeyPath<State>]().makeIterator()
              }
            }

            nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
        }
          enum Action: Equatable, CasePaths.CasePathable {}
          @ReducerBuilder<State, Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Feature.State: CaseKeyPaths.CasePathable {
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Members that only look like the parts of a reducer are left alone")
  func bystanders() {
    let expansion = Expansion(
      of: """
        @Reducer
        struct Feature {
          struct State {}
          typealias Action = Other.Action
          enum Destination {}
          let body: Reduce<State, Action>
          static var body: Int { 1 }
          var bodies: Int { 1 }
        }
        """)
    #expect(
      expansion.source == """

        struct Feature {
          struct State {}
          typealias Action = Other.Action
          enum Destination {}
          let body: Reduce<State, Action>
          static var body: Int { 1 }
          var bodies: Int { 1 }
        }

        extension Feature: ComposableArchitecture.Reducer {
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("The extension is available where the reducer is")
  func availability() {
    let expansion = Expansion(
      of: """
        @available(macOS 99, *)
        @Reducer
        struct Feature {}
        """)
    #expect(
      expansion.source == """
        @available(macOS 99, *)
        struct Feature {}

        @available(macOS 99, *)
        extension Feature: ComposableArchitecture.Reducer {
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }
}
