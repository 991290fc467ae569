import Dispatch
import Locking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Calls back once when the process is asked to end; asked again, it ends at once.
///
/// A signal that was ignored when the process started stays so, as for a job of the background.
@MainActor
final class SignalWatcher {
  /// What asks a process to end.
  private static let endings = [SIGINT, SIGTERM, SIGHUP]
  /// Those that whoever started the process has it ignore; to watch a signal changes that.
  private static let ignored = Set(endings.filter(isIgnored))

  private let sources: [any DispatchSourceSignal]

  /// Begins to watch for `SIGINT`, `SIGTERM` and, unless somebody else does, `SIGHUP`, and returns
  /// when it does.
  ///
  /// `onRequest` is called before, on another thread, also while the main actor is busy; and before the
  /// process ends at once, `onForcedEnd`.
  init(
    hangups includesHangups: Bool = true,
    _ onSignal: @escaping @MainActor @Sendable (Int32) -> Void,
    onRequest: @escaping @Sendable (Int32) -> Void = { _ in },
    onForcedEnd: @escaping @Sendable () -> Void = {}
  ) {
    let numbers = Self.endings.filter {
      !Self.ignored.contains($0) && (includesHangups || $0 != SIGHUP)
    }
    let queue = DispatchQueue(label: "reprise.signals")
    sources = numbers.map { number in
      #if canImport(Darwin)
        // There a source only watches: without this the process would end before it is told.
        signal(number, SIG_IGN)
      #endif
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    let requests = SharedRequests()
    let registered = DispatchSemaphore(value: 0)
    for (source, number) in zip(sources, numbers) {
      source.setEventHandler { @Sendable in
        switch requests.answer(to: number) {
        case .end:
          onRequest(number)
          Task { @MainActor in onSignal(number) }
        case .wait: break
        case .endAtOnce:
          // The main actor may be busy for ever with a reducer that does not return.
          onForcedEnd()
          _exit(128 + number)
        }
      }
      source.setRegistrationHandler { @Sendable in registered.signal() }
      source.resume()
    }
    // Until then a signal would end the process as if nobody watched.
    for _ in sources { registered.wait() }
  }

  private nonisolated static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The signals that came, for handlers on other threads.
private final class SharedRequests: Sendable {
  private let requests = Mutex(EndRequests())

  func answer(to number: Int32) -> EndRequests.Answer {
    requests.withLock { $0.answer(to: number, at: DispatchTime.now().uptimeNanoseconds) }
  }
}

/// The termination signals that a process has received, and what the next one means.
package struct EndRequests: Sendable {
  /// What a signal means.
  package enum Answer: Equatable, Sendable {
    /// The process is to end in good order.
    case end
    /// It is about to.
    case wait
    /// It is to end whatever it is doing.
    case endAtOnce
  }

  /// So many nanoseconds later, the same signal is another request and not the same one.
  package static let patience: UInt64 = 1_000_000_000

  private var arrivals: [Int32: UInt64] = [:]

  /// Creates a record without signals.
  package init() {}

  /// Notes a signal that came at a time in nanoseconds.
  ///
  /// A terminal that closes and a service manager send several signals for one request. Who types
  /// the interrupt again means it, and who sends another signal again after a while.
  package mutating func answer(to number: Int32, at time: UInt64) -> Answer {
    defer { if arrivals[number] == nil { arrivals[number] = time } }
    guard !arrivals.isEmpty else { return .end }
    guard let first = arrivals[number] else { return .wait }
    return number == SIGINT || time &- first >= Self.patience ? .endAtOnce : .wait
  }
}
