import Alerts
import ComposableArchitecture
import ComposableArchitectureTesting
import Testing

@Suite("The alert centre and its listeners")
struct AlertCenterTests {
  private let center = AlertCenter.broadcasting()
  private let milk = Alert(text: "Milk", severity: .warning)
  private let bread = Alert(text: "Bread", severity: .info)

  @Test("Each listener hears each posting once, in order")
  func listeners() async {
    var one = center.postings().makeAsyncIterator()
    var other = center.postings().makeAsyncIterator()
    center.post(milk)
    center.post(bread)
    center.post(milk)
    #expect(await [one.next(), one.next(), one.next()] == [milk, bread, milk])
    #expect(await [other.next(), other.next(), other.next()] == [milk, bread, milk])
  }

  @Test("Who listens later does not hear what was posted before")
  func late() async {
    center.post(milk)
    var listener = center.postings().makeAsyncIterator()
    center.post(bread)
    #expect(await listener.next() == bread)
  }

  @Test("A posting that nobody listens to is gone")
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

  @Test("A test that does not control the centre fails, and is told what it used")
  func uncontrolled() {
    @Dependency(\.alertCenter) var center
    withKnownIssue {
      center.post(milk)
    } matching: { issue in
      issue.description.contains("AlertCenter.post")
    }
  }

  @Test("In a preview alerts can be posted, and are heard")
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
