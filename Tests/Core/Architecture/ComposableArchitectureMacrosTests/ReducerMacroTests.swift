import Testing

@Suite("Expansions of @Reducer")
struct ReducerMacroTests {
  @Test("State, Action and body receive their attributes, and the reducer its conformance")
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

  @Test("Existing attributes and conformances are not added again")
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

        extension Feature.State: CaseKeyPaths.CasePathIterable {
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Members that only resemble a reducer's are unchanged")
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

  @Test("The extension has the availability of the reducer")
  func availability() {
    let expansion = Expansion(
      of: """
        @available(macOS 99, *)
        @Reducer
        struct Feature {
          typealias State = Int
          typealias Action = Int
          let body = EmptyReducer<Int, Int>()
        }
        """)
    #expect(
      expansion.source == """
        @available(macOS 99, *)
        struct Feature {
          typealias State = Int
          typealias Action = Int
          let body = EmptyReducer<Int, Int>()
        }

        @available(macOS 99, *)
        extension Feature: ComposableArchitecture.Reducer {
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("A feature without members has an empty State, Action and body")
  func synthesis() {
    let expansion = Expansion(of: "@Reducer public struct Feature {}")
    #expect(
      expansion.source == """
        public struct Feature {

          public struct State: Swift.Codable, Swift.Equatable, Swift.Hashable, Swift.Sendable {
            public init() {
            }
          }

          @CaseKeyPaths.CasePathable public enum Action: Swift.Equatable, Swift.Hashable, Swift.Sendable {
          }

          public let body = ComposableArchitecture.EmptyReducer<State, Action>()
        }

        extension Feature: ComposableArchitecture.Reducer {
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(
    "The argument '.recordable' adds @Recordable to State and Action unless they are recordable",
    arguments: [
      ("struct State {}", 2), ("enum State { case a }", 2), ("@Recordable struct State {}", 1),
      ("struct State: Recordable {}", 1), ("struct State: CodableRecordable {}", 1),
    ])
  func recordable(state: String, attributes: Int) {
    let expansion = Expansion(
      of: """
        @Reducer(.recordable) struct Feature {
          \(state)
          enum Action { case tap }
          struct Other {}
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    let parts = expansion.source.split(
      separator: "@RecordCoding.Recordable", omittingEmptySubsequences: false)
    #expect(parts.count == attributes + 1)
    #expect(parts.last?.contains("enum Action") == true)
    #expect(!expansion.source.contains("requireRecordable"))
  }

  @Test("A State or Action that is declared elsewhere is required to be recordable")
  func recordableElsewhere() {
    let expansion = Expansion(
      of: """
        @Reducer(.recordable) struct Feature {
          typealias State = Int
          enum Action { case tap }
        }
        """)
    #expect(expansion.source.contains("RecordCoding.requireRecordable(State.self)"))
    #expect(!expansion.source.contains("RecordCoding.requireRecordable(Action.self)"))
  }

  @Test("State and Action are not recordable without the argument '.recordable'")
  func plain() {
    let expansion = Expansion(of: "@Reducer struct Feature { struct State {}; enum Action {} }")
    #expect(!expansion.source.contains("Recordable"))
  }
}
