import ComposableArchitecture

/// A counter with every kind of effect, for tests of the runtime.
@Reducer
struct Ticker {
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    var log: [String] = []
  }

  enum Action: Equatable {
    case increment
    case note(String)
    case sendTwice
    case start
    case stop
    case fail
  }

  enum CancelID { case timer }

  /// The gate that `start` waits for.
  var gate = Gate()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .note(let text):
        state.log.append(text)
        return .none
      case .sendTwice:
        state.log.append("sendTwice")
        return .merge(.send(.note("first")), .send(.note("second")))
      case .start:
        return .run { [gate] send in
          await gate.wait()
          await send(.note("opened"))
        }
        .cancellable(id: CancelID.timer)
      case .stop:
        return .cancel(id: CancelID.timer)
      case .fail:
        return .run { _ in throw Failure() }
      }
    }
  }

  struct Failure: Error {}
}

/// A gate that effects wait for until a test opens it, or until they are canceled.
@MainActor
final class Gate {
  private(set) var arrivals = 0
  private(set) var cancellations = 0
  private var isOpen = false
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var onArrival: [CheckedContinuation<Void, Never>] = []

  nonisolated init() {}

  func open() {
    isOpen = true
    for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    waiting = [:]
  }

  func wait() async {
    arrivals += 1
    let number = arrivals
    for continuation in onArrival { continuation.resume() }
    onArrival = []
    guard !isOpen else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiting[number] = continuation }
      }
    } onCancel: {
      Task { @MainActor in waiting.removeValue(forKey: number)?.resume() }
    }
    if Task.isCancelled { cancellations += 1 }
  }

  /// Waits until an effect has arrived at the gate.
  func waitForArrival(_ count: Int = 1) async {
    while arrivals < count { await withCheckedContinuation { onArrival.append($0) } }
  }
}

/// An observer that records the steps of a store.
@MainActor
final class StepList<State, Action>: StepObserver {
  private(set) var steps: [StoreStep<State, Action>] = []
  private(set) var endedEffects: [UInt64] = []

  private var before: State?

  func willReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, state: UnsafePointer<State>
  ) {
    before = state.pointee
  }

  func didReduce(
    _ action: Action, number: UInt64, origin: StepOrigin, effect: Effect<Action>,
    state: UnsafePointer<State>
  ) {
    guard let before = before.take() else { return }
    steps.append(
      StoreStep(
        number: number, action: action, origin: origin, before: before, after: state.pointee,
        effect: effect))
  }

  func didEndEffect(startedBy step: UInt64, remaining count: Int) {
    endedEffects.append(step)
  }
}
