import Alerts
import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

/// The tests are exhaustive: a duplicate or early alert fails them.
@MainActor
@Suite("The timing of alerts")
struct AlertsTimingTests {
  private let center = AlertCenter.broadcasting()
  private let clock = TestClock()
  private let milk = Alert(text: "Milk", severity: .warning)
  private let bread = Alert(text: "Bread", severity: .info)

  private func store() -> TestStoreOf<AlertsFeature> {
    TestStore(initialState: AlertsFeature.State()) {
      AlertsFeature()
    } withDependencies: {
      $0.alertCenter = center
    }
  }

  /// Posts an alert after a number of seconds.
  private func post(_ alert: Alert, after seconds: Int) -> Task<Void, any Error> {
    Task { [center, clock] in
      try await clock.sleep(for: .seconds(seconds))
      center.post(alert)
    }
  }

  @Test("A post produces one alert")
  func one() async {
    let store = store()
    await store.send(.listen)
    center.post(milk)
    await store.receive(.post(milk)) { $0.queue = [milk] }
    await store.send(.stopListening)
    await store.finish()
  }

  @Test("Two posts produce two alerts in the same order")
  func two() async {
    let store = store()
    await store.send(.listen)
    center.post(bread)
    center.post(milk)
    await store.receive(.post(bread)) { $0.queue = [bread] }
    await store.receive(.post(milk)) { $0.queue = [bread, milk] }
    await store.send(.stopListening)
    await store.finish()
  }

  @Test("An alert posted twice is received twice, and queued once")
  func same() async {
    let store = store()
    await store.send(.listen)
    center.post(milk)
    center.post(milk)
    await store.receive(.post(milk)) { $0.queue = [milk] }
    await store.receive(.post(milk))
    await store.send(.stopListening)
    await store.finish()
  }

  @Test("Without a post, no alert arrives")
  func none() async {
    let store = store()
    await store.send(.listen)
    await clock.advance(by: .seconds(1_000_000))
    await store.send(.stopListening)
    await store.finish()
  }

  @Test("An alert arrives when it is posted, and only once")
  func time() async throws {
    let store = store()
    await store.send(.listen)
    let posting = post(milk, after: 5)
    await clock.advance(by: .seconds(4))
    #expect(store.state.queue.isEmpty)
    await clock.advance(by: .seconds(1))
    try await posting.value
    await store.receive(.post(milk)) { $0.queue = [milk] }
    await clock.advance(by: .seconds(1_000_000))
    await store.send(.stopListening)
    await store.finish()
  }

  @Test("Alerts arrive in the order of their posting times")
  func order() async throws {
    let store = store()
    await store.send(.listen)
    let postings = [post(milk, after: 2), post(bread, after: 1)]
    await clock.advance(by: .seconds(2))
    for posting in postings { try await posting.value }
    await store.receive(.post(bread)) { $0.queue = [bread] }
    await store.receive(.post(milk)) { $0.queue = [bread, milk] }
    await store.send(.stopListening)
    await store.finish()
  }

  @Test("An alert posted after stopListening is not received")
  func stopped() async {
    let store = store()
    await store.send(.listen)
    await store.send(.stopListening)
    center.post(milk)
    await store.finish()
  }

  @Test("After two listen actions, each alert is received once")
  func listenTwice() async {
    let store = store()
    await store.send(.listen)
    await store.send(.listen)
    center.post(milk)
    await store.receive(.post(milk)) { $0.queue = [milk] }
    await store.send(.stopListening)
    await store.finish()
  }
}
