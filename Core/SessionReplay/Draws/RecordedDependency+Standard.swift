import ComposableArchitecture
import DependencyInjection
import Foundation

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

/// A generator whose numbers go through a tape.
private struct RecordedGenerator: RandomNumberGenerator, Sendable {
  let draw: @Sendable () -> UInt64

  mutating func next() -> UInt64 { draw() }
}
