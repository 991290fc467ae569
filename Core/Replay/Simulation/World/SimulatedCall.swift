import DependencyInjection

/// A call of an effect that waits for its answer.
@MainActor
final class SimulatedCall {
  /// Whether the call was canceled; `nil` until it has ended.
  private var isCanceled: Bool?
  private var continuation: UnsafeContinuation<Void, Never>?
  /// Whether the call ends at once when its task is canceled.
  private let heedsCancellation: Bool

  /// Creates a call that ends after a delay, or with the life of the app.
  init(in world: SimulatedWorld, after delay: Duration?, heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
    world.add(self)
    if let delay { world.schedule(after: delay) { self.end() } }
  }

  var hasEnded: Bool { isCanceled != nil }

  /// Waits for the end of the call, on the main actor. Returns `false` if it was canceled.
  func wait() async -> Bool {
    await withTaskCancellationHandler {
      if !hasEnded { await withUnsafeContinuation { continuation = $0 } }
      return isCanceled == false
    } onCancel: {
      MainQueue.run { if heedsCancellation { end(isCanceled: true) } }
    }
  }

  func end(isCanceled: Bool = false) {
    self.isCanceled = self.isCanceled ?? isCanceled
    continuation.take()?.resume()
  }
}
