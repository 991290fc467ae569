import SessionModel

/// The turns of effects whose tasks run on Swift's own executors.
///
/// Each effect gets its answers when they are due, and what it does is held back until its turn. So
/// an effect that is late only delays the others.
@MainActor
final class UnorderedTurns: EffectTurns {
  /// The number of turns of the main actor, and the time, after which tasks that need no answers
  /// have usually done what they can.
  private static let settlingTurns = 3
  private static let settlingTime = Duration.milliseconds(50)

  private let timeout: Duration
  private let activity: EffectActivity
  private let clock = ContinuousClock()
  private var last: (progress: Int, time: ContinuousClock.Instant)?

  init(timeout: Duration, _ activity: EffectActivity) {
    (self.timeout, self.activity) = (timeout, activity)
  }

  var stuckReason: String {
    "it does not end: it did nothing for \(timeout.components.seconds) seconds, and waits for something that the log does not "
      + "have"
  }

  func begin() async {}

  func wait(for effect: RecordedEffect, in script: EffectScript) async -> Bool {
    if script.answer(effect, isStuck: false) {
      last = nil
      return true
    }
    if last?.progress != script.progress { last = (script.progress, clock.now) }
    let start = last?.time ?? clock.now
    let rest = timeout - (clock.now - start)
    if rest > .zero, await activity.wait(for: rest) { return true }
    last = nil
    return script.answer(effect)
  }

  func give(
    _ answer: EffectEvent.Content, to effect: RecordedEffect, in script: EffectScript
  ) async {
    // The effect may be about to wait, while others do something.
    let start = clock.now
    while !script.giveLastAnswer(answer, to: effect) {
      guard clock.now - start < timeout, await activity.wait(for: Self.settlingTime) else { return }
    }
    _ = await activity.wait(for: Self.settlingTime)
  }

  func settle() async {
    for _ in 0..<Self.settlingTurns { await Task { @MainActor in }.value }
    let start = clock.now
    while clock.now - start < timeout, await activity.wait(for: Self.settlingTime) {}
  }

  func end() {}
}

/// A signal that an effect did something, or began to wait.
@MainActor
final class EffectActivity {
  private var waiter: UnsafeContinuation<Bool, Never>?
  private var count = 0

  func note() { resume(true) }

  /// Waits for the next signal. Returns `false` if there is none in a time.
  func wait(for time: Duration) async -> Bool {
    count += 1
    let timer = Task { [count] in
      try? await Task.sleep(for: time)
      if count == self.count { resume(false) }
    }
    defer { timer.cancel() }
    return await withUnsafeContinuation { waiter = $0 }
  }

  private func resume(_ value: Bool) { waiter.take()?.resume(returning: value) }
}
