package import ComposableArchitecture
package import RecordCoding
import RecordSchema

/// Which steps may have sent an action that arrives: those whose effects, as they are now, could.
///
/// An effect that does work may send any action; one that only sends has a list of what it sends, of
/// which a cancellation may take away some. What is remembered is bounded: a step so long ago that it
/// is forgotten is taken to be a possible sender.
package struct EffectSenders<Action: Recordable> {
  /// More steps than this are not remembered.
  private static var mostSteps: Int { 1 << 20 }

  private enum Sender {
    /// Any action may come.
    case any
    /// These, in this order; with the effect, to be printed.
    case only([Action], Effect<Action>)
  }

  private var steps: [(number: UInt64, sender: Sender)] = []
  /// The first step that is remembered if it has an effect.
  private var firstStep: UInt64 = 1

  /// Creates a memory of no step.
  package init() {}

  /// Forgets all: the log goes on with a step, before which effects may be that are not known.
  package mutating func begin(at step: UInt64) {
    steps = []
    firstStep = step
  }

  /// Notes the effect of a step and the actions that it sends; either is `nil` if it may send any.
  package mutating func note(
    _ number: UInt64, _ effect: Effect<Action>?, sending actions: [Action]?
  ) {
    if let effect, effect.isNone { return }
    let sender = effect.flatMap { effect in actions.map { Sender.only($0, effect) } } ?? .any
    steps.append((number, sender))
    guard steps.count > Self.mostSteps else { return }
    steps.removeFirst(Self.mostSteps / 2)
    firstStep = steps[0].number
  }

  /// Whether the step that is recorded as having started the effect that sent an action can have; what
  /// it has sent is not expected again.
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

  /// The form of a step's effect, if it is remembered.
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
    return isRedacted && Redaction.isSame(recorded, sent)
  }
}
