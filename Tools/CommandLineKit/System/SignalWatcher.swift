import Dispatch
import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Calls a handler at the first termination signal, and ends the process at a repeated one.
///
/// Signals that were ignored when the process started stay ignored, as background jobs expect.
@MainActor
package final class SignalWatcher {
  private static let endings = [SIGINT, SIGTERM, SIGHUP]
  /// Read once, because watching a signal changes whether it is ignored.
  private static let ignored = Set(endings.filter(isIgnored))

  private let sources: [any DispatchSourceSignal]

  /// `onRequest` is called on a background thread, even while the main actor is busy, and then
  /// `onSignal`. `onForcedEnd` is called before a repeated signal ends the process.
  package init(
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
        // On Darwin the default action would end the process before the source is notified.
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
          // A reducer that never returns may block the main actor.
          onForcedEnd()
          _exit(128 + number)
        }
      }
      source.setRegistrationHandler { @Sendable in registered.signal() }
      source.resume()
    }
    // Before the sources are registered, a signal would end the process.
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

private final class SharedRequests: Sendable {
  private let requests = Mutex(EndRequests())

  func answer(to number: Int32) -> EndRequests.Answer {
    requests.withLock { $0.answer(to: number, at: DispatchTime.now().uptimeNanoseconds) }
  }
}

/// The termination signals that a process has received. They determine the reaction to the next.
package struct EndRequests: Sendable {
  package enum Answer: Equatable, Sendable {
    case end
    case wait
    case endAtOnce
  }

  /// The number of nanoseconds after which the same signal counts as a new request.
  package static let repeatInterval: UInt64 = 1_000_000_000

  private var arrivals: [Int32: UInt64] = [:]

  package init() {}

  /// Records a signal received at a time in nanoseconds, and returns the reaction to it.
  ///
  /// A closing terminal or a service manager may send several signals for one request. Two signals
  /// end the process immediately: a repeated `SIGINT`, which a user types, and any other signal
  /// that is repeated after `repeatInterval`.
  package mutating func answer(to number: Int32, at time: UInt64) -> Answer {
    defer { if arrivals[number] == nil { arrivals[number] = time } }
    guard !arrivals.isEmpty else { return .end }
    guard let first = arrivals[number] else { return .wait }
    return number == SIGINT || time &- first >= Self.repeatInterval ? .endAtOnce : .wait
  }
}
