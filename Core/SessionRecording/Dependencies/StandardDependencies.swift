import ComposableArchitecture
import DependencyInjection
import Foundation
import Locking

extension RecordedDependency {
  /// The dependencies that the library provides and a reducer may draw from.
  public static let standard = [
    uuid, date, randomNumbers, continuousClock, suspendingClock, stackElementIDs,
  ]

  /// `\.uuid`.
  public static let uuid = RecordedDependency("uuid", \.uuid, draws: UUID.self) { uuid, draw in
    UUIDGenerator { draw { uuid() } }
  }

  /// `\.date`.
  public static let date = RecordedDependency("date", \.date, draws: Date.self) { date, draw in
    DateGenerator { draw { date() } }
  }

  /// `\.withRandomNumberGenerator`.
  public static let randomNumbers = RecordedDependency(
    "withRandomNumberGenerator", \.withRandomNumberGenerator, draws: UInt64.self
  ) { random, draw in
    WithRandomNumberGenerator(RecordedGenerator { draw { random { $0.next() } } })
  }

  /// `\.continuousClock`, whose time a reducer reads; sleeping is for effects.
  public static let continuousClock = RecordedDependency(
    "continuousClock", \.continuousClock, draws: Duration.self
  ) { clock, draw in
    RecordedClock(AnyClock(clock), draw: draw)
  }

  /// The identities of the elements of stacks.
  public static let stackElementIDs = RecordedDependency(
    "stackElementID", \.stackElementID, draws: StackElementID.self
  ) { ids, draw in
    ids.drawing(through: draw)
  }

  /// `\.suspendingClock`, whose time a reducer reads; sleeping is for effects.
  public static let suspendingClock = RecordedDependency(
    "suspendingClock", \.suspendingClock, draws: Duration.self
  ) { clock, draw in
    RecordedClock(AnyClock(clock), draw: draw)
  }
}

/// A generator whose numbers are recorded or answered.
private struct RecordedGenerator: RandomNumberGenerator, Sendable {
  let draw: @Sendable () -> UInt64

  mutating func next() -> UInt64 { draw() }
}

/// A clock whose readings are recorded or answered, as the time since its first use.
struct RecordedClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let base: AnyClock<Duration>
  private let start = Start()
  private let draw: @Sendable (() -> Duration) -> Duration

  init(_ base: AnyClock<Duration>, draw: @escaping @Sendable (() -> Duration) -> Duration) {
    self.base = base
    self.draw = draw
  }

  var now: Instant {
    Instant(offset: draw { start.instant(on: base).duration(to: base.now) })
  }

  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(
      until: start.instant(on: base).advanced(by: deadline.offset), tolerance: tolerance)
  }

  /// When the clock was first used: a clock that nobody reads is not read for nothing.
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
