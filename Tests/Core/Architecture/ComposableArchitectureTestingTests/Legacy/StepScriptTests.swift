import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Scripts of steps")
struct StepScriptTests {
  private let asking = Probe { await $0(.answer(1)) }

  @Test("A script sends and receives actions with their changes")
  func steps() async {
    await assert(
      initialValue: Probe.State(),
      reducer: asking,
      steps:
        Step(.send, .increment) { $0.count = 1 },
      Step(.send, .begin),
      Step(.receive, .answer(1)) { $0.answers = [1] },
      Step(.send, .increment) { $0.count = 2 })
  }

  @Test("A script can be an array of steps")
  func program() async {
    await assert(
      initialValue: Probe.State(), reducer: Probe(),
      steps: (1...20).map { count in Step(.send, .increment) { $0.count = count } })
  }

  @Test("A script can use a function as its reducer")
  func function() async {
    await assert(
      initialValue: 1,
      reducer: { (state: inout Int, action: Int) -> Effect<Int> in
        state += action
        return action > 10 ? .send(-10) : .none
      },
      steps:
        Step(.send, 4) { $0 = 5 },
      Step(.send, 11) { $0 = 16 },
      Step(.receive, -10) { $0 = 6 })
  }

  @Test("A script passes an environment to its reducer")
  func environment() async {
    let reducer = AnyReducer<Int, Bool, Int> { state, _, environment in
      state += environment
      return .none
    }
    await assert(
      initialValue: 1, reducer: reducer, environment: 5, steps: Step(.send, true) { $0 = 6 })
  }

  @Test("Effects that send nothing need no step")
  func fireAndForget() async {
    await assert(
      initialValue: Probe.State(),
      reducer: Probe { _ in await Task.detached {}.value },
      steps: Step(.send, .begin), Step(.send, .begin))
  }

  @Test("A wrong state fails with the difference at the line of the step")
  func wrongState() async {
    var lines: [UInt] = []
    let failures = await failures {
      lines = [#line + 3, #line + 4]
      await assert(
        initialValue: Probe.State(), reducer: Probe(),
        steps: Step(.send, .increment) { $0.count = 2 },
        Step(.send, .increment))
    }
    #expect(
      failures == [
        Failure(
          line: lines[0],
          """
          A state change does not match expectation.

              \u{2007} Probe.State(
              −   count: 2,
              +   count: 1,
              \u{2007}   answers: []
              \u{2007} )

          (Expected: −, Actual: +)
          """),
        Failure(
          line: lines[1],
          """
          State was not expected to change, but a change occurred.

              \u{2007} Probe.State(
              −   count: 1,
              +   count: 2,
              \u{2007}   answers: []
              \u{2007} )

          (Expected: −, Actual: +)
          """),
      ])
  }

  @Test("A missing receive fails at the line of the next send")
  func missingReceive() async {
    var line: UInt = 0
    let failures = await failures {
      line = #line + 4
      await assert(
        initialValue: Probe.State(), reducer: asking,
        steps: Step(.send, .begin),
        Step(.send, .increment) { $0.count = 1 })
    }
    #expect(
      failures == [
        Failure(line: line, "Action sent before handling 1 pending effect(s)")
      ])
  }

  @Test("A missing receive at the end fails at the line of the script")
  func missingLastReceive() async {
    var line: UInt = 0
    let failures = await failures {
      line = #line + 1
      await assert(
        initialValue: Probe.State(),
        reducer: Probe {
          await $0(.answer(1))
          await $0(.answer(2))
        },
        steps: Step(.send, .begin))
    }
    #expect(
      failures == [
        Failure(line: line, "Assertion failed to handle 2 pending effect(s)")
      ])
  }

  @Test("A receive without pending effects fails at its line")
  func nothingPending() async {
    var line: UInt = 0
    let failures = await failures {
      line = #line + 4
      await assert(
        initialValue: Probe.State(), reducer: Probe(),
        steps: Step(.send, .increment) { $0.count = 1 },
        Step(.receive, .answer(1)) { $0.answers = [1] },
        Step(.send, .increment) { $0.count = 2 })
    }
    #expect(failures == [Failure(line: line, "No pending effects to receive from")])
  }

  @Test("An unexpected action fails with the difference")
  func otherAction() async {
    var line: UInt = 0
    let failures = await failures {
      line = #line + 4
      await assert(
        initialValue: Probe.State(), reducer: asking,
        steps: Step(.send, .begin),
        Step(.receive, .answer(2)) { $0.answers = [2] })
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Received unexpected action:

              − Probe.Action.answer(2)
              + Probe.Action.answer(1)

          (Expected: −, Received: +)
          """)
      ])
  }

  @Test("An effect that neither sends nor ends fails after the timeout")
  func timeout() async {
    var lines: [UInt] = []
    let failures = await failures {
      let stuck = Probe { _ in await Door().wait() }
      lines = [#line + 4, #line + 5]
      await assert(
        initialValue: Probe.State(), reducer: stuck,
        steps: Step(.send, .begin),
        Step(.receive, .answer(1)), timeout: .zero)
      await assert(
        initialValue: Probe.State(), reducer: stuck, steps: Step(.send, .begin), timeout: .zero)
    }
    #expect(
      failures.map(\.message)
        == Array(
          repeating: "Timed out waiting for the effect to complete", count: 3))
    #expect(failures.first?.line == lines[0])
  }
}
