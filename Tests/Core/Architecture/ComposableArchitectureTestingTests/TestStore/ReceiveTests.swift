import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Receiving the actions of effects")
struct ReceiveTests {
  @Test("Actions are received in the order in which they were sent, each with its own change")
  func order() async {
    let store = Probe.store {
      await $0(.answer(1))
      await $0(.refreshed)
      await $0(.answer(2))
    }
    await store.send(.begin)
    #expect(store.state.answers == [])
    await store.receive(.answer(1)) { $0.answers = [1] }
    #expect(store.state.answers == [1])
    await store.receive(.refreshed)
    await store.receive(.answer(2)) { $0.answers = [1, 2] }
  }

  @Test("An action can be received by its case, regardless of its value")
  func byCase() async {
    let store = Probe.store {
      await $0(.answer(1))
      await $0(.refreshed)
      await $0(.row(.renamed("Milk")))
    }
    await store.send(.begin)
    await store.receive(\.answer) { $0.answers = [1] }
    await store.receive(\.refreshed)
    await store.receive(\.row.renamed)
  }

  @Test("An action can be received by its case and its value")
  func byCaseAndValue() async {
    let store = Probe.store {
      await $0(.answer(1))
      await $0(.row(.renamed("Milk")))
    }
    await store.send(.begin)
    await store.receive(\.answer, 1) { $0.answers = [1] }
    await store.receive(\.row.renamed, "Milk")
  }

  @Test("An action can be received by a predicate")
  func byPredicate() async {
    let store = Probe.store { await $0(.answer(1)) }
    await store.send(.begin)
    await store.receive({ $0 != .refreshed }) { $0.answers = [1] }
  }

  @Test("receive waits for an action that arrives later")
  func later() async {
    let door = Door()
    let store = Probe.store {
      await door.wait()
      await $0(.answer(1))
    }
    await store.send(.begin)
    await store.send(.increment) { $0.count = 1 }
    Task.detached { door.open() }
    await store.receive(.answer(1)) { $0.answers = [1] }
  }

  @Test("An unexpected action fails with the difference, and is consumed")
  func unexpectedAction() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store { await $0(.answer(1)) }
      await store.send(.begin)
      line = #line + 1
      await store.receive(.answer(2)) { $0.answers = [2] }
      #expect(store.state.answers == [1])
      await store.send(.increment) { $0.count = 1 }
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

  @Test("An action of a different case than the expected one fails and is shown")
  func unexpectedCase() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store { await $0(.answer(1)) }
      await store.send(.begin)
      line = #line + 1
      await store.receive(\.row.renamed)
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Received unexpected action:

              Probe.Action.answer(1)
          """)
      ])
  }

  @Test("An action of the expected case with a different value fails with the difference")
  func unexpectedValue() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store { await $0(.row(.renamed("Milk"))) }
      await store.send(.begin)
      line = #line + 1
      await store.receive(\.row.renamed, "Oat milk")
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Received unexpected action:

              \u{2007} Probe.Action.row(
              −   .renamed("Oat milk")
              +   .renamed("Milk")
              \u{2007} )

          (Expected: −, Received: +)
          """)
      ])
  }

  @Test("The failure mentions that the expected action arrived after a different one")
  func unexpectedBefore() async {
    let failures = await failures {
      let store = Probe.store {
        await $0(.refreshed)
        await $0(.answer(1))
      }
      await store.send(.begin)
      await store.receive(\.answer) { $0.answers = [1] }
      await store.receive(\.answer) { $0.answers = [1] }
    }
    #expect(
      failures.map(\.message) == [
        """
        Received unexpected action before this one:

            Probe.Action.refreshed
        """
      ])
  }

  @Test("A wrong change fails in the same way for received and for sent actions")
  func wrongChange() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store { await $0(.answer(1)) }
      await store.send(.begin)
      line = #line + 1
      await store.receive(.answer(1))
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.first?.message.hasPrefix(
        "State was not expected to change, but a change occurred.") == true)
  }

  @Test("receive fails immediately if no effect is running, regardless of the timeout")
  func noEffects() async {
    var line: UInt = 0
    let failures = await failures {
      let store = TestStore(initialState: Probe.State()) { Probe() }
      store.timeout = 1_000_000 * 1_000_000_000
      await store.send(.increment) { $0.count = 1 }
      line = #line + 1
      await store.receive(.answer(1)) { $0.answers = [1] }
      #expect(store.state.count == 1)
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Expected to receive the following action, but didn't:

            Probe.Action.answer(1)
          """)
      ])
  }

  @Test("An effect that ends without an action ends the wait, regardless of the timeout")
  func effectEndsInSilence() async {
    let failures = await failures {
      let door = Door()
      let store = Probe.store { _ in await door.wait() }
      await store.send(.begin)
      Task.detached { door.open() }
      await store.receive(\.answer, timeout: .seconds(1_000_000))
    }
    #expect(
      failures.map(\.message) == [
        "Expected to receive an action matching case path, but didn't get one."
      ])
  }

  @Test(
    "If effects send nothing until the timeout, the failure lists the actions that started them")
  func silentEffect() async {
    var line: UInt = 0
    let failures = await failures {
      let door = Door()
      let store = Probe.store { _ in await door.wait() }
      await store.send(.begin)
      line = #line + 1
      await store.receive(\.answer, timeout: .zero)
      door.open()
      await store.finish()
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Expected to receive an action matching case path, but didn't get one.

          There are effects in-flight, returned for:

              Probe.Action.begin

          If the one that delivers this action sleeps on a clock, advance the clock or use an \
          immediate one. If it is slow, pass a longer "timeout".
          """)
      ])
  }

  @Test("The maximum timeout is stored exactly")
  func longestTimeout() async {
    let store = Probe.store { await $0(.answer(1)) }
    for timeout: UInt64 in [.max, .max - 1, 0, 1, 1_234_567_890_123_456_789] {
      store.timeout = timeout
      #expect(store.timeout == timeout)
    }
    store.timeout = .max
    await store.send(.begin)
    await store.receive(.answer(1)) { $0.answers = [1] }
    await store.finish(timeout: .max)
  }

  @Test("The store's timeout applies if a step specifies no timeout")
  func storeTimeout() async {
    let failures = await failures {
      let door = Door()
      let store = Probe.store { _ in await door.wait() }
      store.timeout = 1_000
      await store.send(.begin)
      await store.receive(.refreshed)
      await store.receive(\.answer, 1)
      door.open()
      await store.finish(timeout: .seconds(1))
    }
    #expect(
      failures.map { $0.message.split(separator: "\n").first } == [
        "Expected to receive the following action, but didn't after 1e-06 seconds:",
        "Expected to receive the following action, but didn't after 1e-06 seconds:",
      ])
  }
}
