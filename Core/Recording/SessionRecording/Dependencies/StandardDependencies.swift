import ReducerRuntime
import DependencyInjection
import Foundation
import Locking

extension RecordedDependency {
  /// The dependencies of the library that a reducer may read.
  public static let standard = [
    uuid, date, randomNumbers, continuousClock, suspendingClock, stackElementIDs,
  ]

  /// The generator of UUIDs, `\.uuid`.
  public static let uuid = RecordedDependency(
    "uuid", \.uuid, reads: UUID.self,
    through: { uuid, reader in UUIDGenerator { reader.read { uuid() } } })

  /// The generator of dates, `\.date`.
  public static let date = RecordedDependency(
    "date", \.date, reads: Date.self,
    through: { date, reader in DateGenerator { reader.read { date() } } })

  /// The generator of random numbers, `\.withRandomNumberGenerator`.
  public static let randomNumbers = RecordedDependency(
    "withRandomNumberGenerator", \.withRandomNumberGenerator, reads: UInt64.self,
    through: { random, reader in
      WithRandomNumberGenerator(RecordedGenerator { reader.read { random { $0.next() } } })
    })

  /// The continuous clock, `\.continuousClock`. Its time is recorded, but effects sleep live.
  public static let continuousClock = RecordedDependency(
    "continuousClock", \.continuousClock, reads: Duration.self
  ) { clock, read in
    RecordedClock(AnyClock(clock), read: read)
  }

  /// The generator of identities for stack elements, `\.stackElementID`.
  public static let stackElementIDs = RecordedDependency(
    "stackElementID", \.stackElementID, reads: StackElementID.self
  ) { ids, read in
    ids.drawing(through: read)
  }

  /// The suspending clock, `\.suspendingClock`. Its time is recorded, but effects sleep live.
  public static let suspendingClock = RecordedDependency(
    "suspendingClock", \.suspendingClock, reads: Duration.self
  ) { clock, read in
    RecordedClock(AnyClock(clock), read: read)
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

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let base: AnyClock<Duration>
  private let start = Start()
  private let read: @Sendable (() -> Duration) -> Duration

  init(_ base: AnyClock<Duration>, read: @escaping @Sendable (() -> Duration) -> Duration) {
    self.base = base
    self.read = read
  }

  var now: Instant {
    Instant(offset: read { start.instant(on: base).duration(to: base.now) })
  }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(
      until: start.instant(on: base).advanced(by: deadline.offset), tolerance: tolerance)
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
