import DependencyInjection
import Foundation
import Platform
import RecordCoding
import ReducerRuntime

extension RecordedDependency {
  /// The dependencies of the library that a reducer may read.
  public static let standard = [
    uuid, date, randomNumbers, continuousClock, suspendingClock, stackElementIDs, calendar,
    timeZone, locale, preferredLocales,
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
    "continuousClock", \.continuousClock, reads: Duration.self,
    through: { clock, reader in
      RecordedClock(AnyClock(clock), name: "continuousClock", reader: reader)
    })

  /// The generator of identities for stack elements, `\.stackElementID`.
  public static let stackElementIDs = RecordedDependency(
    "stackElementID", \.stackElementID, reads: StackElementID.self
  ) { ids, read in
    ids.drawing(through: read)
  }

  /// The suspending clock, `\.suspendingClock`.
  public static let suspendingClock = RecordedDependency(
    "suspendingClock", \.suspendingClock, reads: Duration.self,
    through: { clock, reader in
      RecordedClock(AnyClock(clock), name: "suspendingClock", reader: reader)
    })

  /// The names of the dependencies that version 0.1 did not record.
  package static let unrecordedNames = Set(
    [calendar, timeZone, locale, preferredLocales].map(\.name))

  /// The user's calendar, `\.calendar`.
  public static let calendar = RecordedDependency("calendar", \.calendarSource)

  /// The user's time zone, `\.timeZone`.
  public static let timeZone = RecordedDependency("timeZone", \.timeZoneSource)

  /// The user's locale, `\.locale`.
  public static let locale = RecordedDependency("locale", \.localeSource)

  /// The user's locales in order of preference, `\.preferredLocales`.
  public static let preferredLocales = RecordedDependency(
    "preferredLocales", \.preferredLocalesSource)

  /// Creates a recorded dependency that is a value.
  private init<Value: Recordable>(
    _ name: String, _ path: any WritableKeyPath<DependencyValues, ValueSource<Value>> & Sendable
  ) {
    let endpoint = StandardEndpoint.value(of: name)
    self.init(
      name, path, reads: Value.self,
      through: { source, reader in
        ValueSource { reader.read { EffectCall.perform(endpoint, ()) { source.value } } }
      })
  }
}

private struct RecordedGenerator: RandomNumberGenerator, Sendable {
  let read: @Sendable () -> UInt64

  mutating func next() -> UInt64 { read() }
}
