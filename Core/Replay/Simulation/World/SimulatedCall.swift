import DependencyInjection

/// A call of an effect that waits for its answer.
@MainActor
final class SimulatedCall {
  enum Ended: Error {
    case canceled
  }

  private var result: Result<Void, Ended>?
  private var continuation: UnsafeContinuation<Void, Never>?
  /// Whether the call ends at once when its task is canceled.
  private let heedsCancellation: Bool

  /// Creates a call that ends after a delay, or with the life of the app.
  init(in world: SimulatedWorld, after delay: Duration?, heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
    world.add(self)
    if let delay { world.schedule(after: delay) { self.end(.success(())) } }
  }

  var hasEnded: Bool { result != nil }

  /// Waits for the end of the call, on the main actor.
  func wait() async -> Result<Void, Ended> {
    await withTaskCancellationHandler {
      if result == nil { await withUnsafeContinuation { continuation = $0 } }
      return result ?? .failure(.canceled)
    } onCancel: {
      MainQueue.run { if heedsCancellation { end(.failure(.canceled)) } }
    }
  }

  func end(_ result: Result<Void, Ended>) {
    self.result = self.result ?? result
    continuation.take()?.resume()
  }
}
