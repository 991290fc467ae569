import Port
import Testing

@Suite("Logs of builds")
struct BuildLogTests {
  @Test("Errors are read with their places, also those in expansions of macros")
  func errors() {
    let log = BuildLog(
      """
      /app/A.swift:3:5: error: cannot find 'b' in scope
      /app/A.swift:3:5: error: cannot find 'b' in scope
       3 | b
         | `- error: cannot find 'b' in scope
      /app/A.swift:1:1: warning: late
      macro expansion @Reducer:5:7: error: cannot convert
      `- /app/B.swift:9:2: note: expanded code originates here
      error: fatalError
      """)
    #expect(
      log.errors == [
        BuildLog.Message(
          path: "/app/A.swift", line: 3, column: 5, text: "cannot find 'b' in scope"),
        BuildLog.Message(path: "/app/B.swift", line: 9, column: 2, text: "cannot convert"),
      ])
    #expect(log.failure == "fatalError")
  }
}

@Suite("Patterns of paths")
struct PatternTests {
  @Test(
    "A pattern matches a file, a folder with the file, or a name",
    arguments: [
      ("Sources/App", "Sources/App/A.swift", true), ("App", "Sources/App/A.swift", true),
      ("*Preview*", "Sources/APreviews.swift", true), ("*.swift", "A.swift", true),
      ("Sour", "Sources/A.swift", false), ("A*B", "A", false),
      ("Sources/B", "Sources/A.swift", false),
    ])
  func patterns(_ pattern: String, _ path: String, _ isMatched: Bool) {
    #expect(Pattern(pattern).matches(path) == isMatched)
  }
}

@Suite("Types from before version 1")
struct EarlierTypesTests {
  @Test(
    "An effect with a type of errors and a reducer with an environment are found",
    arguments: [
      ("func run() -> Effect<Action, Never> { .none }", true),
      ("let effect = Effect<Int, Failure>.none", true),
      ("func run() -> Effect<Result<Int, Failure>> { .none }", false),
      ("let reducer = Reducer<State, Action, Environment>.combine(a, b)", true),
      ("var reducer: Reducer<Int?, (Int, Int), Void>", true),
      ("var body: some Reducer<State, Action> { a }", false),
      ("let text = \"Effect<Action, Never>\" // Reducer<A, B, C>", false),
    ])
  func types(_ text: String, _ isFound: Bool) {
    #expect(AppSource(path: "/app/A.swift", text: text).usesEarlierTypes == isFound)
  }
}
