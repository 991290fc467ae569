import DependencyInjection
import Locking

/// A clock whose readings go through a tape, as the time since its first use.
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
