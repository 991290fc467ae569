import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionModel
import SessionReplay

/// A fact that a run of an edited session shows, and that its candidate lacks.
enum EditFinding: Codable, Equatable {
  /// Effects no longer send the actions of these steps.
  case lost(Set<Int>)
  /// The effect of a step sends an additional action.
  case additional(AddedStep)
  /// The reducer reads more in a step than the log has, and these are values for all its reads.
  case reads(stepIndex: Int, [RecordedRead])
  /// The log lacks a value that the reducer needs in a step.
  case unanswered(stepIndex: Int, problem: String)
}

/// The actions that the effects of an edited session send at once, in the order in which a store
/// reduces them.
///
/// An effect with the recorded shape sends the recorded actions. An edit may lead to a different
/// effect, whose actions replace the recorded ones, add steps, or leave them out.
struct SentActions<State: Recordable, Action: Recordable> {
  private struct Sent {
    let parent: Int
    let action: [UInt8]
  }

  private let tape: SessionTape<State, Action>
  private let candidate: SessionCandidate
  private var queue: [Sent] = []
  /// The actions that effects send in place of recorded ones, by step index.
  private(set) var changed: [Int: [UInt8]] = [:]
  /// The steps whose effects have a different shape than the recorded ones.
  private var differing: Set<Int> = []
  /// The differing steps whose effects perform different work.
  private var working: Set<Int> = []
  /// The differing steps whose effects perform work that the log lacks.
  private(set) var unknownWork: Set<Int> = []

  init(_ tape: SessionTape<State, Action>, _ candidate: SessionCandidate) {
    (self.tape, self.candidate) = (tape, candidate)
  }

  /// Notes the effect of the step that was just reduced.
  mutating func note(_ effect: Effect<Action>, shape: EffectShape, of stepIndex: Int) {
    let recorded = tape.steps[stepIndex].effect
    let isRedacted = tape.header.redacted != nil
    guard !shape.isRecorded(as: recorded, isRedacted: isRedacted) else { return }
    differing.insert(stepIndex)
    if shape.work != recorded.work {
      working.insert(stepIndex)
      if !shape.work.isEmpty { unknownWork.insert(stepIndex) }
    }
    queue += effect.actionsSentAtOnce.map { Sent(parent: stepIndex, action: $0.recordedBytes) }
  }

  /// Returns what differs if a step is the next one; `nil` for the end of the session. If nothing
  /// differs, the step's action is no longer expected.
  mutating func finding(before stepIndex: Int?) -> EditFinding? {
    let step = stepIndex.map { tape.steps[$0] }
    if let next = queue.first {
      guard let stepIndex, let step, step.isSentAtOnce, step.parent == next.parent else {
        return .additional(
          AddedStep(
            stepIndex: stepIndex ?? tape.steps.count, parent: next.parent, action: next.action))
      }
      let bytes = candidate.actions[stepIndex] ?? step.action.recordedBytes
      if bytes != next.action { changed[stepIndex] = next.action }
      queue.removeFirst()
      return nil
    }
    guard let step, let parent = step.parent else { return nil }
    let isLost = step.isSentAtOnce ? differing.contains(parent) : working.contains(parent)
    guard isLost else { return nil }
    return .lost(
      Set(
        candidate.stepIndices.filter { index in
          index >= stepIndex ?? 0 && tape.steps[index].parent == parent
            && tape.steps[index].isSentAtOnce == step.isSentAtOnce
        }))
  }
}
