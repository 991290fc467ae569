import Dependencies
import DependenciesMacros
import Foundation
import Testing

/// Tests the dependencies that the library provides.
struct ProvidedValuesTests {
  @DependencyClient
  fileprivate struct Client: Sendable {
    var load: @Sendable (_ id: Int) async throws -> String
    var count: @Sendable () -> Int = { 42 }
    var save: @Sendable (String) -> Void
  }

  @Test("UUIDs can be random, constant or incrementing")
  func uuid() {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect(uuid() == UUID(0))
      #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    }
    withDependencies {
      $0.uuid = .constant(UUID(7))
    } operation: {
      @Dependency(\.uuid) var uuid
      #expect(uuid() == uuid())
    }
    #expect(UUID(255).uuidString == "00000000-0000-0000-0000-0000000000FF")
    #expect(UUIDGenerator { UUID(3) }() == UUID(3))
  }

  @Test("Generating a UUID without an override fails the test")
  func uncontrolledUUID() {
    @Dependency(\.uuid) var uuid
    withKnownIssue { _ = uuid() }
  }

  @Test("The date can be constant, generated or assigned")
  func date() {
    let seconds = LockIsolated(0.0)
    withDependencies {
      $0.date = DateGenerator {
        Date(
          timeIntervalSince1970: seconds.withValue { seconds in
            seconds += 1
            return seconds
          })
      }
    } operation: {
      @Dependency(\.date) var date
      #expect(date.now == Date(timeIntervalSince1970: 1))
      #expect(date() == Date(timeIntervalSince1970: 2))
    }
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 42)
    } operation: {
      @Dependency(\.date.now) var now
      #expect(now == Date(timeIntervalSince1970: 42))
    }
  }

  @Test("Reading the date without an override fails the test")
  func uncontrolledDate() {
    @Dependency(\.date) var date
    withKnownIssue { _ = date.now }
  }

  @Test("Random numbers come from the overridden generator")
  func randomNumbers() {
    struct Constant: RandomNumberGenerator, Sendable {
      func next() -> UInt64 { .max / 2 }
    }
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Constant())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } == 3)
    }
  }

  @Test("Drawing a random number without an override fails the test")
  func uncontrolledRandomNumbers() {
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    withKnownIssue { _ = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
  }

  @Test("Clocks can be overridden with any clock")
  func clocks() async throws {
    try await withDependencies {
      $0.continuousClock = .immediate
      $0.suspendingClock = ImmediateClock()
    } operation: {
      @Dependency(\.continuousClock) var continuousClock
      @Dependency(\.suspendingClock) var suspendingClock
      try await continuousClock.sleep(for: .seconds(1_000))
      try await suspendingClock.sleep(for: .seconds(1_000))
    }
  }

  @Test("Using a clock without an override fails the test")
  func uncontrolledClock() async {
    @Dependency(\.continuousClock) var clock
    await withKnownIssue { try await clock.sleep(for: .zero) }
  }

  @Test("Locale settings can be overridden")
  func locale() {
    withDependencies {
      $0.calendar = Calendar(identifier: .buddhist)
      $0.locale = Locale(identifier: "nb_NO")
      $0.timeZone = TimeZone(secondsFromGMT: 3_600) ?? .gmt
    } operation: {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.timeZone) var timeZone
      #expect(calendar.identifier == .buddhist)
      #expect(locale.identifier == "nb_NO")
      #expect(timeZone.secondsFromGMT() == 3_600)
    }
  }

  @Test("openURL calls the overridden handler")
  func openURL() async throws {
    let url = try #require(URL(string: "https://www.example.com"))
    let opened = LockIsolated<[URL]>([])
    await withDependencies {
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
    } operation: {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(url))
    }
    #expect(opened.value == [url])
  }

  @Test("A failed assertion fails the test")
  func assertion() {
    @Dependency(\.assert) var assert
    assert(true)
    withKnownIssue { assert(1 > 2, "1 is less than 2") }
  }

  @Test("fireAndForget completes its work within a test")
  func fireAndForget() async {
    let isDone = LockIsolated(false)
    @Dependency(\.fireAndForget) var fireAndForget
    await fireAndForget { isDone.setValue(true) }
    #expect(isDone.value)
  }

  @Test("An error that escapes from fireAndForget fails the test")
  func fireAndForgetFailure() async {
    @Dependency(\.fireAndForget) var fireAndForget
    await withKnownIssue {
      await fireAndForget { throw CancellationError() }
    }
  }

  @Test(
    "A number makes an identifier, and a negative one has its magnitude",
    arguments: [
      (0, "00000000-0000-0000-0000-000000000000"), (255, "00000000-0000-0000-0000-0000000000FF"),
      (-1, "00000000-0000-0001-0000-000000000001"),
      (-255, "00000000-0000-0001-0000-0000000000FF"),
      (Int.max, "00000000-0000-0000-7FFF-FFFFFFFFFFFF"),
      (Int.min, "00000000-0000-0001-8000-000000000000"),
    ])
  func numberedIdentifiers(number: Int, text: String) {
    #expect(UUID(number).uuidString == text)
  }

  @Test("A wrapped value equals the value itself, in both orders")
  func wrappedValues() {
    let wrapper = AnyHashableSendable("a")
    #expect(wrapper as AnyHashable == "a" as AnyHashable)
    #expect("a" as AnyHashable == wrapper as AnyHashable)
    #expect(["a" as AnyHashable: 1][wrapper] == 1)
    #expect(wrapper as AnyHashable != "b" as AnyHashable)
  }

  @Test("Calling an endpoint without an implementation fails the test")
  func endpoint() async {
    let client = Client()
    await withKnownIssue { _ = try await client.load(id: 1) }
    withKnownIssue { #expect(client.count() == 42) }
    withKnownIssue { client.save("a") }
  }

  @Test("A single endpoint can be assigned")
  func assignedEndpoint() async throws {
    var client = Client()
    client.load = { "\($0)" }
    #expect(try await client.load(id: 1) == "1")
    #expect(Client(load: { _ in "" }, count: { 1 }, save: { _ in }).count() == 1)
  }

  @Test("Calling an unimplemented closure fails the test")
  func unimplementedClosure() {
    let count: @Sendable (Int) -> Int = unimplemented("count", placeholder: 7)
    withKnownIssue {
      #expect(count(1) == 7)
    } matching: {
      $0.description.contains("count")
    }
    let load: @Sendable () throws -> Int = unimplemented("load")
    withKnownIssue { _ = try load() }
  }
}
