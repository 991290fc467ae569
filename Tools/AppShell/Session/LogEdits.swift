import ComposableArchitecture
import RecordCoding
import ReplayCorpus
import SessionDocument
import SessionMinimizing
import SessionReplay

/// The edits of a log that a command line or a page asks for.
struct LogEdits {
  struct Edit {
    let step: UInt64
    /// The action as in a script; `nil` to leave out the step.
    let action: String?
  }

  let path: String
  let edits: [Edit]
  var timeout: Int?
  var memory: Int?
  /// Whether an existing log at the output path is replaced.
  var overwrites = false

  init(of path: String, _ edits: [Edit]) {
    (self.path, self.edits) = (path, edits)
  }

  /// Writes the session that follows, after its replay has been verified.
  @MainActor
  func write<App: ShellApp>(to output: String, in shell: Shell<App>) async throws -> EditedSession {
    let parsed = try sessionEdits(of: try shell.session(at: path), App.self)
    var editor = SessionEditor(shell.replayer)
    editor.workers = shell.workers(timeout: timeout, memory: memory)
    editor.overwrites = overwrites
    return try await editor.edit(path: path, parsed, to: output)
  }

  /// Parses the actions. A row is found in the state before the step.
  @MainActor
  private func sessionEdits<App: ShellApp>(
    of reader: SessionReader, _ app: App.Type
  ) throws -> [SessionEdit] {
    let actions = ActionReader<App.Feature.Action>(state: App.Feature.State.self)
    let steps = edits.map(\.step)
    if let twice = steps.first(where: { step in steps.count { $0 == step } > 1 }) {
      throw LogEditsError.twice(twice)
    }
    return try edits.map { edit in
      guard let line = edit.action else { return SessionEdit(step: edit.step, action: nil) }
      let action = try actions.action(
        line,
        state: try? SessionEntries(reader, after: max(1, edit.step) - 1, comparing: .none).state)
      return SessionEdit(step: edit.step, action: actions.bytes(of: action))
    }
  }
}

enum LogEditsError: Error, CustomStringConvertible {
  case twice(UInt64)

  var description: String {
    switch self {
    case .twice(let step): "step \(step) is edited or left out twice; give one of the options"
    }
  }
}
