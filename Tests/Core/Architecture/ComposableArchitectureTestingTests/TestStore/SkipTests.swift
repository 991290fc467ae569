import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Skipping actions and effects")
struct SkipTests {
  @Test("Skipped actions still change the state")
  func receivedActions() async {
    let store = Probe.store {
      await $0(.answer(1))
      await $0(.answer(2))
    }
    await store.send(.begin)
    await store.skipReceivedActions()
    #expect(store.state.answers == [1, 2])
    await store.send(.increment) { $0.count = 1 }
  }

  @Test("The end of a test does not wait for skipped effects")
  func effects() async {
    let store = Probe.store { _ in await Door().wait() }
    await store.send(.begin)
    await store.skipInFlightEffects()
    await store.finish()
  }

  @Test("If there is nothing to skip, a strict skip fails, and a lenient skip does not")
  func nothing() async {
    var lines: [UInt] = []
    let failures = await failures {
      let store = TestStore(initialState: Probe.State()) { Probe() }
      lines.append(#line + 1)
      await store.skipReceivedActions()
      lines.append(#line + 1)
      await store.skipInFlightEffects()
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(
      failures == [
        Failure(
          line: lines[0],
          "There were no received actions to skip."),
        Failure(
          line: lines[1],
          "There were no in-flight effects to skip."),
      ])
  }
}
