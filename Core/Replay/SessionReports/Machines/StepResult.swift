package import RecordedValues
import RecordCoding
import ReducerRuntime
package import SessionModel
package import SessionDocument
import SessionReplay

package struct StepResult: Encodable, Sendable {
  struct Change: Encodable {
    let path: String
    let old: String?
    let new: String?
  }

  let number: UInt64
  let origin: String
  var startedBy: UInt64?
  let elapsedMilliseconds: UInt64
  /// The action with all its cases, and as lists of steps show it.
  let action: String
  let compact: String
  /// `nil` if the step was not compared.
  let changes: [Change]?
  let effect: String
  let reads: Int
  /// `true` if the app ended while it was reducing the step, and `nil` otherwise.
  var unfinished: Bool?
  /// The calls of the step's effects; `nil` if the log contains no calls.
  let calls: [CallResult]?

  package init(
    _ step: RecordedStep, changes: [StateChange]?, calls: [CallResult]? = nil,
    header: SessionHeader
  ) {
    number = step.number
    switch step.origin {
    case .sent:
      origin =
        switch step.kind {
        case .action: "sent"
        case .outsideChange: "outside"
        case .mark: "mark"
        }
    case .received(let startedBy):
      origin = "received"
      self.startedBy = startedBy
    }
    elapsedMilliseconds = step.elapsedMilliseconds
    let actions = ActionText(schema: header.schema, type: header.action)
    action = step.kind.text(of: step.action) { actions.text(of: $0) }
    compact = step.text(actions)
    let values = ValueText(schema: header.schema)
    self.changes = changes?.map { change in
      Change(
        path: change.path, old: change.old.map { values.text(of: $0, as: change.type) },
        new: change.new.map { values.text(of: $0, as: change.type) })
    }
    effect = EffectText(header: header).text(of: step.effect)
    reads = step.reads.count
    unfinished = step.isUnfinished ? true : nil
    self.calls = calls
  }
}
