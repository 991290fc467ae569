import DependencyInjection
import Foundation
import Platform
import RecordCoding
import SharedState

/// The world of a simulated session: time, the answers to calls, and the stored data.
///
/// Time is virtual, and advances only to the next event. Hours therefore take milliseconds. All
/// choices depend on the seed and on the user's action that led to them. Leaving out an action
/// therefore does not change the answers to other actions.
@MainActor
final class SimulatedWorld {
  private struct Event {
    let due: Duration
    let order: UInt64
    let occur: @MainActor () -> Void
  }

  private struct Count: Hashable {
    let cause: Int
    let subject: String
  }

  private let deviations: Deviations
  let seed: UInt64
  private(set) var time = Duration.zero
  /// The user's action that led to the present events, by its number in the plan.
  var cause = 0
  /// The choices that differed from the plain ones, in the order in which they were made.
  private(set) var deviated: [Deviation] = []
  /// Receives the descriptions of choices that differ from the plain ones.
  var onDeviation: (String) -> Void = { _ in }
  /// Called after each of these choices.
  var onChoice: () -> Void = {}
  /// Endpoints and dependencies that cannot be simulated.
  private(set) var remarks: Set<String> = []
  let storage = SimulatedStorage()

  private var events: [Event] = []
  private var calls: [SimulatedCall] = []
  private var lastOrder: UInt64 = 0
  private var counts: [Count: Int] = [:]

  init(seed: UInt64, deviations: Deviations) {
    (self.seed, self.deviations) = (seed, deviations)
  }

  // MARK: Time

  /// Whether something will happen without a further action of the user.
  var hasEvents: Bool { !events.isEmpty }

  /// The time until the next event.
  var timeUntilNextEvent: Duration? { events.last.map { $0.due - time } }

  /// Schedules an event. Events of the same time occur in the order in which they were scheduled.
  func schedule(after delay: Duration, _ occur: @escaping @MainActor () -> Void) {
    lastOrder += 1
    let event = Event(due: time + max(delay, .zero), order: lastOrder, occur: occur)
    // The next event is the last one.
    let index = events.lastIndex { $0.due > event.due }.map { $0 + 1 } ?? 0
    events.insert(event, at: index)
  }

  /// Lets the next event occur if it is due by a time. Returns whether there was one.
  func nextEvent(by limit: Duration) -> Bool {
    guard let next = events.last, next.due <= limit else { return false }
    events.removeLast()
    time = next.due
    next.occur()
    return true
  }

  func sleep(until deadline: Duration) async throws {
    let call = SimulatedCall(in: self, after: deadline - time)
    guard await call.wait() else { throw CancellationError() }
  }

  func advance(to limit: Duration) { time = max(time, limit) }

  /// Adds a call that ends with the current life of the app, if it has not ended before.
  func add(_ call: SimulatedCall) {
    calls.removeAll { $0.hasEnded }
    calls.append(call)
  }

  /// Ends a life of the app. The events that it was waiting for do not happen.
  func endCalls() {
    events = []
    for call in calls { call.end(isCanceled: true) }
    calls = []
  }

  // MARK: Choices

  /// Returns the generator for the next choice about a subject.
  func choice(about subject: String, of cause: Int) -> (key: ChoiceKey, generator: SeededGenerator)
  {
    let number = counts[Count(cause: cause, subject: subject), default: 0]
    counts[Count(cause: cause, subject: subject)] = number + 1
    let key = ChoiceKey(cause: cause, subject: subject, number: number)
    return (key, SeededGenerator(seed: key.seed(from: seed)))
  }

  /// Returns whether a choice may differ from the plain one.
  func mayDeviate(_ key: ChoiceKey) -> Bool { deviations.allow(key) }

  /// Notes that a choice differs from the plain one.
  func note(_ key: ChoiceKey, _ text: String) {
    deviated.append(Deviation(key: key, text: text))
    onDeviation(text)
    onChoice()
  }

  func note(_ remark: String) { remarks.insert(remark) }

  // MARK: Dependencies

  nonisolated static let start = Date(timeIntervalSince1970: 1_767_225_600)

  private nonisolated static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  var date: Date { Self.start + time / .seconds(1) }

  func randomNumber() -> UInt64 {
    var (_, generator) = choice(about: "random", of: cause)
    return generator.next()
  }

  func uuid() -> UUID {
    var (_, generator) = choice(about: "uuid", of: cause)
    return UUID(random: &generator)
  }

  /// Replaces the dependencies of the library with simulated ones.
  nonisolated func install(in values: inout DependencyValues) {
    values.beginSimulation()
    values.uuid = UUIDGenerator { self.read { $0.uuid() } }
    values.date = DateGenerator { self.read { $0.date } }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(
      WorldNumbers { self.read { $0.randomNumber() } })
    let clock = SimulatedClock(self)
    values.continuousClock = clock
    values.suspendingClock = clock
    let locale = Locale(identifier: "en_US_POSIX")
    values.locale = locale
    values.preferredLocales = [locale]
    values.timeZone = .gmt
    values.calendar = Self.calendar
    values.dataStorage = storage.dataStorage
    values.connectSharedValues(toFiles: storage.files, settings: storage.settings)
  }

  /// Reads from the world, which other threads must not change.
  private nonisolated func read<Value: Sendable>(
    _ value: @MainActor (SimulatedWorld) -> Value
  ) -> Value {
    MainQueue.run { value(self) }
  }
}

private struct WorldNumbers: RandomNumberGenerator, Sendable {
  let read: @Sendable () -> UInt64

  mutating func next() -> UInt64 { read() }
}

/// A clock of the virtual time. Effects sleep through calls, which the world answers.
private struct SimulatedClock: Clock {
  typealias Instant = ImmediateClock<Duration>.Instant

  private let world: SimulatedWorld

  init(_ world: SimulatedWorld) {
    self.world = world
  }

  var now: Instant { MainQueue.run { Instant(offset: world.time) } }

  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await world.sleep(until: Instant().duration(to: deadline))
  }
}
