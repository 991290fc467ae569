import Testing

/// A feature with the types that `@Reducer` generates because it doesn't declare them.
struct ReducerDefaults: Sendable, CustomTestStringConvertible {
  let source: String
  let generated: Set<String>

  init(_ source: String, _ generated: Set<String>) {
    self.source = source
    self.generated = generated
  }

  var testDescription: String { source }

  private static let own = "var body: some ReducerOf<Self> { EmptyReducer() }"

  static let all: [Self] = [
    // No body.
    Self("struct Feature {}", ["State", "Action", "body"]),
    Self("struct Feature { struct State {} }", ["Action", "body"]),
    Self("struct Feature { enum Action {} }", ["State", "body"]),
    Self("struct Feature { typealias State = Int }", ["Action", "body"]),
    Self("struct Feature { class State {}; actor Action {} }", ["body"]),
    Self("struct Feature<State> {}", ["Action", "body"]),
    Self("struct Feature<State, Action> {}", ["body"]),
    Self("struct Feature { let limit = 5 }", ["State", "Action", "body"]),
    // A body whose type may have its state and actions in an extension.
    Self("struct Feature { \(own) }", []),
    Self("struct Feature { struct State {}; \(own) }", []),
    Self("struct Feature { enum Action {}; \(own) }", []),
    Self("struct Feature { typealias State = Int; \(own) }", []),
    Self("struct Feature<State> { \(own) }", []),
    Self("struct Feature<State> { var body: some Reducer<State, Act> { EmptyReducer() } }", []),
    Self("struct Feature { var body: some Reducer<State, Action> { EmptyReducer() } }", []),
    Self("struct Feature { var body: some Reducer<Int, Bool> { EmptyReducer() } }", []),
    Self("struct Feature { var body: some ReducerOf<Other> { Other() } }", []),
    Self("struct Feature { var body: some Lib.Reducer<Int, Bool> { EmptyReducer() } }", []),
    // A stored body.
    Self("struct Feature { let body = EmptyReducer<Int, Bool>() }", []),
    Self("struct Feature { let body = Reduce<Int, Bool> { _, _ in .none } }", []),
    Self("struct Feature { let body: Reduce<State, Action> = .init(Other()) }", []),
    // A body with a type that has a name.
    Self("struct Feature { var body: Other { Other() } }", []),
    Self("struct Feature { let body: Reduce<Int, Bool> }", []),
    Self("struct Feature { var body: Reduce<State, Action> { .init() } }", ["State", "Action"]),
    Self(
      "struct Feature { var body: EmptyReducer<Self.State, Self.Action> { .init() } }",
      ["State", "Action"]),
    Self(
      "struct Feature { struct State {}; var body: Reduce<State, Action> { .init() } }",
      ["Action"]),
    Self("struct Feature { var body: Reduce<State, Bool> { .init() } }", ["State"]),
    // A method instead of a body.
    Self(
      "struct Feature { func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none } }",
      []),
  ]
}

@Suite("State and Action that @Reducer generates")
struct ReducerDefaultTests {
  @Test("State and Action are generated if no body needs others", arguments: ReducerDefaults.all)
  func defaults(feature: ReducerDefaults) {
    let expansion = Expansion(of: "@Reducer \(feature.source)")
    #expect(expansion.diagnostics.isEmpty)
    #expect(generatedMembers(in: expansion) == feature.generated)
    #expect(expansion.source.contains("typealias") == feature.source.contains("typealias"))
  }

  @Test(
    "A feature is expanded equally if an extension before or after it declares its types",
    arguments: [true, false])
  func extensions(isFirst: Bool) {
    let feature = "@Reducer struct Feature { var body: some ReducerOf<Self> { EmptyReducer() } }"
    let types = """
      extension Feature {
        @CasePathable enum Action { case tap }
      }
      extension Feature { struct State {} }
      """
    let expansion = Expansion(
      of: (isFirst ? [types, feature] : [feature, types]).joined(separator: "\n"))
    #expect(expansion.diagnostics.isEmpty)
    #expect(expansion.source.split(separator: "struct State").count == 2)
    #expect(expansion.source.split(separator: "enum Action").count == 2)
  }

  @Test(
    "A nested feature gets no State or Action besides those of the enclosing type",
    arguments: [
      "@Reducer struct Outer", "struct Outer: Reducer", "extension App.Outer", "enum Outer",
    ])
  func nested(outer: String) {
    let expansion = Expansion(
      of: """
        \(outer) {
          struct State {}
          enum Action { case tap }
          @Reducer struct Inner {
            var body: some Reducer<State, Action> { EmptyReducer() }
          }
        }
        """)
    #expect(expansion.source.split(separator: "struct State").count == 2)
    #expect(expansion.source.split(separator: "enum Action").count == 2)
    #expect(!expansion.source.contains("typealias"))
  }

  private func generatedMembers(in expansion: Expansion) -> Set<String> {
    let members = [
      "State": "struct State: Swift.Codable", "Action": "enum Action: Swift.Equatable",
      "body": "let body = ComposableArchitecture.EmptyReducer<State, Action>()",
    ]
    return Set(members.filter { expansion.source.contains($0.value) }.keys)
  }
}
