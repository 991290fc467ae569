import ActionText
import RecordCoding
import RecordedValues
package import SessionModel

/// The shortest story that leads to a failure, as text.
package struct FailureStory: Sendable {
  package let result: SimulationResult
  private let header: SessionHeader

  package init(_ result: SimulationResult, header: SessionHeader) {
    (self.result, self.header) = (result, header)
  }

  /// The failure, and the user's actions with the choices that follow them.
  package var lines: [String] {
    guard let failure = result.failure else { return [] }
    var lines = ["\(failure)"]
    if let order = result.plan.order { lines.append("  (tasks run in the order of seed \(order))") }
    lines += deviations(of: 0)
    for act in result.plan.acts {
      lines.append("  \(text(of: act))\(pause(act.pause))")
      lines += deviations(of: act.number)
    }
    return lines
  }

  private func deviations(of cause: Int) -> [String] {
    result.deviated.filter { $0.key.cause == cause }.map { "    \($0.text)" }
  }

  private func text(of act: SessionPlan.Act) -> String {
    switch act.kind {
    case .quit: return "(the app quits and starts again)"
    case .crash: return "(the app crashes and starts again)"
    case .action(let bytes):
      var decoder = RecordDecoder(bytes)
      let value = try? decoder.decodeValue(of: header.action, in: header.schema)
      return value.map { ActionText(schema: header.schema, type: header.action).text(of: $0) } ?? ""
    }
  }

  private func pause(_ pause: SessionPlan.Pause) -> String {
    switch pause {
    case .untilIdle: ""
    case .milliseconds(0): "  (at once)"
    case .milliseconds(let milliseconds): "  (after \(milliseconds) ms)"
    }
  }
}
