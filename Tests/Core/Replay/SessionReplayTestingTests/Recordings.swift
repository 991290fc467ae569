import ComposableArchitecture
import Foundation
import SessionLog
import SessionTestSupport
import TestSupport

// Apart from the tests, since this module calls its namespace `Session` too.

/// The reducer whose sessions the tests replay.
typealias App = Notebook

/// The reducer as it was when the sessions were recorded.
func app() -> Notebook { Notebook() }

/// The reducer, which also does something at each step.
func app(_ also: @escaping @Sendable () -> Void) -> some Reducer<Notebook.State, Notebook.Action> {
  CombineReducers {
    Notebook()
    Reduce { _, _ in
      also()
      return .none
    }
  }
}

/// The reducer, broken since: amounts are added twice.
func brokenApp() -> Notebook { Notebook(fault: .addsTwice) }

/// The reducer, broken since: it reads an identifier more than is recorded.
func readingApp() -> Notebook { Notebook(fault: .drawsOnceMore) }

/// The reducer in a later form, whose state has a field more.
func newerApp() -> NewerNotebook { NewerNotebook() }

/// The notebook with a counter of its steps, which also adds amounts twice.
@Reducer
struct NewerNotebook {
  @Recordable
  struct State: Equatable {
    var notes: IdentifiedArrayOf<Notebook.Note> = []
    var total = 0
    var dice: [Int] = []
    var isLoading = false
    var title = ""
  }

  typealias Action = Notebook.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      var old = Notebook.State()
      old.notes = state.notes
      old.total = state.total
      old.dice = state.dice
      old.isLoading = state.isLoading
      let effect = Notebook(fault: .addsTwice).assemble().reduce(&old, action)
      state = State(
        notes: old.notes, total: old.total, dice: old.dice, isLoading: old.isLoading,
        title: state.title)
      return effect
    }
  }
}

/// The thread that calls.
func thread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

/// A folder with recorded sessions of these names.
func folderOfSessions(_ names: String...) async throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for name in names {
    let path = folder.file(name)
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    _ = try await Session.record(at: path)
  }
  return folder
}
