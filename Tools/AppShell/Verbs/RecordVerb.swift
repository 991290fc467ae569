package import CommandLineKit

/// Runs the app and records the session. `record FILE` is short for `run --record FILE`.
package struct RecordVerb: SessionVerb {
  package static let name = "record"
  package static let summary = "run the app and record its session"
  package static let operand: VerbOperand<Self>? = VerbOperand(
    spec: OperandSpec(usage: "FILE", kind: .file, needed: "the FILE to record into")
  ) { words, verb in verb.session.record = words[0] }
  package static let options = sessionOptions()
  package static let details = sessionDetails
  package static let exitCodes = sessionExitCodes
  package static let examples = ["record s.reprise --seed 1 --script session.txt"]

  package var session = RunOptions()

  package init() {}

  package func validate() throws(UsageError) {
    try session.validate(of: Self.name)
  }
}
