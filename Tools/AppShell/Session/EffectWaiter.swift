import ComposableArchitecture

/// Lets somebody wait until no effect is under way.
@MainActor
final class EffectWaiter<State, Action>: StepObserver {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns at once if no effect is under way, or else when the last one has ended.
  func wait(for count: Int) async {
    guard count > 0 else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Has whoever waits go on, though effects are under way.
  func giveUp() {
    let all = waiting
    waiting = []
    for continuation in all { continuation.resume() }
  }

  func didEndEffect(startedBy step: UInt64, remaining count: Int) {
    guard count == 0 else { return }
    giveUp()
  }
}
