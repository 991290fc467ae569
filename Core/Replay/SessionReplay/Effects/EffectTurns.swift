import DependencyInjection
import Dispatch
import Foundation
import Scheduling

/// The turns of effects whose tasks run one at a time, in the order in which they become ready.
@MainActor
final class EffectTurns {
  private let work: TestWork
  /// The source of a drawn order, in which effects get answers while other tasks can run.
  private var generator: SeededGenerator?
  /// The maximum number of jobs that run in a drawn order before an answer is given. With a low
  /// one, a task can start late, after answers that other tasks got since it was created.
  private let maxDrawnJobs: UInt64
  /// The maximum number of waits for an effect that keeps running without doing what is recorded.
  private let limit: Int
  /// The time for which an effect may wait for something outside of the replay, such as a queue.
  private let outsideTimeout: Duration
  /// Whether blocks of the system's queues begin only when no task can run.
  private var keepsBlocks = false
  /// Whether a stray call was waited for in vain. No effect that runs then is verified.
  private var hasGivenUpStrays = false

  /// The reason why an effect is not verified if it neither does nor awaits anything in the log.
  private(set) var stuckReason = ""

  /// Prepares to run tasks in the order in which they become ready, or in a seeded order.
  init(givesUp: Bool, outsideTimeout: Duration, seed: UInt64?) {
    work = TestWork(isSerial: true, seed: seed)
    generator = seed.map { SeededGenerator(seed: $0) }
    maxDrawnJobs = [1, 2, 6][Int((generator?.next() ?? 0) % 3)]
    limit = givesUp ? 100 : .max
    self.outsideTimeout = outsideTimeout
  }

  /// Begins to run tasks one at a time.
  func begin(_ tasks: EffectTasks) async {
    await work.prepare()
    keepsBlocks = work.observe(by: tasks)
  }

  /// Waits for an effect, or gives it an answer, when it is the effect's turn to do something.
  ///
  /// Returns `false` if nothing in the log can make it continue.
  func wait(for effect: RecordedEffect, in script: EffectScript) async -> Bool {
    let progress = script.progress
    var end: DispatchTime?
    var wakeCount = 0
    for _ in 0..<limit {
      let outsideCount = script.tasks.outsideCount
      let isIdle = await runTasks()
      if script.progress != progress || script.current == nil || effect.obstacle != nil
        || script.answer(effect)
      {
        return true
      }
      guard isIdle else { continue }
      if let task = script.tasks.next(of: work.heldTasks, for: effect.number) {
        work.resume(task)
        continue
      }
      if await work.runBlock() { continue }
      if wakeCount < Self.maxWakes,
        let task = script.tasks.next(of: work.sleepingTasks, for: effect.number)
      {
        wakeCount += 1
        work.wake(task)
        continue
      }
      let time = end ?? .now() + .microseconds(Int(outsideTimeout / .microseconds(1)))
      end = time
      guard effect.pending.isEmpty, DispatchTime.now() < time, !hasGivenUpStrays,
        effect !== script.strays || script.tasks.hasUnstructured
      else {
        if effect === script.strays { hasGivenUpStrays = true }
        stuckReason = "it waits for something that the log does not have"
        return false
      }
      await script.tasks.waitForOutside(after: outsideCount, until: time)
    }
    stuckReason = "it runs without end, and does nothing that is recorded"
    return false
  }

  /// The maximum number of waits for real clocks to end. An effect with more waits is assumed to
  /// wait for something else in between.
  private static let maxWakes = 1_000

  /// Lets tasks run until all wait, or only a few jobs in most turns of a drawn order. Returns
  /// whether all wait.
  private func runTasks() async -> Bool {
    // The more jobs may run at a time, the more often all do.
    guard let choice = generator?.next(), choice % 32 >= maxDrawnJobs else {
      return await work.settle()
    }
    for _ in 0..<(choice / 32) % (maxDrawnJobs + 1) { _ = await work.runJob() }
    return false
  }

  /// Gives an effect one of its last answers if the effect waits for it. Then waits for the
  /// effect's next outputs.
  func give(
    _ answer: RecordedEffect.Entry, to effect: RecordedEffect, in script: EffectScript
  ) async {
    if script.giveLastAnswer(answer, to: effect) { await work.settle() }
  }

  /// Waits until effects can do nothing more without further answers.
  func settle() async { await work.settle() }

  /// Waits for the system's queues until effects can do nothing more.
  ///
  /// Effects that wait for real clocks stay held, because the load would decide whether they
  /// continue by then.
  func settleQueues(_ tasks: EffectTasks) async {
    for _ in 0..<Self.maxQueueWaits {
      if !keepsBlocks { await waitForQueues() }
      let held = work.heldTasks.filter { !tasks.isOfSleeper($0) }
      for task in held { work.resume(task) }
      await work.settle()
      if held.isEmpty, !(await work.runBlock()) { return }
    }
  }

  /// The maximum number of waits for queues at the end of a log.
  private static let maxQueueWaits = 20

  /// Waits for the blocks that effects have added to the system's queues so far. A wait for a block
  /// takes at most `maxBlockTime`.
  ///
  /// A queue has as many threads as the system has processors. If a block waits on each of them, no
  /// thread is still in an earlier block, even if the system has interrupted it.
  private func waitForQueues() async {
    for priority in [DispatchQoS.QoSClass.userInteractive, .userInitiated, .default, .utility] {
      let (waiting, ended) = (DispatchGroup(), DispatchGroup())
      let queue = DispatchQueue.global(qos: priority)
      let threads = 0..<ProcessInfo.processInfo.activeProcessorCount
      for _ in threads { waiting.enter() }
      for _ in threads {
        queue.async(group: ended) { @Sendable in
          waiting.leave()
          _ = waiting.wait(timeout: .now() + Self.maxBlockTime)
        }
      }
      // On the main queue, because the thread sanitizer does not follow a continuation that is
      // resumed before its task suspends.
      await withUnsafeContinuation { continuation in
        ended.notify(queue: .main) { @Sendable in continuation.resume() }
      }
    }
  }

  nonisolated private static let maxBlockTime = DispatchTimeInterval.milliseconds(200)

  /// Lets all tasks continue to their ends.
  func finish(_ tasks: EffectTasks) async {
    tasks.stopHolding()
    work.passBlocks()
    for task in work.sleepingTasks { work.wake(task) }
    for task in work.heldTasks { work.resume(task) }
    await work.settle()
  }

  func end() { work.isSerial = false }
}
