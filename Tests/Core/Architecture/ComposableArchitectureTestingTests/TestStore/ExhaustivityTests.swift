import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Non-exhaustive tests")
struct ExhaustivityTests {
  private let answers: @Sendable (Send<Probe.Action>) async throws -> Void = {
    await $0(.answer(1))
    await $0(.answer(2))
    await $0(.refreshed)
  }

  @Test("A non-exhaustive test passes without assertions")
  func nothing() async {
    let failures = await failures {
      let store = Probe.store(work: answers)
      store.exhaustivity = .off
      await store.send(.increment)
      await store.send(.begin)
      await store.send(.increment)
      #expect(store.state == Probe.State(count: 2, answers: [1, 2]))
    }
    #expect(failures == [])
  }

  @Test("The closure receives the state after the action, and fails if it sets a wrong value")
  func closure() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store(work: answers)
      store.exhaustivity = .off
      await store.send(.increment) {
        #expect($0.count == 1)
        $0.count = 1
      }
      line = #line + 1
      await store.send(.increment) { $0.count = 3 }
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          A state change does not match expectation.

              \u{2007} Probe.State(
              −   count: 3,
              +   count: 2,
              \u{2007}   answers: []
              \u{2007} )

          (Expected: −, Actual: +)
          """)
      ])
  }

  @Test("Actions before the received action are skipped")
  func skipBefore() async {
    let failures = await failures {
      let store = Probe.store(work: answers)
      store.exhaustivity = .off
      await store.send(.begin)
      await store.receive(.answer(2)) { $0.answers = [1, 2] }
    }
    #expect(failures == [])
  }

  @Test("An action that never arrives is a failure, which shows the action")
  func neverComes() async {
    var lines: [UInt] = []
    let failures = await failures {
      let store = Probe.store(work: answers)
      store.exhaustivity = .off
      await store.send(.begin)
      lines.append(#line + 1)
      await store.receive(.answer(3))
      lines.append(#line + 1)
      await store.receive(\.row)
      lines.append(#line + 1)
      await store.receive { $0 == .end }
    }
    #expect(
      failures == [
        Failure(
          line: lines[0],
          """
          Expected to receive the following action, but didn't:

            Probe.Action.answer(3)
          """),
        Failure(
          line: lines[1],
          "Expected to receive an action matching case path, but didn't get one."),
        Failure(
          line: lines[2],
          "Expected to receive an action matching predicate, but didn't get one."),
      ])
  }

  @Test("A non-exhaustive store ignores effects that are still running")
  func leftRunning() async {
    let failures = await failures {
      let store = Probe.store { _ in await Door().wait() }
      store.exhaustivity = .off
      await store.send(.begin)
    }
    #expect(failures == [])
  }

  @Test("Skipped assertions can be shown at their line without failing the test")
  func shown() async {
    var lines: [UInt] = []
    let notes = await failures {
      lines.append(#line + 1)
      let store = Probe.store {
        await $0(.answer(1))
        await $0(.answer(2))
        await Door().wait()
      }
      store.exhaustivity = .off(showSkippedAssertions: true)
      lines.append(#line + 1)
      await store.send(.increment)
      await store.send(.begin)
      lines.append(#line + 1)
      await store.receive(.answer(2)) { $0.answers = [1, 2] }
    }
    #expect(notes.map(\.line) == [lines[1], lines[2], lines[0]])
    let beginnings = notes.map { Array($0.message.split(separator: "\n").prefix(2)) }
    #expect(
      beginnings == [
        ["Skipped assertions:", "State was not expected to change, but a change occurred."],
        ["Skipped assertions:", "1 received action was skipped:"],
        [
          "Skipped assertions:",
          "An effect returned for this action is still running. It must complete before the end of "
            + "the test.",
        ],
      ])
    #expect(notes.map(\.isNote) == [true, true, true])
  }

  @Test("A part of a test can have a different exhaustivity")
  func part() async {
    let failures = await failures {
      let store = Probe.store(work: answers)
      await store.withExhaustivity(.off) {
        await store.send(.increment)
        await store.send(.begin)
        await store.skipReceivedActions()
      }
      #expect(store.exhaustivity == .on)
      let count = store.withExhaustivity(.off) { store.state.count }
      #expect(count == 1)
      await store.send(.increment) { $0.count = 2 }
    }
    #expect(failures == [])
  }
}
