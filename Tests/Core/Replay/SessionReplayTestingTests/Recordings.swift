import ComposableArchitecture
import Foundation
import SessionLog
import SessionTestSupport
import TestSupport

// The type alias is in a separate file, because this module also has a namespace `Session`.

/// The reducer whose sessions the tests replay.
typealias App = Notebook

/// The original reducer, with which the sessions were recorded.
func app() -> Notebook { Notebook() }

/// The original reducer with an additional operation at each step.
func app(_ also: @escaping @Sendable () -> Void) -> some Reducer<Notebook.State, Notebook.Action> {
  CombineReducers {
    Notebook()
    Reduce { _, _ in
      also()
      return .none
    }
  }
}

func brokenApp() -> Notebook { Notebook(fault: .addsTwice) }

/// A broken version of the reducer that reads more identifiers than recorded.
func readingApp() -> Notebook { Notebook(fault: .drawsOnceMore) }

func newerApp() -> NewerNotebook { NewerNotebook() }

/// A notebook with a title, which adds amounts twice.
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

func thread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

/// Returns a folder that contains recorded sessions with these names.
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
