import AppShell
import ComposableArchitecture
import Foundation
import SessionReplay
import TestSupport
import Testing

@MainActor
@Suite("Resuming a session")
struct ResumeTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var next: String { folder.file("next.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ script: String, of app: any ShellApp.Type = TallyApp.self, _ arguments: String...
  ) async throws -> ShellOutcome {
    let file = try folder.write(script, as: "script.txt")
    return await shell(
      of: app, ["run", "--script", file, "--data-dir", folder.file("data"), "--quiet"] + arguments)
  }

  private func shell<App: ShellApp>(of app: App.Type, _ arguments: [String]) async -> ShellOutcome {
    await runShell(of: app, arguments)
  }

  @Test("A session cannot be resumed into a log that would replace its unfinished recording")
  func ownRecording() async throws {
    _ = try await run("add(2)\n", "--record", path)
    let left = "\(next).partial"
    try FileManager.default.moveItem(atPath: path, toPath: left)
    let outcome = try await run("", "--resume", left, "--record", next, "--force")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("a log that the recording of '\(next)' does not replace"))
    #expect(FileManager.default.fileExists(atPath: left))
  }

  @Test("A resumed session continues with the next number, and its recording matches")
  func continuing() async throws {
    _ = try await run("add(2)\nadd(3)\n", "--record", path)
    let outcome = try await run("add(10)\nscreen\n", "--resume", path, "--record", next)
    #expect(outcome.code == 0)
    #expect(outcome.output == "count 15\nnote \n")
    #expect(outcome.errors.hasPrefix("resuming '\(path)' after step 2\n"))
    let shown = await tally("show", next).output.split(separator: "\n")
    #expect(
      shown.map { $0.prefix(16) } == ["    1 · add(2)  ", "    2 · add(3)  ", "    3 · add(10) "])
    #expect(await tally("replay", next).output.contains("match, 3 steps verified"))
  }

  @Test("Without a recording, the numbers of steps continue as well, from any step")
  func withoutRecording() async throws {
    _ = try await run("add(2)\nadd(3)\n", "--record", path)
    let file = try folder.write("add(1)\n", as: "more.txt")
    let outcome = await tally("run", "--script", file, "--resume", path, "--at", "1")
    #expect(outcome.output.hasPrefix("    2 · add(1)"))
    #expect(outcome.output.contains("count: 2 → 3"))
  }

  @Test("A session can be resumed into its own log only with --force")
  func sameLog() async throws {
    _ = try await run("add(2)\nadd(3)\n", "--record", path)
    let before = FileManager.default.contents(atPath: path)
    let refused = try await run("add(1)\n", "--resume", path, "--record", path)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("--force"))
    #expect(FileManager.default.contents(atPath: path) == before)
    let forced = try await run(
      "add(1)\n", "--resume", path, "--at", "1", "--record", path, "--force")
    #expect(forced.code == 0)
    #expect(await tally("replay", path).output.contains("match, 2 steps verified"))
  }

  @Test("Logs that cannot be resumed are rejected with the exit codes of other verbs")
  func refusals() async throws {
    _ = try await run("add(2)\n", "--record", path)
    #expect(try await run("", "--resume", folder.file("none.reprise")).code == 2)
    #expect(try await run("", "--resume", path, "--at", "2").code == 2)
    #expect(try await run("", "--at", "2").code == 2)
    let other = await runShell(of: VaultApp.self, ["run", "--resume", path, "--quiet"])
    #expect(other.code == 3)
    let damaged = try folder.write("no log", as: "damaged.reprise")
    #expect(try await run("", "--resume", damaged).code == 4)
    let actions = folder.file("actions.reprise")
    _ = try await run("add(2)\n", "--record", actions, "--level", "actions")
    let refused = try await run("", "--resume", actions)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("level 'steps'"))
    let vault = folder.file("vault.reprise")
    let script = try folder.write("type(\"a long secret\")\n", as: "vault.txt")
    _ = await runShell(of: VaultApp.self, ["record", vault, "--script", script])
    let redacted = await runShell(of: VaultApp.self, ["run", "--resume", vault, "--quiet"])
    #expect(redacted.code == 2)
    #expect(redacted.errors.contains("tokens in place of secrets"))
    #expect(!FileManager.default.fileExists(atPath: next + ".partial"))
  }

  @Test("Resuming fails if a step now behaves differently, and leaves no files")
  func differs() async throws {
    _ = await runShell(
      of: DrawingApp.self,
      ["record", path, "--script", try folder.write("draw\ndraw\n", as: "draw.txt"), "--seed", "1"])
    #expect(await runShell(of: DrawingApp.self, ["replay", path]).code == 0)
    let outcome = await runShell(
      of: OtherDrawingApp.self, ["run", "--resume", path, "--record", next, "--quiet"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("at step 1, draw"))
    #expect(outcome.errors.contains("--at 0"))
    #expect(!FileManager.default.fileExists(atPath: next + ".partial"))
  }

  @Test("With the same seed, a resumed session reads new values, which are the same each time")
  func seed() async throws {
    let script = try folder.write("draw\ndraw\n", as: "draw.txt")
    _ = await runShell(
      of: DrawingApp.self, ["record", path, "--script", script, "--seed", "1"])
    func drawn(_ name: String) async -> [String] {
      let outcome = await runShell(
        of: DrawingApp.self,
        [
          "record", folder.file(name), "--resume", path, "--script", script, "--seed", "1",
          "--quiet",
        ])
      #expect(outcome.code == 0)
      let shown = await runShell(
        of: DrawingApp.self, ["show", folder.file(name), "--at", "4", "--json"])
      return shown.output.components(separatedBy: "\"").filter { $0.count == 36 }
    }
    let (one, other) = (await drawn("one.reprise"), await drawn("other.reprise"))
    #expect(one == other)
    #expect(one.count == 4)
    #expect(Set(one).count == 4)
  }

  /// Runs the shell of an app in a live context, in which shared values use the storages of the
  /// process.
  private func share(_ arguments: [String]) async -> ShellOutcome {
    await withDependencies {
      $0.context = .live
    } operation: {
      await runShell(of: SharingApp.self, arguments)
    }
  }

  @Test("Shared values resume as recorded and stay connected to their keys")
  func sharedValues() async throws {
    let script = try folder.write("add(2)\nadd(3)\n", as: "add.txt")
    _ = await share(["record", path, "--script", script])
    let more = try folder.write("add(10)\ndouble\nscreen\n", as: "more.txt")
    let outcome = await share([
      "record", next, "--resume", path, "--at", "1", "--script", more, "--quiet",
    ])
    #expect(outcome.code == 0)
    #expect(outcome.output == "24\n")
    let replayed = await share(["replay", next])
    // A change from outside would be a step of its own.
    #expect(replayed.output.contains("match, 3 steps verified"))
  }
}

/// An app that reads identifiers from a dependency.
private struct DrawingApp: ShellApp {
  @Recordable struct State: Equatable, Sendable { var ids: [UUID] = [] }
  @Recordable enum Action: Equatable, Sendable { case draw }

  static let name = "Drawing"
  static let version = "1.0"
  static var initialState: State { State() }
  static var feature: Reduce<State, Action> {
    Reduce { state, _ in
      @Dependency(\.uuid) var uuid
      state.ids.append(uuid())
      return .none
    }
  }

  static func screen(of state: State) -> String { "\(state.ids.count)" }
}

/// A variant of `DrawingApp` that reads two identifiers per step.
private struct OtherDrawingApp: ShellApp {
  static let name = "Drawing"
  static let version = "1.0"
  static var initialState: DrawingApp.State { DrawingApp.State() }
  static var feature: Reduce<DrawingApp.State, DrawingApp.Action> {
    Reduce { state, _ in
      @Dependency(\.uuid) var uuid
      state.ids += [uuid(), uuid()]
      return .none
    }
  }

  static func screen(of state: DrawingApp.State) -> String { "\(state.ids.count)" }
}

/// An app with a shared value that a reducer also accesses by its key.
private struct SharingApp: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    @Shared(.inMemory("resumed total")) var total = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case add(Int)
    case double
  }

  static let name = "Sharing"
  static let version = "1.0"
  static var initialState: State { State() }
  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let amount): state.$total.withLock { $0 += amount }
      case .double:
        @Shared(.inMemory("resumed total")) var total = 0
        $total.withLock { $0 *= 2 }
      }
      return .none
    }
  }

  static func screen(of state: State) -> String { "\(state.total)" }
}
