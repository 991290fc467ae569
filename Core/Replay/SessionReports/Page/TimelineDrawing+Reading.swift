import RecordCoding
import SessionModel
package import SessionDocument
import SessionReplay

extension TimelineDrawing {
  /// Draws a range of a log's steps; `failure` is the step that differed in a replay.
  package init(
    _ reader: SessionReader, title: String, from first: UInt64, to last: UInt64,
    failure: UInt64? = nil
  ) throws(SessionReadError) {
    let headlines = StepHeadline(header: reader.header)
    var entries = try SessionEntries(reader, after: first - 1, comparing: .none)
    var steps: [Step] = []
    while entries.number < last, let step = try entries.next() {
      var startedBy: UInt64?
      if case .received(let sender) = step.origin { startedBy = sender }
      steps.append(
        Step(
          number: step.number, action: headlines.action(of: step),
          feature: step.kind == .action ? reader.header.featureCases(of: step.action) : nil,
          startedBy: startedBy, changesState: step.hasChange,
          elapsedMilliseconds: step.elapsedMilliseconds))
    }
    self.init(title: title, steps: steps, failure: failure)
  }
}
