import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionRecording
import SessionReplay
import Testing

/// A feature whose effect asks a dependency for a number.
@Reducer
private struct Teller {
  @Recordable
  struct State: Equatable {
    var numbers: [Int] = []
  }

  @Recordable
  enum Action: Equatable {
    case ask
    case told(Int)
  }

  let form: DependencyForm

  var body: some ReducerOf<Self> {
    let _ = form.declare()
    Reduce { state, action in
      switch action {
      case .ask:
        return .run { [form] send in await send(.told(form.ask())) }
      case .told(let number):
        state.numbers.append(number)
        return .none
      }
    }
  }
}

/// A type of dependency, with an effect that uses it.
struct DependencyForm: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The client whose calls cannot be seen; `nil` for a dependency that a replay verifies.
  let unseen: String?
  let declare: @Sendable () -> Void
  let ask: @Sendable () async -> Int

  init<Value: Sendable>(
    _ name: String, _ path: any KeyPath<DependencyValues, Value> & Sendable,
    unseen: String? = nil, ask: @escaping @Sendable (Value) async -> Int
  ) {
    (testDescription, self.unseen) = (name, unseen)
    declare = { _ = Dependency(path) }
    self.ask = { await ask(DependencyValues.current[keyPath: path]) }
  }
}

@MainActor
@Suite("Clients whose calls cannot be seen")
struct UnseenClientTests {
  private nonisolated static let unseen: [DependencyForm] = [
    DependencyForm("protocol", \.protocolBank, unseen: "any TestBank") { await $0.balance() },
    DependencyForm("optional protocol", \.optionalBank, unseen: "Optional<TestBank>") {
      await $0?.balance() ?? 0
    },
    DependencyForm("list of protocols", \.bankList, unseen: "Array<TestBank>") {
      await $0.first?.balance() ?? 0
    },
    DependencyForm("class", \.classBank, unseen: "ClassBank") { $0.balance() },
    DependencyForm("actor", \.actorBank, unseen: "ActorBank") { await $0.balance() },
    DependencyForm("class of Foundation", \.decoder, unseen: "JSONDecoder") { _ in 1 },
    DependencyForm("structure with a class", \.holderBank, unseen: "HolderBank.storage") {
      $0.storage.balance()
    },
    DependencyForm(
      "equatable structure with a class", \.equatableBank, unseen: "EquatableBank.storage"
    ) {
      $0.storage.balance()
    },
    DependencyForm("structure with methods", \.methodBank, unseen: "MethodBank") { $0.balance() },
    DependencyForm("structure with data and methods", \.remoteBank, unseen: "RemoteBank") {
      $0.balance()
    },
    DependencyForm("enumeration with a protocol", \.bankChoice, unseen: "BankChoice.other") {
      await $0.balance()
    },
    DependencyForm("closure", \.closureBank, unseen: "@Sendable () -> Int") { $0() },
    DependencyForm("structure with a closure", \.guess, unseen: "GuessClient.number") {
      await $0.number(1)
    },
    DependencyForm("metatype", \.bankType, unseen: "MethodBank.Type") { $0.init().balance() },
    DependencyForm("client with a class", \.mixedBank, unseen: "MixedBank.storage") {
      $0.storage.balance()
    },
    DependencyForm("generator under another key", \.orderIDs, unseen: "UUIDGenerator.generate") {
      $0().uuidString.count
    },
    DependencyForm("clock under another key", \.ticker, unseen: "any Clock") { _ in 1 },
    DependencyForm("named clock", \.namedClock, unseen: "ContinuousClock") { _ in 1 },
  ]

  private nonisolated static let seen: [DependencyForm] = [
    DependencyForm("number", \.limit) { $0 },
    DependencyForm("string", \.title) { $0.count },
    DependencyForm("URL", \.address) { $0.absoluteString.count },
    DependencyForm("structure of data", \.settings) { $0.retries },
    DependencyForm("codable data", \.codableSettings) { $0.retries },
    DependencyForm("enumeration", \.mode) { $0 == .slow ? 1 : 2 },
    DependencyForm("enumeration with data", \.source) { $0 == .none ? 1 : 2 },
    DependencyForm("collections of data", \.table) { $0.count },
    DependencyForm("optional data", \.optionalLimit) { $0 ?? 1 },
    DependencyForm("tuple of data", \.pair) { $0.0 },
    DependencyForm("own locale", \.shopLocale) { $0.identifier.count },
    DependencyForm("own calendar", \.shopCalendar) { $0.firstWeekday },
    DependencyForm("own time zone", \.shopTimeZone) { $0.secondsFromGMT() },
    DependencyForm("client", \.library) { $0.count("abc") },
    DependencyForm("uuid", \.uuid) { $0().uuidString.count },
    DependencyForm("date", \.date) { Int($0().timeIntervalSinceReferenceDate) },
    DependencyForm("random numbers", \.withRandomNumberGenerator) {
      $0 { Int.random(in: 0...9, using: &$0) }
    },
    DependencyForm("continuous clock", \.continuousClock) { clock in
      func measure<C: Clock<Duration>>(_ clock: C) -> Duration { clock.measure {} }
      return measure(clock) < .seconds(60) ? 1 : 2
    },
    DependencyForm("main queue", \.mainQueue) { $0.now < $0.now ? 1 : 2 },
    DependencyForm("data storage", \.dataStorage) { await (try? $0.load("a"))??.count ?? 1 },
    DependencyForm("assert", \.assert) { assert in
      assert(true)
      return 1
    },
    DependencyForm("fireAndForget", \.fireAndForget) { fireAndForget in
      await fireAndForget {}
      return 1
    },
    DependencyForm("isPresented", \.isPresented) { $0 ? 1 : 2 },
  ]

  @Test(
    "An effect that reads a client whose calls cannot be seen is not verified", arguments: unseen)
  func unverified(_ form: DependencyForm) async throws {
    let session = try EffectSession(Teller.State(), context: .live) { Teller(form: form) }
    await session.send(.ask)
    try session.finish()
    let report = await session.replay { Teller(form: form) }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 0)
    #expect(report.unverified.count == 1)
    let reason = report.unverified.first?.reason ?? ""
    #expect(reason.hasPrefix("calls of '\(form.unseen ?? "")' cannot be seen"), "\(reason)")
    await session.end()
  }

  @Test("Clients whose calls cannot be seen are named when a recording starts", arguments: unseen)
  func named(_ form: DependencyForm) async throws {
    let session = try EffectSession(Teller.State(), context: .live) { Teller(form: form) }
    #expect(session.warnings.value.count == 1)
    let warning = session.warnings.value.first ?? ""
    #expect(warning.hasPrefix("calls of '\(form.unseen ?? "")' cannot be recorded"), "\(warning)")
    await session.end()
  }

  @Test("Effects that read data and recorded dependencies are verified", arguments: seen)
  func verified(_ form: DependencyForm) async throws {
    let session = try EffectSession(Teller.State(), context: .live) { Teller(form: form) }
    #expect(session.warnings.value.allSatisfy { $0.contains("LibraryClient.cover") })
    await session.send(.ask)
    try session.finish()
    let report = await session.replay { Teller(form: form) }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.unverified.map(\.reason) == [])
    #expect(report.verifiedCount == 1)
    await session.end()
  }
}
