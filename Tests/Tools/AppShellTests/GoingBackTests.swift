import AppShell
import CommandLineKit
import ComposableArchitecture
import Foundation
import SessionReplay
import TerminalApp
import TestSupport
import Testing

@MainActor
@Suite("Going back in a running session")
struct GoingBackTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var next: String { folder.file("s-2.reprise") }

  init() throws { folder = try TemporaryFolder() }

  private func session<App: ShellApp>(
    of app: App.Type = TallyApp.self, record path: String? = nil, _ steps: Steps? = nil
  ) throws -> RunningSession<App> {
    let sink = TextSink(flushingLines: false) { _ in .open }
    let session = try RunningSession<App>(
      options: .quiet(record: path),
      identity: AppIdentity(name: App.name, version: App.version, build: ""),
      dataFolder: folder.file("data"), hasPrompt: false,
      console: Console(output: sink, errors: sink), style: OutputStyle())
    session.follow { steps?.all.append($0) }
    return session
  }

  private final class Steps {
    var all: [ShownStep] = []
  }

  @Test("Going back restores the state in a new log, and both logs match")
  func goingBack() async throws {
    let steps = Steps()
    let session = try session(record: path, steps)
    for number in 1...3 { session.store.send(.add(number)) }
    let outcome = try session.goBack(to: 2)
    #expect(outcome == GoneBack(step: 2, oldPath: path, newPath: next))
    #expect(session.store.state.count == 3)
    session.store.send(.add(100))
    #expect(session.store.state.count == 103)
    #expect(steps.all.map(\.number) == [1, 2, 3, 1])
    #expect(steps.all.last?.summary == "count: 3 → 103")
    #expect(session.finish() == 0)
    #expect(await tally("replay", path).output == "\(path): match, 3 steps verified\n")
    #expect(await tally("replay", next).output == "\(next): match, 1 step verified\n")
    #expect(await tally("show", next, "--at", "0").output.contains("count: 3"))
  }

  @Test("A session can go forward again, to the beginning, and back several times")
  func severalTimes() async throws {
    let session = try session(record: path)
    for number in 1...3 { session.store.send(.add(number)) }
    _ = try session.goBack(to: 0)
    #expect(session.store.state.count == 0)
    let outcome = try session.goBack(to: 3)
    #expect(outcome.step == 3)
    #expect(outcome.newPath == folder.file("s-3.reprise"))
    #expect(session.store.state.count == 6)
    session.store.send(.note("x"))
    #expect(session.finish() == 0)
    for log in [path, folder.file("s-3.reprise")] {
      #expect(await tally("replay", log).code == 0)
    }
    // The log between the two logs has no steps.
    #expect(try !folder.names().contains("s-2.reprise"))
  }

  @Test("Going back overwrites neither logs nor unfinished recordings")
  func names() throws {
    _ = try folder.write("precious", as: "s-2.reprise")
    _ = try folder.write("left", as: "s-3.reprise.partial")
    let session = try session(record: path)
    session.store.send(.add(1))
    #expect(try session.goBack(to: 0).newPath == folder.file("s-4.reprise"))
    #expect(session.finish() == 0)
    #expect(try folder.text("s-2.reprise") == "precious")
    #expect(try folder.text("s-3.reprise.partial") == "left")
  }

  @Test("Without a recording the session continues with the next number")
  func withoutRecording() throws {
    let steps = Steps()
    let session = try session(steps)
    for number in 1...3 { session.store.send(.add(number)) }
    #expect(try session.goBack(to: 1) == GoneBack(step: 1))
    session.store.send(.add(5))
    #expect(session.store.state.count == 6)
    #expect(steps.all.map(\.number) == [1, 2, 3, 2])
    #expect(session.finish() == 0)
  }

  @Test("Going back cancels effects, and reports the effects that were running at that step")
  func effects() async throws {
    let session = try session(record: path)
    session.store.send(.add(1))
    session.store.send(.wait)
    session.store.send(.add(2))
    session.store.send(.wait)
    session.store.send(.add(3))
    #expect(session.store.effectCount == 2)
    let outcome = try session.goBack(to: 3)
    #expect(outcome.effects == [RunningEffect(step: 2, action: "wait")])
    #expect(session.store.effectCount == 0)
    let first = try session.goBack(to: 1)
    #expect(first.effects.isEmpty)
    #expect(session.finish() == 0)
  }

  @Test("An action that an effect sends after going back is dropped")
  func lateEffects() async throws {
    let session = try session(record: path)
    session.store.send(.echo)
    _ = try session.goBack(to: 0)
    for _ in 0..<3000 { await Task.yield() }
    #expect(session.store.state.count == 0)
    #expect(session.finish() == 0)
    #expect(await tally("replay", path).output.contains("1 step verified"))
    #expect(try !folder.names().contains("s-2.reprise"))
  }

  @Test("If the new log cannot be created, nothing changes and the recording continues")
  func refusal() async throws {
    let session = try session(record: path)
    session.store.send(.add(1))
    try FileManager.default.moveItem(atPath: folder.path, toPath: "\(folder.path)-moved")
    defer { try? FileManager.default.removeItem(atPath: "\(folder.path)-moved") }
    #expect(throws: GoingBackError.self) { try session.goBack(to: 0) }
    #expect(session.store.state.count == 1)
    session.store.send(.add(1))
    try FileManager.default.moveItem(atPath: "\(folder.path)-moved", toPath: folder.path)
    #expect(session.finish() == 0)
    #expect(await tally("replay", path).output.contains("2 steps verified"))
  }

  @Test("Old states are discarded, and the error names the remedy")
  func forgotten() throws {
    let session = try session()
    for _ in 0..<2000 { session.store.send(.add(1)) }
    #expect(throws: GoingBackError.forgotten) { try session.goBack(to: 3) }
    #expect(throws: GoingBackError.forgotten) { try session.goBack(to: 2001) }
    #expect(try session.goBack(to: 1600).step == 1600)
    #expect(session.store.state.count == 1600)
    #expect(GoingBackError.forgotten.description.contains("--resume"))
  }

  @Test("Fewer states are kept if they are large")
  func largeStates() throws {
    let session = try session()
    session.store.send(.note(String(repeating: "x", count: 1 << 20)))
    for _ in 0..<200 { session.store.send(.add(1)) }
    #expect(throws: GoingBackError.forgotten) { try session.goBack(to: 150) }
    #expect(try session.goBack(to: 199).step == 199)
  }

  @Test("Going back restores a shared value that was changed in place")
  func sharedValues() async throws {
    // Shared values use the storages of the process only in a live context.
    try withDependencies {
      $0.context = .live
    } operation: {
      let session = try session(of: SharingTallyApp.self, record: path)
      for amount in 1...3 { session.store.send(.add(amount)) }
      _ = try session.goBack(to: 2)
      #expect(session.store.state.total == 3)
      session.store.send(.double)
      #expect(session.store.state.total == 6)
      _ = try session.goBack(to: 3)
      #expect(session.store.state.total == 6)
      session.store.send(.double)
      #expect(session.store.state.total == 12)
      #expect(session.finish() == 0)
    }
    for log in [path, next, folder.file("s-3.reprise")] {
      #expect(await runShell(of: SharingTallyApp.self, ["replay", log]).code == 0)
    }
  }

  @Test("Going back restores the app's secrets and keeps them out of the new log")
  func secrets() async throws {
    let secret = "correct horse battery"
    let steps = Steps()
    let session: RunningSession<VaultApp> = try session(of: VaultApp.self, record: path, steps)
    session.store.send(.type(secret))
    session.store.send(.say("hello"))
    _ = try session.goBack(to: 1)
    #expect(session.store.state.code == secret)
    session.store.send(.fail)
    #expect(session.finish() == 0)
    #expect(!steps.all.contains { $0.summary.contains("horse") || $0.action.contains("horse") })
    let shown = await runShell(of: VaultApp.self, ["show", next, "--verbose"]).output
    #expect(shown.contains("wrong code"))
    #expect(!shown.contains("horse"))
    #expect(await runShell(of: VaultApp.self, ["replay", next]).code == 0)
  }
}

/// An app with a shared value that a reducer also accesses by its key.
private struct SharingTallyApp: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    @Shared(.inMemory("total gone back from")) var total = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case add(Int)
    case double
  }

  static let name = "SharingTally"
  static let version = "1.0"
  static var initialState: State { State() }
  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let amount): state.$total.withLock { $0 += amount }
      case .double:
        @Shared(.inMemory("total gone back from")) var total = 0
        $total.withLock { $0 *= 2 }
      }
      return .none
    }
  }

  static func screen(of state: State) -> String { "\(state.total)" }
}
