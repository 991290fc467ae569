import DependencyInjection
import Foundation
import Locking
import ReducerRuntime

extension RecordedDependency {
  /// The dependencies of the library that a reducer may read.
  public static let standard = [
    uuid, date, randomNumbers, continuousClock, suspendingClock, stackElementIDs,
  ]

  /// The generator of UUIDs, `\.uuid`.
  public static let uuid = RecordedDependency(
    "uuid", \.uuid, reads: UUID.self,
    through: { uuid, reader in
      UUIDGenerator { reader.read { EffectCall.perform(StandardEndpoint.uuid, ()) { uuid() } } }
    })

  /// The generator of dates, `\.date`.
  public static let date = RecordedDependency(
    "date", \.date, reads: Date.self,
    through: { date, reader in
      DateGenerator { reader.read { EffectCall.perform(StandardEndpoint.date, ()) { date() } } }
    })

  /// The generator of random numbers, `\.withRandomNumberGenerator`.
  public static let randomNumbers = RecordedDependency(
    "withRandomNumberGenerator", \.withRandomNumberGenerator, reads: UInt64.self,
    through: { random, reader in
      WithRandomNumberGenerator(
        RecordedGenerator {
          reader.read {
            EffectCall.perform(StandardEndpoint.randomNumbers, ()) { random { $0.next() } }
          }
        })
    })

  /// The continuous clock, `\.continuousClock`.
  public static let continuousClock = RecordedDependency(
    "continuousClock", \.continuousClock, reads: Duration.self
  ) { clock, read in
    RecordedClock(AnyClock(clock), name: "continuousClock", read: read)
  }

  /// The generator of identities for stack elements, `\.stackElementID`.
  public static let stackElementIDs = RecordedDependency(
    "stackElementID", \.stackElementID, reads: StackElementID.self
  ) { ids, read in
    ids.drawing(through: read)
  }

  /// The suspending clock, `\.suspendingClock`.
  public static let suspendingClock = RecordedDependency(
    "suspendingClock", \.suspendingClock, reads: Duration.self
  ) { clock, read in
    RecordedClock(AnyClock(clock), name: "suspendingClock", read: read)
  }
}

private struct RecordedGenerator: RandomNumberGenerator, Sendable {
  let read: @Sendable () -> UInt64

  mutating func next() -> UInt64 { read() }
}

/// A clock whose readings are recorded or answered, as durations since its first use.
struct RecordedClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration
    /// The reading that this instant was computed from, so that a sleep has the requested length.
    var reading: Duration

    func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration, reading: reading)
    }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    static func == (one: Instant, other: Instant) -> Bool { one.offset == other.offset }
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
    let reading = read {
      EffectCall.perform(nowID, ()) { start.instant(on: base).duration(to: base.now) }
    }
    return Instant(offset: reading, reading: reading)
  }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await EffectCall.perform(sleepID, deadline.offset - deadline.reading) { _ in
      try await base.sleep(
        until: start.instant(on: base).advanced(by: deadline.offset), tolerance: tolerance)
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
