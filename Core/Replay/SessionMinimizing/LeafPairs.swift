import RecordCoding
import RecordedValues
import SessionModel
import SessionReplay

/// The strings and numbers that simplified actions replace.
struct LeafPairs {
  private(set) var replaced: [RecordedValue: RecordedValue] = [:]
  /// The recorded values replaced in the last step, which differs.
  private(set) var ofTarget: Set<RecordedValue> = []

  init<State, Action>(_ candidate: SessionCandidate, in tape: SessionTape<State, Action>) {
    let target = tape.steps.count - 1
    for (stepIndex, bytes) in candidate.actions.sorted(by: { $0.key < $1.key }) {
      var decoder = RecordDecoder(bytes)
      guard let old = tape.header.value(ofAction: tape.steps[stepIndex].action),
        let new = try? decoder.decodeValue(of: tape.header.action, in: tape.header.schema)
      else { continue }
      collect(old, new, isTarget: stepIndex == target)
    }
  }

  static func numbers(in value: RecordedValue) -> Set<Int64> {
    if case .signed(let number) = value { return [number] }
    return value.reduceParts([]) { $0.union(numbers(in: $1)) }
  }

  private mutating func collect(_ old: RecordedValue, _ new: RecordedValue, isTarget: Bool) {
    guard old != new else { return }
    switch (old, new) {
    case (.some(let old), .some(let new)): collect(old, new, isTarget: isTarget)
    case (.product(let old), .product(let new)):
      for (old, new) in zip(old, new) { collect(old, new, isTarget: isTarget) }
    case (.sequence(let old), .sequence(let new)) where old.count == new.count:
      for (old, new) in zip(old, new) { collect(old, new, isTarget: isTarget) }
    case (.enumeration(let oldCase, let old), .enumeration(let newCase, let new))
    where oldCase == newCase:
      for (old, new) in zip(old, new) { collect(old, new, isTarget: isTarget) }
    case (.string, _) where isTarget || old != .string(""): note(old, new, isTarget)
    default: if isTarget { note(old, new, isTarget) }
    }
  }

  private mutating func note(_ old: RecordedValue, _ new: RecordedValue, _ isTarget: Bool) {
    replaced[old] = new
    if isTarget { ofTarget.insert(old) }
  }
}
