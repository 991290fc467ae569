import Foundation
import SessionReplayTesting
import Testing
import TestSupport

@MainActor
@Suite("Statements about effects in a test of a session")
struct EffectStatementTests {
  private typealias Store = ReplayTestStore<PrimeFinder.State, PrimeFinder.Action>

  private func store(
    _ feature: @autoclosure @escaping @Sendable () -> PrimeFinder = PrimeFinder()
  ) -> Store {
    ReplayTestStore(initialState: PrimeFinder.State()) { feature() }
  }

  /// States a session that finds two numbers, the second number first.
  private func state(_ store: Store) {
    store.send(.find(17), returning: "run")
    store.effect(1).begins()
    store.effect(1).calls(1, "PrimeClient.find", 17)
    store.send(.find(4), returning: "run")
    store.effect(2).begins()
    store.effect(2).calls(2, "PrimeClient.find", 4).returns(8)
    store.receive(.found(8), from: 2) { $0.numbers = [8] }
    store.effect(2).finishes()
    store.call(1).returns(34)
    store.receive(.found(34), from: 1) { $0.numbers = [8, 34] }
    store.effect(1).finishes()
  }

  private func text(_ position: Int, _ step: String, _ rest: String) -> String {
    "effect \(position) of step \(step)\n- \(rest)\n\n(- expected, + actual)"
  }

  @Test("Effects that match the statements pass, and their calls get the stated answers")
  func match() async throws {
    let reported = await failures {
      let store = store()
      state(store)
      await store.runEffects()
    }
    #expect(reported == [])
  }

  @Test(
    "An effect that never suspends ends the process, after a message with the test's location")
  func endless() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]
    ) { @MainActor in
      let store = ReplayTestStore(initialState: PrimeFinder.State()) {
        PrimeFinder(isEndless: true)
      }
      store.send(.find(17), returning: "run")
      store.effect(1).begins()
      store.effect(1).calls(1, "PrimeClient.find", 17).returns(34)
      await store.runEffects(timeout: 1)
    }
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    // A macro changes the numbers of the lines in its closure.
    #expect(errors.contains("SessionReplayTestingTests/EffectStatementTests.swift:"), "\(errors)")
    #expect(
      errors.contains("effect 1 of step 1 never suspends: it did nothing for 1 second."),
      "\(errors)")
  }

  @Test("A call with a different argument fails at its statement, with both calls")
  func otherCall() async throws {
    let reported = await failures {
      let store = store(PrimeFinder(offset: 1))
      store.send(.find(17), returning: "run")
      store.effect(1).begins()
      store.effect(1).calls(1, "PrimeClient.find", 17).returns(34)
      store.receive(.found(34), from: 1) { $0.numbers = [34] }
      await store.runEffects()
    }
    let text = text(
      1, "1, find(17), called something else:", "PrimeClient.find(17)\n+ PrimeClient.find(18)")
    #expect(reported == [Failure(text: text, line: UInt(#line - 6), isNote: false)])
  }

  @Test("A different action fails at the statement that receives an action")
  func otherAction() async throws {
    let reported = await failures {
      let store = store()
      store.send(.find(17), returning: "run")
      store.effect(1).begins()
      store.effect(1).calls(1, "PrimeClient.find", 17).returns(35)
      store.receive(.found(34), from: 1) { $0.numbers = [34] }
      await store.runEffects()
    }
    let text = text(
      1, "1, find(17), sent another action:", "the action found(34)\n+ the action found(35)")
    #expect(reported == [Failure(text: text, line: UInt(#line - 5), isNote: false)])
  }

  @Test("An effect that does less fails at the first statement that isn't met")
  func missing() async throws {
    let reported = await failures {
      let store = store()
      store.send(.find(17), returning: "run")
      store.effect(1).begins()
      store.effect(1).calls(1, "PrimeClient.find", 17).returns(34)
      store.effect(1).calls(2, "PrimeClient.find", 17)
      await store.runEffects()
    }
    #expect(reported.map(\.line) == [UInt(#line - 3)])
    #expect(
      reported.first?.text.hasPrefix(
        """
        effect 1 of step 1, find(17), did not do what is recorded:\n- PrimeClient.find(17)\n+ an \
        action
        """
      )
        == true, "\(reported)")
  }

  @Test("An invalid statement is reported at its line, and no effect is run")
  func invalid() async throws {
    func problem(_ statements: (Store) -> Void) async -> [String] {
      await failures {
        let store = store(PrimeFinder(offset: 1))
        store.send(.find(17), returning: "run")
        statements(store)
        await store.runEffects()
      }.map(\.text)
    }
    #expect(
      await problem { $0.effect(1).finishes() }
        == ["effect 1 has not begun; add 'store.effect(1).begins()'"])
    #expect(
      await problem {
        $0.effect(1).begins()
        $0.effect(1).begins()
      } == ["effect 1 has begun before"])
    #expect(
      await problem { $0.effect(1).begins(returnedBy: 2) }
        == ["effect 1 begins after step 2, which the test does not have"])
    func problem(ofCall statement: (ExpectedEffect) -> Void) async -> [String] {
      await problem {
        $0.effect(1).begins()
        statement($0.effect(1))
      }
    }
    #expect(
      await problem(ofCall: { $0.calls(1, "PrimeClient.found", 17) })
        == ["no client that the feature declares has an endpoint 'PrimeClient.found'"])
    #expect(
      await problem(ofCall: { $0.calls(1, "PrimeClient.find", "17", true) })
        == ["'PrimeClient.find' has the arguments (Int), not (String, Bool)"])
    #expect(
      await problem(ofCall: { $0.calls(1, "PrimeClient.find", 17).returns("34") })
        == ["'PrimeClient.find' has a result Int, not a result String"])
    #expect(
      await problem(ofCall: { $0.calls(1, "PrimeClient.find", 17).yields(34) })
        == ["'PrimeClient.find' has a result Int, not an element Int"])
    #expect(
      await problem(ofCall: { $0.calls(1, "PrimeClient.find", 17).ends() })
        == ["'PrimeClient.find' has a result Int, not nothing"])
    #expect(
      await problem(ofCall: { effect in
        effect.calls(1, "PrimeClient.find", 17).returns(34)
        effect.calls(1, "PrimeClient.find", 17)
      }) == ["call 1 was made before"])
    #expect(
      await problem(ofCall: { effect in
        let call = effect.calls(1, "PrimeClient.find", 17)
        call.isCanceled()
        call.returns(34)
      }) == ["call 1 is not in progress"])
  }

  @Test("No effect is run after a step that differs")
  func otherStep() async throws {
    let reported = await failures {
      let store = store(PrimeFinder(offset: 1, adds: 1))
      state(store)
      await store.runEffects()
    }
    #expect(reported.count == 1)
    #expect(reported.first?.text.contains("the state differs at numbers") == true, "\(reported)")
  }

  @Test("A note reports each effect that cannot be verified, and the test passes")
  func unverified() async throws {
    let reported = await failures {
      let store = store(PrimeFinder(usesOtherClient: true))
      state(store)
      await store.runEffects()
    }
    #expect(reported.map(\.isNote) == [true, true])
    #expect(
      reported.first?.text
        == "effect 1 of step 1 is not verified: calls of 'OtherClient.find' are not in the log")
  }
}
