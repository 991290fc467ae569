import Alerts
import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

@Suite("The alert center and its listeners")
struct AlertCenterTests {
  private let center = AlertCenter.broadcasting()
  private let milk = Alert(text: "Milk", severity: .warning)
  private let bread = Alert(text: "Bread", severity: .info)

  @Test("Each listener receives each alert once, in order")
  func listeners() async {
    var one = center.postings().makeAsyncIterator()
    var other = center.postings().makeAsyncIterator()
    center.post(milk)
    center.post(bread)
    center.post(milk)
    #expect(await [one.next(), one.next(), one.next()] == [milk, bread, milk])
    #expect(await [other.next(), other.next(), other.next()] == [milk, bread, milk])
  }

  @Test("A listener does not receive alerts that were posted before it subscribed")
  func late() async {
    center.post(milk)
    var listener = center.postings().makeAsyncIterator()
    center.post(bread)
    #expect(await listener.next() == bread)
  }

  @Test("An alert posted without listeners is not delivered later")
  func nobody() async {
    do {
      var listener = center.postings().makeAsyncIterator()
      center.post(milk)
      #expect(await listener.next() == milk)
    }
    center.post(bread)
    var listener = center.postings().makeAsyncIterator()
    center.post(milk)
    #expect(await listener.next() == milk)
  }

  @Test("Using the alert center in a test without overriding it reports the endpoint")
  func uncontrolled() {
    @Dependency(\.alertCenter) var center
    withKnownIssue {
      center.post(milk)
    } matching: { issue in
      issue.description.contains("AlertCenter.post")
    }
  }

  @Test("Alerts posted in a preview reach their listeners")
  func preview() async {
    await withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.alertCenter) var center
      var listener = center.postings().makeAsyncIterator()
      center.post(milk)
      #expect(await listener.next() == milk)
    }
  }
}
