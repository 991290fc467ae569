import RecordedValues
import RecordCoding
package import SessionModel
import SessionDocument

/// The shortest story that leads to a failure, as text.
package struct FailureStory: Sendable {
  package let result: SimulationResult
  private let header: SessionHeader

  package init(_ result: SimulationResult, header: SessionHeader) {
    (self.result, self.header) = (result, header)
  }

  /// The failure, and the user's actions with the answers and choices that follow them.
  package var lines: [String] {
    guard let failure = result.failure else { return [] }
    var lines = ["\(failure)"]
    if let order = result.plan.order { lines.append("  (tasks run in the order of seed \(order))") }
    let answers = answers()
    lines += answers[-1, default: []] + deviations(of: 0)
    for (index, act) in result.plan.acts.enumerated() {
      lines.append("  \(text(of: act))\(pause(act.pause))")
      lines += answers[index, default: []] + deviations(of: act.number)
    }
    if case .crash = failure, lastActionHasNumbers {
      lines.append("  (the numbers of the last action are drawn: check that a view can send them)")
    }
    return lines
  }

  /// Whether the last act is an action with numbers among its values.
  ///
  /// A row or a column is a number to a type, and a list may be shown without some of its rows. A
  /// user may then be unable to send the action.
  private var lastActionHasNumbers: Bool {
    guard case .action(let bytes) = result.plan.acts.last?.kind else { return false }
    var decoder = RecordDecoder(bytes)
    guard let action = try? decoder.decodeValue(of: header.action, in: header.schema) else {
      return false
    }
    let levels = header.schema.levels(of: action, as: header.action)
    return levels.last?.payload.contains(where: \.hasNumber) ?? false
  }

  /// The answers of calls in the log, by the index of the act that led to them; -1 for answers at
  /// the app's start. The log contains only the last run of the app.
  private func answers() -> [Int: [String]] {
    guard let log = result.log, let reader = try? SessionReader(path: log),
      var entries = try? SessionEntries(reader, comparing: .none)
    else { return [:] }
    // The number of the user's action that led to each step.
    var numbers: [UInt64: Int] = [:]
    var count = 0
    while let step = try? entries.next() {
      guard step.kind == .action else { continue }
      if case .received(let sender) = step.origin {
        numbers[step.number] = numbers[sender]
      } else {
        count += 1
        numbers[step.number] = count
      }
    }
    let text = CallText(header: reader.header)
    let firstIndex = result.plan.acts.count - count
    let lifeStart = result.plan.acts.lastIndex { !$0.kind.isAction }.map { $0 + 1 } ?? 0
    var answers: [Int: [String]] = [:]
    for call in SessionCalls(reader).all() where call.hasAnswer {
      guard let number = numbers[call.effectStep] else { continue }
      let index = firstIndex + number - 1
      answers[index < lifeStart ? lifeStart - 1 : index, default: []]
        .append("    \(text.text(of: call))")
    }
    return answers
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
      let text = ActionText(schema: header.schema, type: header.action)
      return value.map { text.compactText(of: $0) } ?? ""
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

extension RecordedValue {
  /// Whether the value is an integer, or has one among its parts.
  fileprivate var hasNumber: Bool {
    switch self {
    case .signed, .unsigned: true
    case .some(let value): value.hasNumber
    case .sequence(let values), .product(let values), .enumeration(_, let values):
      values.contains(where: \.hasNumber)
    case .dictionary(let pairs): pairs.contains { $0.key.hasNumber || $0.value.hasNumber }
    default: false
    }
  }
}

extension SessionPlan.Kind {
  fileprivate var isAction: Bool {
    if case .action = self { true } else { false }
  }
}

extension RecordedCall {
  /// Whether the effect got a value or an error.
  fileprivate var hasAnswer: Bool {
    switch outcome {
    case .value(.some), .failure, .error: true
    case .value(nil), .canceled, .unknown, nil: !elements.isEmpty
    }
  }
}
