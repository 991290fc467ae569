import Dispatch
import Synchronization

/// A watch over effects that run in this process, which ends it if one runs without a pause.
///
/// Tasks can be suspended only where they await, so nothing else can end an endless loop in one.
final class EffectWatchdog: Sendable {
  // Unsafe because the type is not Sendable. Only `init` and `deinit` use it.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer
  private let ticks = Ticks()

  /// Starts the watch. `onTimeout` is called on a thread of its own, and must end the process.
  init(seconds: Int, onTimeout: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated))
    timer.setEventHandler { [ticks] in
      if ticks.add() > seconds { onTimeout() }
    }
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.resume()
  }

  deinit {
    timer.cancel()
  }

  /// Notes that effects pause, so that the process is not stuck.
  func noteProgress() { ticks.reset() }
}

/// The number of seconds since the last progress.
private final class Ticks: Sendable {
  private let count = Atomic(0)

  func reset() { count.store(0, ordering: .relaxed) }

  func add() -> Int { count.add(1, ordering: .relaxed).newValue }
}
