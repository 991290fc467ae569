package import RecordCoding
import RecordedValues
package import ReducerRuntime
import SessionRecording

/// The steps whose effects in this replay may have sent the actions that follow.
///
/// An effect with work may send any action. An effect that only sends has a list of actions, and a
/// cancellation may drop some of them. The memory is bounded: a step that is too old to be
/// remembered counts as a possible sender.
package struct EffectSenders<Action: Recordable> {
  private static var maxSteps: Int { 1 << 20 }

  private enum Sender {
    case any
    /// The effect sends these actions, in this order. The effect itself is kept for messages.
    case only([Action], Effect<Action>)
  }

  private var steps: [(number: UInt64, sender: Sender)] = []
  /// The first step whose effect would be remembered.
  private var firstStep: UInt64 = 1

  package init() {}

  /// Forgets all steps, since the log continues at a step after unknown effects.
  package mutating func begin(at step: UInt64) {
    steps = []
    firstStep = step
  }

  package mutating func note(
    _ number: UInt64, _ effect: Effect<Action>?, sending actions: [Action]?
  ) {
    if let effect, effect.isNone { return }
    let sender = effect.flatMap { effect in actions.map { Sender.only($0, effect) } } ?? .any
    steps.append((number, sender))
    guard steps.count > Self.maxSteps else { return }
    steps.removeFirst(Self.maxSteps / 2)
    firstStep = steps[0].number
  }

  /// Returns whether the sender of a step may have sent its action. This action, and the actions
  /// listed before it, are then not expected again.
  package mutating func isSender(
    of step: ReplayedStep, _ action: UnsafePointer<Action>, isRedacted: Bool
  ) -> Bool {
    guard case .received(let startedBy) = step.origin, startedBy >= firstStep else { return true }
    guard let index = index(ofStep: startedBy) else { return false }
    guard case .only(let actions, let effect) = steps[index].sender else { return true }
    let found = actions.firstIndex {
      Self.isSame(action.pointee, $0, isRedacted: isRedacted)
    }
    guard let found else { return false }
    steps[index].sender = .only(Array(actions[(found + 1)...]), effect)
    return true
  }

  func shape(ofStep number: UInt64, _ form: SentActionForm) -> EffectShape {
    guard let index = index(ofStep: number), case .only(_, let effect) = steps[index].sender
    else { return .none }
    return effect.shape { form($0) }
  }

  private func index(ofStep number: UInt64) -> Int? {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < steps.count && steps[low].number == number ? low : nil
  }

  private static func isSame(_ recorded: Action, _ sent: Action, isRedacted: Bool) -> Bool {
    let bytes = SentAction(bytesOf: recorded)
    if bytes == .unknown || bytes == SentAction(bytesOf: sent) { return true }
    return isRedacted && TokenComparison.isSame(recorded, sent)
  }
}
