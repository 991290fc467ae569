import AppShell
import ComposableArchitecture
import Foundation
import TestSupport
import Testing

/// An app whose types, fields and cases are raw identifiers.
struct `Raw names: 1.5 (app)`: ShellApp {
  @Recordable
  struct `the state`: Equatable, Sendable {
    var `first name` = ""
    var `is "open"?` = false
    var `a.b` = `the mode`.`not yet`
    var row = `a [row]`(`1st`: 0)
  }

  @Recordable
  struct `a [row]`: Equatable, Sendable { var `1st`: Int }

  @Recordable
  enum `the mode`: Equatable, Sendable { case `not yet`, `1.5 (half)`(by: Int) }

  @Recordable
  enum `the action`: Equatable, Sendable {
    case `name # typed`(String)
    case `404`
    case `a.b`(`the mode`)
    case `set [row]`(`the row`: `a [row]`)
  }

  static let name = "RawNames"
  static let version = "1"
  static var initialState: `the state` { `the state`() }

  static var feature: Reduce<`the state`, `the action`> {
    Reduce { state, action in
      switch action {
      case .`name # typed`(let name): state.`first name` = name
      case .`404`: state.`is "open"?`.toggle()
      case .`a.b`(let mode): state.`a.b` = mode
      case .`set [row]`(let row): state.row = row
      }
      return .none
    }
  }

  static func screen(of state: `the state`) -> String { state.`first name` }
}

/// An app with a case whose name cannot be shown.
struct InvisibleNameApp: ShellApp {
  struct Action: Recordable, Equatable, Sendable {
    init() {}
    init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
      try decoder.unit()
    }
    func record(into encoder: inout RecordEncoder) { encoder.appendUnit() }
    func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool { false }
    static func describe(in schema: SchemaBuilder) -> TypeReference { .json("a\u{202E}b") }
  }
  @Recordable struct State: Equatable, Sendable { var count = 0 }

  static let name = "InvisibleName"
  static let version = "1"
  static var initialState: State { State() }
  static var feature: Reduce<State, Action> { Reduce { _, _ in .none } }
  static func screen(of state: State) -> String { "" }
}

@MainActor
@Suite("Raw identifiers in the shell")
struct RawNameTests {
  typealias App = `Raw names: 1.5 (app)`

  private static let lines = [
    #"`name # typed`("Ann # Lee")"#, "`404`", "`a.b`.`1.5 (half)`(by: 2)",
    "`set [row]`(`the row`: `a [row]`(`1st`: 7))",
  ]

  private let folder: TemporaryFolder
  private var log: String { folder.file("s.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func record() async throws {
    let lines = Self.lines.map { "\($0)  # a comment\n" }.joined()
    let script = try folder.write(lines, as: "script.txt")
    let outcome = await run("record", log, "--script", script, "--data-dir", folder.file("data"))
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  private func run(_ arguments: String...) async -> ShellOutcome {
    await runShell(of: App.self, arguments)
  }

  @Test("A session of types with raw identifiers is read, replayed and written as a script")
  func session() async throws {
    try await record()
    #expect(await run("replay", log).code == 0)
    let script = await run("show", log, "--script")
    #expect(script.code == 0, "\(script.errors)")
    for line in Self.lines { #expect(script.output.contains(line), "\(script.output)") }
    let step = await run("show", log, "--action", "`a.b`")
    #expect(step.output.contains("`a.b`: .`not yet` → .`1.5 (half)`(by: 2)"), "\(step)")
  }

  @Test(
    "Conditions name raw identifiers in backticks",
    arguments: [
      "`first name` == \"Ann # Lee\"", "`is \"open\"?`", "!(`a.b` is `not yet`)",
      "`a.b` is .`1.5 (half)`", "`a.b`.`1.5 (half)`.by == 2", "row.`1st` > 6",
    ])
  func conditions(condition: String) async throws {
    try await record()
    let small = folder.file("small.reprise")
    let outcome = await run("minimize", log, "-o", small, "--keep", condition)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test("A generated test writes raw identifiers in backticks")
  func generated() async throws {
    try await record()
    let file = folder.file("Raw.swift")
    let outcome = await run("generate-test", log, "-o", file)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let text = try folder.text("Raw.swift")
    for part in [
      "`Raw names: 1.5 (app)`.feature", #"$0.`first name` = "Ann # Lee""#, "store.send(.`404`)",
      "$0.`a.b` = .`1.5 (half)`(by: 2)", "store.send(.`a.b`(.`1.5 (half)`(by: 2)))",
      "$0.row.`1st` = 7",
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
  }

  @Test("A recording of types with invisible names is refused before it begins")
  func invisible() async throws {
    let script = try folder.write("", as: "script.txt")
    let outcome = await runShell(of: InvisibleNameApp.self, ["record", log, "--script", script])
    #expect(outcome.code == 70)
    #expect(
      outcome.errors.contains(
        "is not a valid name: it must be visible text. Change the name or the type.")
    )
    #expect(!FileManager.default.fileExists(atPath: log))
  }
}
