import RecordCoding
import RecordedValues
import SchemaEvolution
package import SessionReplay

/// The object that `compat --json` prints.
package struct CompatibilityResults: Encodable, Sendable {
  struct Log: Encodable {
    let path: String
    let grade: String
    let blame: [String]
    let changes: [String]
    let initialState: InitialStateDifference?
  }

  struct Blame: Encodable {
    let grade: String
    let change: String
    let logs: [String]
  }

  let exitCode: Int32
  let fine: Int
  let risky: Int
  let impossible: Int
  let damaged: Int
  let blames: [Blame]
  let logs: [Log]

  package init(_ entries: [CompatibilityEntry], exitCode: Int32) {
    let counts = CompatibilityCounts(entries)
    self.exitCode = exitCode
    fine = counts.count(of: .fine)
    risky = counts.count(of: .risky)
    impossible = counts.count(of: .impossible)
    damaged = counts.count(of: nil)
    blames = counts.blames.map {
      Blame(grade: $0.grade?.rawValue ?? "damaged", change: $0.reason, logs: $0.paths)
    }
    logs = entries.map {
      Log(
        path: $0.path, grade: $0.grade?.rawValue ?? "damaged",
        blame: $0.grade == .fine ? [] : $0.blame, changes: $0.changes,
        initialState: $0.initialState)
    }
  }
}
