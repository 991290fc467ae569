import Alerts
import Testing

@Suite("The screen of the alerts")
struct AlertsScreenTests {
  @Test("Each alert is shown with how grave it is")
  func alerts() {
    let queue = Alert.Severity.allCases.map { Alert(text: "Milk", severity: $0) }
    #expect(
      AlertsScreen.lines(AlertsFeature.State(queue: queue)) == [
        "info: Milk", "warning: Milk", "error: Milk", "[Clear all]",
      ])
  }

  @Test("An empty queue says so")
  func empty() {
    #expect(AlertsScreen.lines(AlertsFeature.State()) == ["None."])
  }
}
