/// Lets a test wait for the next step of a store, or for the end of an effect.
@MainActor
final class StepNews {
  private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  private var waitCount: UInt64 = 0

  /// Waits for news as long as a condition holds, at most until the timeout has passed.
  func wait(atMost timeout: Duration, while condition: () -> Bool) async {
    let deadline = ContinuousClock.now + timeout
    while condition(), !Task.isCancelled, .now < deadline { await waitForOne(until: deadline) }
  }

  /// Lets all go on that wait.
  func announce() {
    let waiting = waiting.sorted { $0.key < $1.key }
    self.waiting = [:]
    for (_, continuation) in waiting { continuation.resume() }
  }

  private func waitForOne(until deadline: ContinuousClock.Instant) async {
    waitCount += 1
    let number = waitCount
    let alarm = Task { @MainActor in
      // Whether the time is over or the alarm was cancelled, there is nothing left to wait for.
      try? await Task.sleep(until: deadline, clock: .continuous)
      waiting.removeValue(forKey: number)?.resume()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting[number] = $0 }
    } onCancel: {
      alarm.cancel()
    }
    alarm.cancel()
  }
}
