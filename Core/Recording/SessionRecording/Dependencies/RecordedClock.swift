import DependencyInjection
import Platform

/// A clock whose readings are recorded or answered, as durations since its first use.
struct RecordedClock: Clock {
  struct Instant: InstantProtocol {
    fileprivate let reading: ClockReading
    /// The time since the reading. The requested length of a sleep follows from it.
    fileprivate var distance = Duration.zero
    /// The distance of the previous deadline, if a task slept until then.
    ///
    /// A timer makes each deadline from the last one, and sleeps for the time between them.
    fileprivate var lastDeadline = Duration.zero

    private var offset: Duration { reading.value + distance }
    fileprivate var durationOfSleep: Duration {
      reading.isLazy ? distance : distance - lastDeadline
    }

    func advanced(by duration: Duration) -> Instant {
      Instant(
        reading: reading, distance: distance + duration,
        lastDeadline: reading.hasSlept(until: distance) ? distance : lastDeadline)
    }
    func duration(to other: Instant) -> Duration {
      guard reading !== other.reading else { return other.distance - distance }
      if !reading.isLazy, reading.number < other.reading.number { _ = reading.value }
      return other.offset - offset
    }
    static func < (one: Instant, other: Instant) -> Bool { one.duration(to: other) > .zero }
    static func == (one: Instant, other: Instant) -> Bool { one.duration(to: other) == .zero }
    func hash(into hasher: inout Hasher) { hasher.combine(offset) }
  }

  private let base: AnyClock<Duration>
  private let start = Start()
  private let nowID: EndpointID
  private let sleepID: EndpointID
  private let reader: DependencyReader<Duration>

  init(_ base: AnyClock<Duration>, name: String, reader: DependencyReader<Duration>) {
    self.base = base
    nowID = StandardEndpoint.now(of: name)
    sleepID = StandardEndpoint.sleep(of: name)
    self.reader = reader
  }

  var now: Instant {
    guard ObservedEffect.areObserved, let effect = ObservedEffect.current else {
      let time = reader.read { self.time }
      return Instant(reading: ClockReading(time: time, isLazy: false) { _ in time })
    }
    // A replay that answers the call does not use the clock.
    let reading = ClockReading(
      time: effect.observer.suppliesAnswers ? nil : time, isLazy: !reader.reads.hasClockDurations
    ) { [self] time in
      ObservedEffect.$bound.withValue(effect) {
        EffectCall.perform(nowID, ()) { time ?? self.time }
      }
    }
    return Instant(reading: reading)
  }

  /// The time since the first use.
  private var time: Duration { start.instant(on: base).duration(to: base.now) }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    deadline.reading.willSleep(until: deadline.distance)
    try await EffectCall.perform(sleepID, deadline.durationOfSleep) { _ in
      let time = deadline.reading.time ?? deadline.reading.value
      try await base.sleep(
        until: start.instant(on: base).advanced(by: time + deadline.distance), tolerance: tolerance)
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

extension RecordedClock.Instant: RecordedInstant {
  func record() {
    if !reading.isLazy { _ = reading.value }
  }
}

/// A reading of a clock, which becomes a call of an effect when its value is first used.
///
/// A sleep for a duration reads the clock as well, but does not depend on the value. Such readings
/// would take most of the space of a debounced effect in a log.
private final class ClockReading: Sendable {
  private static let count = Atomic(0)

  /// A number that is greater than the numbers of earlier readings.
  let number = count.add(1, ordering: .relaxed).newValue
  /// The time at the reading, or `nil` if the call is answered without the clock.
  let time: Duration?
  /// Whether calls have the form of older logs, which lack the feature `clockDurations`.
  let isLazy: Bool
  private let known = Mutex<Duration?>(nil)
  /// The distances of the last deadlines that tasks slept until.
  private let deadlines = Mutex<[Int?: Duration]>([:])
  private let call: @Sendable (Duration?) -> Duration

  init(time: Duration?, isLazy: Bool, call: @escaping @Sendable (Duration?) -> Duration) {
    (self.time, self.isLazy, self.call) = (time, isLazy, call)
  }

  func willSleep(until distance: Duration) {
    let task = Task.currentIdentity
    deadlines.withLock { $0[task] = distance }
  }

  /// Whether the current task last slept until a deadline. Other tasks may sleep in any order.
  func hasSlept(until distance: Duration) -> Bool {
    deadlines.withLock { deadlines in
      !deadlines.isEmpty && deadlines[Task.currentIdentity] == distance
    }
  }

  var value: Duration {
    // If several threads read the value at once, only one makes the call.
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
