import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Sending to a test store")
struct SendTests {
  @Test("An asserted change passes, and becomes the store's state")
  func change() async {
    let store = TestStore(initialState: Probe.State(count: 4)) { Probe() }
    await store.send(.increment) { $0.count = 5 }
    #expect(store.state == Probe.State(count: 5))
    await store.send(.increment) { $0.count += 1 }
    #expect(store.state == Probe.State(count: 6))
  }

  @Test("Omitting the closure asserts that nothing changes")
  func noChange() async {
    let store = TestStore(initialState: Probe.State(count: 4)) { Probe() }
    await store.send(.ignore)
    #expect(store.state == Probe.State(count: 4))
  }

  @Test("An action can be sent by its case, with or without a value")
  func byCase() async {
    let store = TestStore(initialState: Probe.State()) { Probe() }
    await store.send(\.increment) { $0.count = 1 }
    await store.send(\.answer, 3) { $0.answers = [3] }
    await store.send(\.row.renamed, "Milk")
  }

  @Test("The store has the state before the action while the closure runs")
  func stateInClosure() async {
    let store = TestStore(initialState: Probe.State()) { Probe() }
    await store.send(.increment) {
      #expect(store.state.count == 0)
      $0.count = 1
    }
  }

  @Test("An effect that does something at once, on any actor, has done it when the closure runs")
  func effectInClosure() async {
    let opened = LockIsolated<[Int]>([])
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        return .run { [id = action] _ in await Self.open(id, opened) }
      }
    }
    await store.send(1) {
      $0 = 1
      #expect(opened.value == [1])
    }
  }

  @concurrent
  private static func open(_ id: Int, _ opened: LockIsolated<[Int]>) async {
    opened.withValue { $0.append(id) }
  }

  @Test(
    "A wrong change fails with the lines that differ, and the test continues with the real state")
  func wrongChange() async {
    var line: UInt = 0
    let failures = await failures {
      let store = TestStore(initialState: Probe.State(answers: [1, 2])) { Probe() }
      line = #line + 1
      await store.send(.increment) { $0.count = 3 }
      await store.send(.increment) { $0.count = 2 }
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          A state change does not match expectation.

              \u{2007} Probe.State(
              −   count: 3,
              +   count: 1,
              \u{2007}   answers: […]
              \u{2007} )

          (Expected: −, Actual: +)
          """)
      ])
  }

  @Test("An incomplete change fails with the missing part")
  func missingChange() async {
    let failures = await failures {
      let store = TestStore(initialState: Probe.State()) { Probe() }
      await store.send(.answer(7)) { $0.answers = [] }
    }
    #expect(
      failures.map(\.message) == [
        """
        A state change does not match expectation.

            \u{2007} Probe.State(
            \u{2007}   count: 0,
            \u{2007}   answers: [
            +     [0]: 7
            \u{2007}   ]
            \u{2007} )

        (Expected: −, Actual: +)
        """
      ])
  }

  @Test("A change without a closure fails")
  func unexpectedChange() async {
    var line: UInt = 0
    let failures = await failures {
      let store = TestStore(initialState: Probe.State()) { Probe() }
      line = #line + 1
      await store.send(.increment)
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          State was not expected to change, but a change occurred.

              \u{2007} Probe.State(
              −   count: 0,
              +   count: 1,
              \u{2007}   answers: []
              \u{2007} )

          (Expected: −, Actual: +)
          """)
      ])
  }

  @Test("A closure that changes nothing fails if nothing changed")
  func expectedChange() async {
    var line: UInt = 0
    let failures = await failures {
      let store = TestStore(initialState: Probe.State(count: 1)) { Probe() }
      line = #line + 1
      await store.send(.ignore) { $0.count = 1 }
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Expected state to change, but no change occurred.

          The trailing closure made no observable modifications to state. If no change to state is \
          expected, omit the trailing closure.
          """)
      ])
  }

  @Test("A closure that throws fails with its error, and the test continues with the real state")
  func throwingClosure() async {
    struct Unreadable: Error {}
    var line: UInt = 0
    let failures = await failures {
      let store = TestStore(initialState: Probe.State()) { Probe() }
      line = #line + 1
      await store.send(.increment) { _ in throw Unreadable() }
      await store.send(.increment) { $0.count = 2 }
    }
    #expect(failures == [Failure(line: line, "Threw error: Unreadable()")])
  }

  @Test("An unreceived action of an effect fails the next send")
  func unhandledAction() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store { await $0(.answer(1)) }
      await store.send(.begin)
      line = #line + 1
      await store.send(.increment) { $0.count = 1 }
      await store.receive(.answer(1)) { $0.answers = [1] }
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Must handle 1 received action before sending an action.

          Unhandled actions: [
            [0]: .answer(1)
          ]
          """)
      ])
  }

  @Test("Several unreceived actions of effects fail the next send together")
  func unhandledActions() async {
    let failures = await failures {
      let store = Probe.store {
        await $0(.answer(1))
        await $0(.refreshed)
      }
      await store.send(.begin)
      await store.send(.ignore)
      await store.receive(\.answer) { $0.answers = [1] }
      await store.receive(\.refreshed)
    }
    #expect(
      failures.map(\.message) == [
        """
        Must handle 2 received actions before sending an action.

        Unhandled actions: [
          [0]: .answer(1),
          [1]: .refreshed
        ]
        """
      ])
  }
}
