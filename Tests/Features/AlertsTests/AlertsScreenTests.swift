import Alerts
import ComposableArchitectureTesting
import Testing

@Suite("The screen of the alerts")
struct AlertsScreenTests {
  private func queue(_ severities: Alert.Severity...) -> AlertsFeature.State {
    AlertsFeature.State(queue: severities.map { Alert(text: "Milk", severity: $0) })
  }

  private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  @Test("Each alert is shown with its severity")
  func alerts() {
    let queue = queue(.info, .warning, .error)
    assertSnapshot(of: text(AlertsScreen.lines(queue)), as: .lines)
  }

  @Test("An empty queue shows a placeholder")
  func empty() {
    assertSnapshot(of: text(AlertsScreen.lines(queue())), as: .lines)
  }

  @Test("The alert area shows the first alert with its severity")
  func area() {
    for severity in Alert.Severity.allCases {
      let area = AlertsScreen.area(queue(severity))
      assertSnapshot(of: text(area), as: .lines, named: severity.rawValue)
    }
  }

  @Test("The alert area counts the alerts after the first")
  func areaOfMany() {
    assertSnapshot(of: text(AlertsScreen.area(queue(.error, .info, .warning))), as: .lines)
  }

  @Test("Without alerts, there is no alert area")
  func noArea() {
    #expect(AlertsScreen.area(queue()).isEmpty)
  }
}
