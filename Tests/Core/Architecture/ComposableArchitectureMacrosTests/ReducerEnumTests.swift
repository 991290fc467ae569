import Testing

@Suite("Expansions of @Reducer on enums")
struct ReducerEnumTests {
  @Test("State, Action and body are generated from the cases")
  func cases() {
    let expansion = Expansion(
      of: """
        @Reducer(state: .equatable, .sendable, action: .equatable)
        public enum Destination {
          case feature(Feature)
          case other(Other.Inner = Other.Inner(limit: 3))
          case alert(AlertState<Choice>)
          @ReducerCaseEphemeral case sheet(Sheet)
          @ReducerCaseIgnored case help(topic: String, page: Int)
          case nothing
        }
        """)
    for part in [
      """
        @dynamicMemberLookup
        public enum State: CaseKeyPaths.CasePathIterable, ComposableArchitecture.CaseReducerState, \
      Swift.Equatable, Swift.Sendable {
          public typealias StateReducer = Destination
          case feature(Feature.State)
          case other(Other.Inner.State)
          case alert(AlertState<Choice>)
          case sheet(Sheet)
          case help(topic: String, page: Int)
          case nothing
          public nonisolated struct AllCasePaths:
      """,
      """
        public enum Action: CaseKeyPaths.CasePathIterable, Swift.Equatable {
          case feature(Feature.Action)
          case other(Other.Inner.Action)
          case alert(AlertState<Choice>.Action)
          case sheet(Sheet.Action)
          public nonisolated struct AllCasePaths:
      """,
      """
        public typealias Body = ComposableArchitecture.Reduce<Self.State, Self.Action>

        public static var body: ComposableArchitecture.Reduce<Self.State, Self.Action> {
          return ComposableArchitecture.Reduce<Self.State, Self.Action>(
            ComposableArchitecture.CombineReducers<Self.State, Self.Action, _> {
              ComposableArchitecture.Scope(state: \\Self.State.Cases.feature, action: \\Self.Action.Cases.feature) {
                Feature()
              }
              ComposableArchitecture.Scope(state: \\Self.State.Cases.other, action: \\Self.Action.Cases.other) {
                Other.Inner(limit: 3)
              }
            })
        }
      """,
      """
      extension Destination: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """,
      """
        @dynamicMemberLookup
        public enum CaseScope: CaseKeyPaths.CasePathIterable {
          case feature(ComposableArchitecture.StoreOf<Feature>)
          case other(ComposableArchitecture.StoreOf<Other.Inner>)
          case alert(AlertState<Choice>)
          case sheet(Sheet)
          case help(topic: String, page: Int)
          case nothing
          public nonisolated struct AllCasePaths:
      """,
      """
              generatedEmbed: Action.feature,
      """,
    ] {
      #expect(expansion.source.contains(part))
    }
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test(
    "Generated cases keep their availability and #if, and an #if leaves @Recordable attached")
  func conditions() {
    let expansion = Expansion(
      of: """
        @Reducer(state: .recordable, action: .recordable, .hashable)
        enum Destination {
          @available(*, deprecated)
          case feature(Feature)
          #if DEBUG
          case debug(Debug)
          #endif
        }
        """)
    #expect(
      expansion.source.contains(
        """
          @RecordCoding.Recordable
          @dynamicMemberLookup
          enum State: CaseKeyPaths.CasePathIterable, ComposableArchitecture.CaseReducerState {
            typealias StateReducer = Destination
            @available(*, deprecated)
            case feature(Feature.State)
            #if DEBUG
            case debug(Debug.State)
            #endif
        """))
    #expect(
      expansion.source.contains(
        """
          @RecordCoding.Recordable
          enum Action: CaseKeyPaths.CasePathIterable, Swift.Hashable {
            @available(*, deprecated)
            case feature(Feature.Action)
            #if DEBUG
            case debug(Debug.Action)
            #endif
        """))
    #expect(
      expansion.source.contains(
        """
                #if DEBUG
                ComposableArchitecture.Scope(state: \\Self.State.Cases.debug, action: \\Self.Action.Cases.debug) {
                  Debug()
                }
                #endif
        """))
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("Members that the author declares are not generated")
  func present() {
    let source = Expansion(
      of: """
        @Reducer
        enum Destination {
          case feature(Feature)
          enum State {}
          typealias Action = Feature.Action
          static var body: Feature { Feature() }
        }
        """
    ).source
    #expect(source.split(separator: "\n").filter { $0.contains("enum State") }.count == 1)
    #expect(!source.contains("enum Action"))
    #expect(!source.contains("static var body: ComposableArchitecture"))
    #expect(source.contains("@ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>"))
  }

  @Test(
    "A State or Action that the author declares gets the attributes of a feature's",
    arguments: [
      ("", "Action", false), ("(.recordable)", "Action", true), ("(.recordable)", "State", true),
      ("(state: .recordable)", "State", true), ("(state: .recordable)", "Action", false),
    ])
  func ownDomain(arguments: String, name: String, isRecordable: Bool) {
    let expansion = Expansion(
      of: """
        @Reducer\(arguments)
        enum Destination {
          case feature(Feature)
          enum \(name) { case feature(Feature.\(name)) }
        }
        """)
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.source.contains("@CaseKeyPaths.CasePathable"))
    #expect(expansion.source.contains("@RecordCoding.Recordable") == isRecordable)
  }
}
