import DependencyInjection
import Locking

/// A clock whose readings are recorded or answered, as durations since its first use.
struct RecordedClock: Clock {
  struct Instant: InstantProtocol {
    fileprivate let reading: ClockReading
    /// The time since the reading, so that a sleep has the requested length.
    fileprivate var distance = Duration.zero

    private var offset: Duration { reading.value + distance }

    func advanced(by duration: Duration) -> Instant {
      Instant(reading: reading, distance: distance + duration)
    }
    func duration(to other: Instant) -> Duration {
      reading === other.reading ? other.distance - distance : other.offset - offset
    }
    static func < (one: Instant, other: Instant) -> Bool { one.duration(to: other) > .zero }
    static func == (one: Instant, other: Instant) -> Bool { one.duration(to: other) == .zero }
    func hash(into hasher: inout Hasher) { hasher.combine(offset) }
  }

  private let base: AnyClock<Duration>
  private let start = Start()
  private let nowID: EndpointID
  private let sleepID: EndpointID
  private let read: @Sendable (() -> Duration) -> Duration

  init(
    _ base: AnyClock<Duration>, name: String,
    read: @escaping @Sendable (() -> Duration) -> Duration
  ) {
    self.base = base
    nowID = StandardEndpoint.now(of: name)
    sleepID = StandardEndpoint.sleep(of: name)
    self.read = read
  }

  var now: Instant {
    guard ObservedEffect.areObserved, let effect = ObservedEffect.current else {
      let time = read { self.time }
      return Instant(reading: ClockReading(time: time) { _ in time })
    }
    // A replay that answers the call does not use the clock.
    let reading = ClockReading(time: effect.observer.suppliesAnswers ? nil : time) { [self] time in
      ObservedEffect.$current.withValue(effect) {
        EffectCall.perform(nowID, ()) { time ?? self.time }
      }
    }
    return Instant(reading: reading)
  }

  /// The time since the first use.
  private var time: Duration { start.instant(on: base).duration(to: base.now) }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await EffectCall.perform(sleepID, deadline.distance) { distance in
      let time = deadline.reading.time ?? deadline.reading.value
      try await base.sleep(
        until: start.instant(on: base).advanced(by: time + distance), tolerance: tolerance)
    }
  }

  /// The time of the first use. A clock that is never read has none.
  private final class Start: Sendable {
    private let value = Mutex<AnyClock<Duration>.Instant?>(nil)

    func instant(on clock: AnyClock<Duration>) -> AnyClock<Duration>.Instant {
      value.withLock { value in
        let instant = value ?? clock.now
        value = instant
        return instant
      }
    }
  }
}

/// A reading of a clock, which becomes a call of an effect when its value is first used.
///
/// A sleep for a duration reads the clock as well, but does not depend on the value. Such readings
/// would take most of the space of a debounced effect in a log.
private final class ClockReading: Sendable {
  /// The time at the reading, or `nil` if the call is answered without the clock.
  let time: Duration?
  private let known = Mutex<Duration?>(nil)
  private let call: @Sendable (Duration?) -> Duration

  init(time: Duration?, call: @escaping @Sendable (Duration?) -> Duration) {
    (self.time, self.call) = (time, call)
  }

  var value: Duration {
    // Of several threads, one makes the call.
    let known = known.withLock { known in
      defer { known = known ?? time }
      return known
    }
    if let known { return known }
    let value = call(time)
    self.known.withLock { $0 = value }
    return value
  }
}
