import ComposableArchitecture
import SessionRecording
import SessionReplay

/// Forwards each step to the recorder, the printer and the waiter of a session, in this order.
///
/// Calls of observers through existentials would take as long as recording itself.
@MainActor
final class SessionObserver<App: ShellApp>: StateStorageObserver {
  typealias State = App.Feature.State
  typealias Action = App.Feature.Action

  private let recorder: SessionRecorder<State, Action>?
  private let printer: StepPrinter<App>
  private let waiter: EffectWaiter<State, Action>
  /// The number of the last step before the store's first step.
  private let lastStep: UInt64

  init(
    recorder: SessionRecorder<State, Action>?, printer: StepPrinter<App>,
    waiter: EffectWaiter<State, Action>, after lastStep: UInt64
  ) {
    self.lastStep = lastStep
    self.recorder = recorder
    self.printer = printer
    self.waiter = waiter
  }

  func storeWillBegin(in storage: StateStorage<State>) {
    recorder?.storeWillBegin(in: storage)
  }

  func numberOfStep(after last: UInt64) -> UInt64 {
    recorder?.numberOfStep(after: last) ?? max(last, lastStep) + 1
  }

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    recorder?.willReduce(action, number: number, origin: origin, state: state)
    printer.willReduce(action, number: number, origin: origin, state: state)
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    recorder?.didReduce(action, number: number, origin: origin, effect: effect, state: state)
    printer.didReduce(action, number: number, origin: origin, effect: effect, state: state)
  }

  func didEndEffect(startedBy step: UInt64, remaining count: Int) {
    waiter.didEndEffect(startedBy: step, remaining: count)
  }
}

@MainActor
final class EffectWaiter<State, Action>: StepObserver {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until the last effect has ended. Returns at once if the number of running effects is 0.
  func wait(for count: Int) async {
    guard count > 0 else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func resumeAll() {
    let all = waiting
    waiting = []
    for continuation in all { continuation.resume() }
  }

  func didEndEffect(startedBy step: UInt64, remaining count: Int) {
    guard count == 0 else { return }
    resumeAll()
  }
}
