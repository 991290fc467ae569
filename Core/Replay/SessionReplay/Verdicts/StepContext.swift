package import RecordedValues
import RecordCoding
import SessionModel
package import SessionDocument

/// A recorded step that differs, or that precedes a step that differs, with its values as text.
package struct ContextStep: Codable, Equatable, Sendable {
  package let number: UInt64
  /// The step whose effect sent the action; `nil` if the user sent it.
  package let startedBy: UInt64?
  package let action: String
  package var changes: [StateChangeText] = []
  package var omittedChanges = 0
  package var isUnfinished = false
  /// The calls of the effect at fault before it differed, in lines; `nil` for other steps.
  package var calls: [String]?

  package init(number: UInt64, startedBy: UInt64? = nil, action: String) {
    self.number = number
    self.startedBy = startedBy
    self.action = action
  }
}

/// The steps of a log that lead to a step, including that step.
package struct StepContext: Codable, Equatable, Sendable {
  private static let stepsBefore: UInt64 = 5
  /// The maximum number of lines for the calls of an effect.
  private static let maxCalls = 5

  /// The steps in order; some or all are missing if the log can't be read there.
  private(set) var steps: [ContextStep] = []
  private(set) var feature: String?
  /// The effect that differs; `nil` if it can't be read, or a step differs.
  private(set) var effect: DifferingEffect?

  init(around step: UInt64, in reader: SessionReader) {
    let header = reader.header
    let actions = ActionText(schema: header.schema, type: header.action)
    do throws(SessionReadError) {
      let first = step > Self.stepsBefore ? step - Self.stepsBefore : 1
      var cursor = try SessionCursor(reader, at: first - 1)
      while cursor.number < step {
        let before = cursor.state
        guard let next = try cursor.next() else { break }
        let changes =
          next.hasChange
          ? StateChange.all(from: before, to: cursor.state, as: header.state, in: header.schema)
          : []
        let shown = cursor.merged(changes)
        steps.append(ContextStep(next, action: next.text(actions), shown, header))
        if next.number == step, next.kind == .action { feature = header.feature(of: next.action) }
      }
    } catch {
      // The verdict reports damage.
    }
  }

  /// Creates the context of an effect that differs after some of its calls, possibly after later
  /// steps.
  package init(
    around step: UInt64, upTo last: UInt64, callsOf effect: UInt64, count: Int,
    in reader: SessionReader
  ) {
    self.init(around: step, in: reader)
    guard let index = steps.firstIndex(where: { $0.number == step }) else { return }
    let text = CallText(header: reader.header)
    let all = SessionCalls(reader).calls(ofEffectsOf: step).filter { $0.effect == effect }
    let calls = all.prefix(count)
    self.effect = DifferingEffect(
      number: effect, callCount: calls.count,
      nextCall: all.dropFirst(count).first.map { text.beginning(of: $0) })
    let omitted = UInt64(max(0, calls.count - Self.maxCalls))
    if !calls.isEmpty {
      steps[index].calls =
        (omitted > 0 ? ["… \(omitted.counted("earlier call"))"] : [])
        + calls.suffix(Self.maxCalls).map { text.text(of: $0) }
    }
    guard last > step else { return }
    steps += StepContext(around: last, in: reader).steps.filter { $0.number > step }
  }
}

extension ContextStep {
  fileprivate init(
    _ step: RecordedStep, action: String, _ changes: [StateChange], _ header: SessionHeader
  ) {
    let startedBy: UInt64? = if case .received(let number) = step.origin { number } else { nil }
    self.init(number: step.number, startedBy: startedBy, action: action)
    self.changes = changes.prefix(StateChangeText.shownLimit).map {
      $0.shortened(in: header.schema)
    }
    omittedChanges = changes.count - self.changes.count
    isUnfinished = step.isUnfinished
  }
}

extension SessionHeader {
  /// Returns the type around the innermost type `Action` among the cases, such as `CounterFeature`.
  package func feature(of action: RecordedValue) -> String? {
    featureCases(of: action)?.feature
  }

  /// Returns the feature of an action, and the number of cases from the feature's own case to the
  /// last one.
  package func featureCases(of action: RecordedValue) -> (feature: String, count: Int)? {
    let names = ActionText(schema: schema, type: self.action).typeNames(of: action)
    for (index, name) in names.enumerated().reversed() {
      let parts = name.nameComponents
      if parts.count > 1, parts.last == "Action", !parts.contains(where: { $0.hasSuffix(">") }) {
        return (parts[parts.count - 2], names.count - index)
      }
    }
    return nil
  }
}
