import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Asserting the state between actions")
struct AssertTests {
  @Test("A true assertion passes, even if it changes nothing")
  func truth() async {
    let store = TestStore(initialState: Probe.State(count: 3)) { Probe() }
    store.assert { $0.count = 3 }
    store.assert { _ in }
  }

  @Test("A false assertion fails with the difference")
  func untruth() async {
    var line: UInt = 0
    let failures = await failures {
      let store = TestStore(initialState: Probe.State(count: 3)) { Probe() }
      line = #line + 1
      store.assert { $0.count = 4 }
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          A state change does not match expectation.

              \u{2007} Probe.State(
              −   count: 4,
              +   count: 3,
              \u{2007}   answers: []
              \u{2007} )

          (Expected: −, Actual: +)
          """)
      ])
  }

  @Test("A closure that throws fails with its error")
  func error() async {
    struct Broken: Error {}
    let failures = await failures {
      let store = TestStore(initialState: Probe.State()) { Probe() }
      store.assert { _ in throw Broken() }
    }
    #expect(failures.map(\.message) == ["Threw error: Broken()"])
  }

  @Test("The effects of a feature that dismisses itself end, and none is left at the end")
  func dismissalEndsEffects() async {
    let store = Probe.store { _ in
      @Dependency(\.dismiss) var dismiss
      await dismiss()
      try? await Task.never()
    }
    await store.send(.begin)
    #expect(store.isDismissed)
    await store.finish()
  }

  @Test("A feature that dismisses itself is dismissed, and accepts no further actions")
  func dismissal() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store { _ in
        @Dependency(\.dismiss) var dismiss
        await dismiss()
      }
      #expect(!store.isDismissed)
      await store.send(.begin)
      #expect(store.isDismissed)
      line = #line + 1
      await store.send(.increment)
      #expect(store.state.count == 0)
    }
    #expect(
      failures == [
        Failure(line: line, "Can't send action to dismissed test store.")
      ])
  }
}
