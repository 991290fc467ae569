import Dispatch
import Locking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Calls back when the process is asked to end; asked again, it ends at once.
@MainActor
final class SignalWatcher {
  private let sources: [any DispatchSourceSignal]

  /// Begins to watch for `SIGINT` and `SIGTERM`, and returns when it does.
  ///
  /// Before the process ends at once, `onForcedEnd` is called, on another thread.
  init(
    _ onSignal: @escaping @MainActor @Sendable (Int32) -> Void,
    onForcedEnd: @escaping @Sendable () -> Void = {}
  ) {
    let queue = DispatchQueue(label: "reprise.signals")
    sources = [SIGINT, SIGTERM].map { number in
      #if canImport(Darwin)
        // There a source only watches: without this the process would end before it is told.
        signal(number, SIG_IGN)
      #endif
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    let requests = RequestCount()
    let registered = DispatchSemaphore(value: 0)
    for (source, number) in zip(sources, [SIGINT, SIGTERM]) {
      source.setEventHandler { @Sendable in
        // The main actor may be busy for ever with a reducer that does not return.
        guard requests.next() == 1 else {
          onForcedEnd()
          _exit(128 + number)
        }
        Task { @MainActor in onSignal(number) }
      }
      source.setRegistrationHandler { @Sendable in registered.signal() }
      source.resume()
    }
    // Until then a signal would end the process as if nobody watched.
    for _ in sources { registered.wait() }
  }
}

/// Counts how often the process was asked to end.
private final class RequestCount: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
