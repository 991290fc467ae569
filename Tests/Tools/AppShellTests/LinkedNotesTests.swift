import AppShell
import CommandLineKit
import ComposableArchitecture
import Foundation
import SessionReplay
import TerminalApp
import TestSupport
import Testing

@MainActor
@Suite("References in the shell", .serialized)
struct LinkedNotesTests {
  private let folder: TemporaryFolder
  private var log: String { folder.file("s.reprise") }

  /// A session that edits an element through three references, and deletes it.
  private static let script = [
    #"add("a")"#, #"add("b")"#, "open(0)", #"detail.presented.typed("c")"#,
    "detail.presented.shareTapped",
    #"sheet.presented.typed("d")"#, #"detail.presented.typed("e")"#,
    "detail.presented.deleteTapped",
    #"sheet.presented.typed("f")"#, "open(1)", #"detail.presented.typed("g")"#,
  ]

  init() throws { folder = try TemporaryFolder() }

  private func shell(_ arguments: String...) async -> ShellOutcome {
    await runShell(of: LinkedNotesApp.self, arguments)
  }

  private func record(
    _ lines: some Sequence<String>, to log: String, in data: String, _ arguments: String...
  ) async throws -> ShellOutcome {
    let script = try folder.write(lines.map { "\($0)\n" }.joined() + "screen\n", as: "script.txt")
    return await runShell(
      of: LinkedNotesApp.self,
      ["record", log, "--script", script, "--data-dir", folder.file(data), "--quiet"] + arguments)
  }

  private func expectMatch(_ log: String, _ comment: String = "") async {
    for options in [["replay"], ["replay", "--effects"], ["replay", "--paranoid"]] {
      let outcome = await runShell(of: LinkedNotesApp.self, options + [log])
      #expect(outcome.code == 0, "\(comment) \(outcome.output)")
    }
  }

  @Test("A list, its elements and a reducer's own key are one value, live and in replays")
  func live() async throws {
    let outcome = try await record(Self.script, to: log, in: "data")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output == "1 g\n> g\n^ f\n")
    await expectMatch(log)
  }

  @Test("A value that a reducer clears is also cleared in the state")
  func cleared() async throws {
    let outcome = try await record([#"add("a")"#, "clear", #"add("b")"#], to: log, in: "data")
    #expect(outcome.output == "0 b\n")
    await expectMatch(log)
  }

  @Test("A session that is resumed at any step ends like the whole session")
  func resumed() async throws {
    let whole = try await record(Self.script, to: log, in: "data")
    // The sixth step is the action that the effect of the fifth step sent.
    for step in (1...Self.script.count + 1) where step != 5 {
      let next = folder.file("from-\(step).reprise")
      let rest = Self.script.dropFirst(step < 5 ? step : step - 1)
      let outcome = try await record(
        rest, to: next, in: "data-\(step)", "--resume", log, "--at", "\(step)")
      #expect(outcome.output == whole.output, "resumed at \(step): \(outcome.errors)")
      await expectMatch(next, "resumed at \(step)")
    }
  }

  @Test("The steps of a log that is exported and imported lead to the same values")
  func exchanged() async throws {
    _ = try await record(Self.script, to: log, in: "data")
    let exported = await shell("export", log)
    let lines = try folder.write(exported.output, as: "s.jsonl")
    let copy = folder.file("copy.reprise")
    #expect(await shell("import", lines, "-o", copy).code == 0)
    await expectMatch(copy)
    let again = await shell("export", copy)
    #expect(again.output == exported.output)
  }

  @Test("A session that goes back to any step has the references of that step")
  func goneBack() async throws {
    let steps: [LinkedNotes.Action] = [
      .add("a"), .add("b"), .open(0), .detail(.presented(.typed("c"))),
      .detail(.presented(.shareTapped)), .sheet(.presented(.typed("d"))),
      .detail(.presented(.deleteTapped)), .sheet(.presented(.typed("f"))), .open(1),
    ]
    // One further step is the action that the effect of the fifth step sends.
    for count in 0...steps.count + 1 where count != 5 {
      // The sessions run one after the other: in one process, they share values by the names of
      // their keys.
      let back = try screen(atEndOf: "back-\(count)") { session in
        for action in steps { session.store.send(action) }
        _ = try session.goBack(to: count)
      }
      let short = try screen(atEndOf: "short-\(count)") { session in
        for action in steps.prefix(count < 5 ? count : count - 1) { session.store.send(action) }
      }
      #expect(back == short, "gone back to \(count)")
      await expectMatch(folder.file("back-\(count)-2.reprise"), "gone back to \(count)")
    }
  }

  /// Returns the screen after a change through each reference.
  private func screen(
    atEndOf name: String, _ body: (RunningSession<LinkedNotesApp>) throws -> Void
  ) throws -> String {
    let session = try session(name)
    try body(session)
    if session.store.state.detail != nil {
      session.store.send(.detail(.presented(.typed("x"))))
    }
    session.store.send(.add("y"))
    if session.store.state.sheet != nil {
      session.store.send(.sheet(.presented(.typed("z"))))
    }
    defer { #expect(session.finish() == 0) }
    return LinkedNotesApp.screen(of: session.store.state)
  }

  /// Starts a session with data and a log of its own.
  private func session(_ name: String) throws -> RunningSession<LinkedNotesApp> {
    let sink = TextSink(flushingLines: false) { _ in .open }
    var options = RunOptions.quiet(record: folder.file("\(name).reprise"))
    options.dataFolder = folder.file(name)
    let session = try RunningSession<LinkedNotesApp>(
      options: options,
      identity: AppIdentity(
        name: LinkedNotesApp.name, version: LinkedNotesApp.version, build: ""),
      dataFolder: folder.file(name), hasPrompt: false,
      console: Console(output: sink, errors: sink), style: OutputStyle())
    session.follow { _ in }
    return session
  }
}
