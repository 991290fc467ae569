import ComposableArchitecture
import SessionReplay
import Testing

struct EffectTrackerTests {
  /// Returns the lines about unfinished effects that sent the given numbers of actions.
  private func unfinished(
    _ steps: [(EffectShape, sent: Int)], answers: [(sender: UInt64, number: UInt64)] = []
  ) -> UnfinishedEffects {
    var tracker = EffectTracker()
    for (index, step) in steps.enumerated() {
      tracker.note(UInt64(index + 1), .sent, step.0) { "a\(index + 1)" }
    }
    for (index, step) in steps.enumerated() {
      for _ in 0..<step.sent {
        tracker.note(100, .received(startedBy: UInt64(index + 1)), .none) { "" }
      }
    }
    for answer in answers { tracker.note(answerOf: answer.sender, at: answer.number) }
    return tracker.unfinished
  }

  @Test("Work that sent one action has ended; work that sent no action or several may still run")
  func sent() {
    let effects = unfinished([(.run, 0), (.run, 1), (.run, 2), (.send(), 0), (.none, 0)])
    #expect(effects.possible.map(\.action) == ["a1", "a3"])
    #expect(effects.answered.isEmpty)
  }

  @Test("Work that sends a later action was in progress, even if it has sent one before")
  func answered() {
    let effects = unfinished(
      [(.run, 0), (.run, 1)], answers: [(1, 8), (2, 9), (2, 12), (7, 13)])
    #expect(effects.possible.isEmpty)
    #expect(
      effects.lines() == [
        "step 1, a1: was in progress, and sent an action in step 8",
        "step 2, a2: was in progress, and sent an action in step 9",
      ])
  }

  @Test("Work ends if its identity, an outer identity or newer work with its identity cancels it")
  func cancelled() {
    func id(_ text: String) -> EffectIdentity { EffectIdentity(text, type: "CancelID") }
    func work(_ text: String, cancelling: Bool = false) -> EffectShape {
      .cancellable(.run, id: id(text), cancelInFlight: cancelling)
    }
    #expect(unfinished([(work("x"), 0), (.cancel(id: id("x")), 0)]).possible.isEmpty)
    #expect(unfinished([(work("x"), 0), (.cancel(id: id("y")), 0)]).possible.count == 1)
    let other = EffectShape.cancel(id: EffectIdentity("x", type: "OtherID"))
    #expect(unfinished([(work("x"), 0), (other, 0)]).possible.count == 1)
    let outer = EffectShape.cancellable(
      .merge([work("x"), .run]), id: id("o"), cancelInFlight: false)
    #expect(
      unfinished([(outer, 0), (.merge([.run, .cancel(id: id("o"))]), 0)]).possible.map(\.action)
        == [
          "a2"
        ])
    let again = unfinished([(work("x"), 0), (work("x", cancelling: true), 0)])
    #expect(again.possible.map(\.action) == ["a2"])
  }

  @Test("Effects of the same action share a line, and lines beyond a limit are counted")
  func lines() {
    var tracker = EffectTracker()
    for number in 1...30 {
      tracker.note(UInt64(number), .sent, .run) { number % 2 == 0 ? "save" : "load\(number)" }
    }
    let lines = tracker.unfinished.lines(atMost: 4)
    #expect(lines.count == 4)
    #expect(lines.last == "and 13 more")
    #expect(
      tracker.unfinished.lines(atMost: 20).last
        == "save: 15 may have been in progress, the last one since step 30")
  }
}
