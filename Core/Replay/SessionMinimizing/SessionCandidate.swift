package import SessionModel

/// A candidate for a changed session: the steps to keep, some of them with other values.
package struct SessionCandidate: Codable, Hashable, Sendable {
  /// The indices of the steps to keep, from 0, in ascending order.
  package private(set) var kept: [ClosedRange<Int>]
  /// The bytes of actions that replace recorded ones, by step index.
  package var actions: [Int: [UInt8]] = [:]
  /// The bytes of reads that replace recorded ones, by step index.
  package var reads: [Int: [[UInt8]]] = [:]
  /// All reads of steps that read more than the log has, by step index.
  package var supplied: [Int: [RecordedRead]] = [:]
  /// Steps that the recorded session lacks, in the order in which they were added.
  package private(set) var added: [AddedStep] = []

  /// The number of events to keep of each effect that is cut off, by its recorded number. The start
  /// is not counted; -1 removes it, too.
  package var cuts: [UInt64: Int] = [:]
  /// The texts of calls that the log cannot answer, by the recorded number of their effect.
  package var otherCalls: [UInt64: String] = [:]
  /// The index of the last step after which events are kept; `nil` to keep the events after any
  /// step.
  package var lastStepWithEvents: Int?
  /// Whether the calls of effects are left out.
  package var omitsCalls = false

  package init(keeping stepIndices: some Sequence<Int>) {
    kept = []
    for stepIndex in stepIndices {
      if let last = kept.last, last.upperBound + 1 == stepIndex {
        kept[kept.count - 1] = last.lowerBound...stepIndex
      } else {
        kept.append(stepIndex...stepIndex)
      }
    }
  }

  package var stepIndices: [Int] { kept.flatMap { Array($0) } }

  package var stepCount: Int { kept.reduce(0) { $0 + $1.count } }

  package func removing(_ removed: Set<Int>) -> SessionCandidate {
    renumbered { removed.contains($0) ? nil : $0 }
  }

  package func prefix(_ count: Int) -> SessionCandidate {
    guard count < stepCount else { return self }
    let remaining = Set(stepIndices.prefix(count))
    return renumbered { remaining.contains($0) ? $0 : nil }
  }

  /// Returns the candidate with other indices for its steps. Steps without an index are left out.
  private func renumbered(_ index: (Int) -> Int?) -> SessionCandidate {
    func renumbered<Value>(_ values: [Int: Value]) -> [Int: Value] {
      Dictionary(
        uniqueKeysWithValues: values.compactMap { key, value in index(key).map { ($0, value) } })
    }
    var new = self
    new.kept = SessionCandidate(keeping: stepIndices.compactMap(index)).kept
    (new.actions, new.reads) = (renumbered(actions), renumbered(reads))
    new.supplied = renumbered(supplied)
    return new
  }

  /// Adds a step. The indices of the steps from there on increase by one.
  mutating func add(_ step: AddedStep) {
    func moved(_ index: Int) -> Int { index < step.stepIndex ? index : index + 1 }
    self = renumbered(moved)
    kept = SessionCandidate(keeping: (stepIndices + [step.stepIndex]).sorted()).kept
    lastStepWithEvents = lastStepWithEvents.map(moved)
    added.append(step)
  }
}

/// A step of an action that the effect of an earlier step sends at once.
package struct AddedStep: Codable, Hashable, Sendable {
  /// The index of the step, from which the indices of later steps are counted.
  let stepIndex: Int
  let parent: Int
  let action: [UInt8]
}

package enum CandidateOutcome: Codable, Equatable, Sendable {
  case same(steps: Int)
  case other(String)

  package var isSame: Bool {
    if case .same = self { true } else { false }
  }
}
