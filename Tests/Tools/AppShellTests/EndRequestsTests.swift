import AppShell
import Foundation
import Testing

@Suite("Signals to end")
struct EndRequestsTests {
  private let soon = EndRequests.patience / 2

  @Test("The first signal ends the process in good order, and others with it are the same request")
  func together() {
    var requests = EndRequests()
    #expect(requests.answer(to: SIGHUP, at: 0) == .end)
    #expect(requests.answer(to: SIGTERM, at: soon) == .wait)
    #expect(requests.answer(to: SIGHUP, at: soon) == .wait)
    #expect(requests.answer(to: SIGINT, at: soon) == .wait)
  }

  @Test("An interrupt that is typed again ends the process at once")
  func interruptAgain() {
    var requests = EndRequests()
    #expect(requests.answer(to: SIGINT, at: 0) == .end)
    #expect(requests.answer(to: SIGINT, at: 1) == .endAtOnce)
  }

  @Test("Another signal ends the process at once when it is sent again after a while")
  func later() {
    var requests = EndRequests()
    #expect(requests.answer(to: SIGTERM, at: 0) == .end)
    #expect(requests.answer(to: SIGTERM, at: soon) == .wait)
    #expect(requests.answer(to: SIGTERM, at: EndRequests.patience) == .endAtOnce)
  }
}
