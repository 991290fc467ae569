import AppShell
import ComposableArchitecture
import Foundation
import TestSupport
import Testing

@Suite("Changes of shared values in verbs")
@MainActor
struct SharedChangeTests {
  private let folder: TemporaryFolder
  private let log: String

  init() throws {
    folder = try TemporaryFolder()
    log = folder.file("jotter.reprise")
  }

  @Test("run, show, play and trace print a change once, and their complete outputs print all paths")
  func verbs() async throws {
    let script = folder.file("script.txt")
    try "open(1)\nwrite(\"a\")\n".write(toFile: script, atomically: true, encoding: .utf8)
    let once = #"$notes[id: 1].text: "" → "a" (and at 1 other path)"#
    let all = #"notes[id: 1].text: "" → "a", editor.note.text: "" → "a""#
    let line = #"    2 · write("a")                          "#
    let run = await jotter("run", "--record", log, "--script", script)
    #expect(run.output.hasSuffix(line + once + "\n"))
    #expect(await jotter("show", log).output.hasSuffix(line + once + "\n"))
    #expect(await jotter("show", log, "--verbose").output.hasSuffix(line + all + "\n"))
    let played = await withDependencies {
      $0.continuousClock = ImmediateClock()
    } operation: {
      await jotter("play", log)
    }
    #expect(played.output.hasSuffix(once + "\n"))
    let traced = await jotter("trace", log, "notes", "editor").output
    #expect(traced.hasSuffix("        \(once)\n"))
    for arguments in [["show", log, "--json"], ["trace", log, "notes", "editor", "--json"]] {
      let json = await runShell(of: Jotter.self, arguments).output
      #expect(json.contains(#""path":"notes[id: 1].text""#))
      #expect(json.contains(#""path":"editor.note.text""#))
    }
  }

  private func jotter(_ arguments: String...) async -> ShellOutcome {
    await runShell(of: Jotter.self, arguments)
  }
}

/// An app whose editor refers to a row of a shared list.
private struct Jotter: ShellApp {
  @Recordable
  struct Note: Equatable, Identifiable, Sendable {
    var id: Int
    var text = ""
  }

  @Recordable
  struct Editor: Equatable, Sendable {
    @Shared var note: Note
  }

  @Recordable
  struct State: Equatable, Sendable {
    @Shared(.inMemory("notes of the jotter")) var notes: IdentifiedArrayOf<Note> = [Note(id: 1)]
    var editor: Editor?
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case open(Int)
    case write(String)
  }

  static let name = "Jotter"
  static let version = "1.0"
  static var initialState: State { State() }
  static var feature: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .open(let id): state.editor = Shared(state.$notes[id: id]).map { Editor(note: $0) }
      case .write(let text): state.editor?.$note.withLock { $0.text = text }
      }
      return .none
    }
  }

  static func screen(of state: State) -> String { "\(state.notes.count)" }
}
