import DependencyInjection
import Platform
import SessionModel

/// A call that an effect made in a replay.
@MainActor
final class PendingCall {
  /// The index of the endpoint in the header of the log.
  let endpoint: Int
  let arguments: [UInt8]
  /// The task that takes the elements of a stream, once it has asked for one.
  private(set) var consumer: Int??
  private var outcome: CallOutcome?
  private var elements: [[UInt8]] = []
  private var continuation: UnsafeContinuation<Void, Never>?
  nonisolated private let cancellation = Atomic(false)
  /// The index of the log's entry that was due when the waiting task was canceled without its
  /// effect.
  private(set) var loneCancellation: Int?
  private let loneIndex: @MainActor (_ task: Int?) -> Int?
  /// The task that last waited for an answer.
  private(set) var waiter: Int?

  /// Creates a call. `loneIndex` returns the index of the log's entry that is due, unless the log
  /// has a cancellation of the waiting task or of its effect.
  init(
    endpoint: Int, arguments: [UInt8],
    loneIndex: @escaping @MainActor (_ task: Int?) -> Int? = { _ in nil }
  ) {
    (self.endpoint, self.arguments, self.loneIndex) = (endpoint, arguments, loneIndex)
  }

  /// Whether the effect waits for an answer.
  var isAwaited: Bool { continuation != nil }

  /// Whether the task that waits for an answer was canceled.
  var isCanceled: Bool { cancellation.load(ordering: .relaxed) }

  /// Whether an element was delivered that the effect has not taken.
  var hasElement: Bool { !elements.isEmpty }

  func deliver(element: [UInt8]) {
    elements.append(element)
    resume()
  }

  func end(with outcome: CallOutcome) {
    self.outcome = self.outcome ?? outcome
    resume()
  }

  /// Waits for the outcome.
  func waitForOutcome() async -> CallOutcome {
    while true {
      if let outcome { return outcome }
      await suspend()
    }
  }

  /// Waits for the next element, or returns the outcome of the stream.
  func waitForElement() async -> Result<[UInt8], Ended> {
    consumer = .some(Task.currentIdentity)
    while true {
      if !elements.isEmpty { return .success(elements.removeFirst()) }
      if let outcome { return .failure(Ended(outcome: outcome)) }
      await suspend()
    }
  }

  struct Ended: Error {
    let outcome: CallOutcome
  }

  private func suspend() async {
    let task = Task.currentIdentity
    waiter = task
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation = $0 }
    } onCancel: {
      cancellation.store(true, ordering: .relaxed)
      // A cancellation on any other thread comes from a thread that the scheduler does not control.
      guard MainQueue.isCurrent else { return }
      MainActor.assumeIsolated { loneCancellation = loneCancellation ?? loneIndex(task) }
    }
  }

  private func resume() {
    continuation.take()?.resume()
  }
}
