import Platform
import RecordCoding
import SessionDocument
import SessionLog
import SessionReplay

/// The source file of a generated test: the frame around the statements of the steps.
struct GeneratedFile {
  private static let lineLength = 100
  /// The modules without a `@testable` import: their declarations are public, and most come with
  /// the umbrella module.
  private static let libraryModules: Set<String> = [
    "CaseKeyPaths", "ComposableArchitecture", "DependencyInjection", "IdentifiedArrays", "Issues",
    "LegacySpellings", "RecordCoding", "ReducerRuntime", "Scheduling", "SharedState", "TestStores",
    "Swift", "Foundation", "FoundationEssentials", "AppShell",
  ]

  let name: String
  let app: TestSource
  var showsScreen = false
  /// The type of the store, if it can be named in the parameters of other functions.
  var storeType: String?
  var start: [String] = []
  /// The reason why effects are not run; `nil` if they are, or if there are none.
  var obstacle: GeneratedTestObstacle?
  var runsEffects = false
  var hasOlderClocks = false
  var functions: [(firstStep: UInt64, lines: [String])] = [(1, [])]

  func text(source: SwiftSource, recorder: String, steps: UInt64) -> String {
    let modules = source.modules.union(app.imports).subtracting(Self.libraryModules).sorted()
    var lines = [
      "// \(steps.counted("step")), recorded by \(recorder)."
    ]
    lines += effectsComment
    if source.usesRecordedForm {
      lines += ["// 'recorded' and 'setRecorded' state what source code cannot create or set."]
    }
    lines += [""]
    // An app that uses AppShell gets its missing declarations from there.
    let shell = app.imports.contains("AppShell") ? ["AppShell"] : []
    lines += (shell + ["ComposableArchitecture", "Foundation", "SessionReplayTesting", "Testing"])
      .map { "import \($0)" }
    lines += [""] + modules.map { "@testable import \($0)" } + [""]
    if !source.constants.lines.isEmpty { lines += source.constants.lines + [""] }
    lines += ["@Suite(\(name.quoted))", "struct \(name.asIdentifier(capitalized: true))Session {"]
    lines += ["  @Test(\("The session is as it was recorded".quoted))"]
    let function = name.asIdentifier(capitalized: false).asSourceName
    lines +=
      runsEffects
      ? ["  @MainActor", "  func \(function)() async throws {"] : ["  func \(function)() throws {"]
    lines += store.map { "    \($0)" }
    lines += functions[0].lines.map { $0.isEmpty ? "" : "    \($0)" }
    lines += functions.dropFirst().map { "    try steps\($0.firstStep)(store)" }
    if runsEffects {
      lines += ["    await store.runEffects(\(hasOlderClocks ? "withOlderClocks: true" : ""))"]
    }
    lines += ["  }"]
    for function in functions.dropFirst() {
      lines += [
        "",
        "  private func steps\(function.firstStep)(_ store: \(storeType ?? "")) throws {",
      ]
      lines += function.lines.map { $0.isEmpty ? "" : "    \($0)" } + ["  }"]
    }
    let all = WrappedSource.wrapping(lines + ["}"], width: Self.lineLength)
    return all.joined(separator: "\n") + "\n"
  }

  private var effectsComment: [String] {
    if runsEffects { return ["// Effects are run, and their calls get the recorded answers."] }
    let reason = [obstacle].compactMap { $0 }.filter { $0 != .noCalls }.map { obstacle in
      "// Effects are not run, because \(obstacle.description.visible)."
    }
    return reason.isEmpty
      ? ["// Effects are not run: what they sent then is received."]
      : reason + ["// What they sent then is received."]
  }

  private var store: [String] {
    let dependencies = app.dependencies.map { ", dependencies: \($0)" } ?? ""
    var lines = [
      "let store = ReplayTestStore(initialState: \(app.initialState)\(dependencies)) {",
      "  \(app.feature)",
    ]
    if showsScreen { lines += ["} screen: {", "  \(app.screen)"] }
    if !start.isEmpty { lines += ["} start: {"] + start.map { "  \($0)" } }
    return lines + ["}"]
  }

  /// Returns a call with arguments and a trailing closure, on as few lines as fit.
  static func call(_ name: String, _ arguments: [String], _ body: [String]) -> [String] {
    let isBlock = arguments.isEmpty && !body.isEmpty
    let head = isBlock ? name : "\(name)(\(arguments.joined(separator: ", ")))"
    let room = lineLength - 4
    if body.isEmpty, head.count <= room { return [head] }
    if body.count == 1, head.count + body[0].count + 5 <= room { return ["\(head) { \(body[0]) }"] }
    let closure = body.map { "  \($0)" } + ["}"]
    if head.count + 2 <= room { return ["\(head) {"] + closure }
    let list = arguments.enumerated().map { index, argument in
      "  \(argument)\(index < arguments.count - 1 ? "," : "")"
    }
    return ["\(name)("] + list + (body.isEmpty ? [")"] : [") {"] + closure)
  }

  static func expectation(ofScreen text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // Escaped as in a single-line literal, without its quotes.
      line.isEmpty ? "" : "  \(String(line).quoted.dropFirst().dropLast())"
    }
    return ["store.expectScreen(", "  \"\"\""] + lines + ["  \"\"\")"]
  }
}
