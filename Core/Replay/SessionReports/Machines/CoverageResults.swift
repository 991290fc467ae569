package import ReplayCorpus
import SessionDocument

/// The object that `coverage --json` prints.
package struct CoverageResults: Encodable, Sendable {
  struct Covered: Encodable {
    let name: String
    let logs: Int
  }

  struct Pair: Encodable {
    let action: String
    let path: String
    let logs: Int
  }

  struct Choice: Encodable {
    let path: String
    let added: Int
  }

  let logs: Int
  let steps: UInt64
  let actions: [Covered]
  let missingActions: [String]
  let missingFields: [String]
  let pairs: [Pair]
  let subset: [Choice]

  /// Creates the object from the coverage of a corpus, with names in alphabetical order.
  package init(_ coverage: CorpusCoverage) {
    logs = coverage.logCount
    steps = coverage.stepCount
    actions = coverage.actions.sorted { $0.key < $1.key }.map { Covered(name: $0, logs: $1) }
    missingActions = coverage.missingActions
    missingFields = coverage.missingFields
    pairs = coverage.pairs.sorted { $0.key < $1.key }
      .map { Pair(action: $0.action, path: $0.path, logs: $1) }
    subset = coverage.subset.map { Choice(path: $0.path, added: $0.added) }
  }
}
