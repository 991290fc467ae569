import SessionModel
import TestStores

/// The way in which a replay runs the tasks of effects.
package enum EffectSchedule: Sendable {
  /// Runs a single task at a time, in the order in which they become ready.
  case ordered
  /// Runs tasks on Swift's own executors, in any order.
  ///
  /// A replay cannot see whether a task can proceed, and gives up on an effect that does nothing for
  /// a time.
  case unordered(timeout: Duration)

  /// The best schedule that this system supports.
  package static var available: EffectSchedule {
    RuntimeHooks.failure == nil ? .ordered : .unordered(timeout: .seconds(5))
  }
}

/// The waits of a replay for what effects do.
@MainActor
protocol EffectTurns {
  /// The reason why an effect is not verified that neither does nor awaits anything in the log.
  var stuckReason: String { get }

  func begin() async

  /// Waits for an effect, or gives it an answer, when it is its turn to do something.
  ///
  /// Returns `false` if nothing in the log can make it continue.
  func wait(for effect: RecordedEffect, in script: EffectScript) async -> Bool

  /// Gives an effect one of its last answers if it waits for it, and waits for what it does then.
  func give(
    _ answer: EffectEvent.Content, to effect: RecordedEffect, in script: EffectScript
  ) async

  /// Waits until effects have done what they can without further answers.
  func settle() async

  func end()
}

/// The turns of effects whose tasks run one at a time.
@MainActor
final class OrderedTurns: EffectTurns {
  private let work = TestWork(isSerial: true)
  /// The maximum number of waits for an effect that keeps running without doing what is recorded.
  private let limit: Int

  private(set) var stuckReason = ""

  init(givesUp: Bool) {
    limit = givesUp ? 100 : .max
  }

  func begin() async { await work.prepare() }

  func wait(for effect: RecordedEffect, in script: EffectScript) async -> Bool {
    let progress = script.progress
    for _ in 0..<limit {
      let isIdle = await work.settle()
      if script.progress != progress || script.current == nil || effect.obstacle != nil
        || script.answer(effect)
      {
        return true
      }
      if isIdle {
        stuckReason = "it waits for something that the log does not have"
        return false
      }
    }
    stuckReason = "it runs without end, and does nothing that is recorded"
    return false
  }

  func give(
    _ answer: EffectEvent.Content, to effect: RecordedEffect, in script: EffectScript
  ) async {
    if script.giveLastAnswer(answer, to: effect) { await work.settle() }
  }

  func settle() async { await work.settle() }

  func end() { work.isSerial = false }
}
