import Alerts
import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Alerts")
struct AlertsFeatureTests {
  private let milk = Alert(text: "Milk", severity: .warning)
  private let bread = Alert(text: "Bread", severity: .info)

  private func store(_ queue: Alert...) -> TestStoreOf<AlertsFeature> {
    TestStore(initialState: AlertsFeature.State(queue: queue)) { AlertsFeature() }
  }

  @Test("post appends an alert to the queue")
  func post() async {
    await store(milk).send(.post(bread)) { $0.queue = [milk, bread] }
  }

  @Test("Posting a queued alert again leaves it at its position")
  func postAgain() async {
    await store(milk, bread).send(.post(milk))
  }

  @Test("Alerts that differ only in severity are different")
  func severity() async {
    let error = Alert(text: "Milk", severity: .error)
    await store(milk).send(.post(error)) { $0.queue = [milk, error] }
  }

  @Test("clear removes an alert and keeps the other alerts")
  func clear() async {
    await store(milk, bread).send(.clear(milk)) { $0.queue = [bread] }
  }

  @Test("Clearing an alert that is not in the queue does nothing")
  func clearOther() async {
    await store(milk).send(.clear(bread))
  }

  @Test("A cleared alert can be posted again")
  func postAfterClear() async {
    let store = store(milk, bread)
    await store.send(.clear(milk)) { $0.queue = [bread] }
    await store.send(.post(milk)) { $0.queue = [bread, milk] }
  }

  @Test("clearAll removes every alert")
  func clearAll() async {
    await store(milk, bread).send(.clearAll) { $0.queue = [] }
  }

  @Test(
    "A line is parsed into an alert, with severity info by default",
    arguments: [
      ("Saved", Alert(text: "Saved", severity: .info)),
      (" error:  No network ", Alert(text: "No network", severity: .error)),
      ("Warning: Milk: sour", Alert(text: "Milk: sour", severity: .warning)),
      ("note: Milk", Alert(text: "note: Milk", severity: .info)),
    ])
  func line(line: String, alert: Alert) {
    #expect(Alert(line: line) == alert)
  }

  @Test("A line without text is not an alert", arguments: ["", "  ", "error:", "info: "])
  func emptyLine(line: String) {
    #expect(Alert(line: line) == nil)
  }

  @Test("The first alert and the count belong to the queue")
  func firstAndCount() {
    let state = AlertsFeature.State(queue: [milk, bread])
    #expect(state.first == milk)
    #expect(state.count == 2)
    #expect(AlertsFeature.State().first == nil)
    #expect(AlertsFeature.State().count == 0)
  }
}
