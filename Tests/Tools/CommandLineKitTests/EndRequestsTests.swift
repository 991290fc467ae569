import CommandLineKit
import Foundation
import Testing

@Suite("Termination signals")
struct EndRequestsTests {
  private let soon = EndRequests.repeatInterval / 2

  @Test("Signals shortly after the first belong to the same request, and the process ends in order")
  func together() {
    var requests = EndRequests()
    #expect(requests.answer(to: SIGHUP, at: 0) == .end)
    #expect(requests.answer(to: SIGTERM, at: soon) == .wait)
    #expect(requests.answer(to: SIGHUP, at: soon) == .wait)
    #expect(requests.answer(to: SIGINT, at: soon) == .wait)
  }

  @Test("A repeated interrupt ends the process immediately")
  func interruptAgain() {
    var requests = EndRequests()
    #expect(requests.answer(to: SIGINT, at: 0) == .end)
    #expect(requests.answer(to: SIGINT, at: 1) == .endAtOnce)
  }

  @Test("A SIGTERM that is repeated after the interval ends the process immediately")
  func later() {
    var requests = EndRequests()
    #expect(requests.answer(to: SIGTERM, at: 0) == .end)
    #expect(requests.answer(to: SIGTERM, at: soon) == .wait)
    #expect(requests.answer(to: SIGTERM, at: EndRequests.repeatInterval) == .endAtOnce)
  }
}
