#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The signals to end that a process was sent, and what each of them means.
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
