import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Scripts for a test store")
struct TestStoreScriptTests {
  @Test("A script sends, receives and performs work in order")
  func script() async {
    let door = Door()
    let store = Probe.store {
      await $0(.answer(1))
      await door.wait()
      await $0(.row(.renamed("Milk")))
    }
    await store.assert(
      .send(.increment) { $0.count = 1 },
      .send(.begin),
      .receive(.answer(1)) { $0.answers = [1] },
      .do { door.open() },
      .receive(\.row.renamed))
  }

  @Test("A step reports failures at its own line")
  func lines() async {
    struct Broken: Error {}
    var lines: [UInt] = []
    let failures = await failures {
      let store = Probe.store { await $0(.answer(1)) }
      lines = [#line + 2, #line + 4, #line + 5]
      await store.assert(
        .send(.increment),
        .send(.begin),
        .receive(.answer(2)),
        .do { throw Broken() })
    }
    #expect(failures.map(\.line) == lines)
    #expect(
      failures.map { $0.message.prefix { $0 != "\n" } } == [
        "State was not expected to change, but a change occurred.",
        "Received unexpected action:", "Threw error: Broken()",
      ])
  }

  @Test("A script can be an array of steps")
  func program() async {
    let store = TestStore(initialState: Probe.State()) { Probe() }
    typealias Step = TestStoreOf<Probe>.Step
    let steps: [Step] = (1...10).map { count in .send(.increment) { $0.count = count } }
    await store.assert(steps)
    await store.assert(.sequence(.send(.increment) { $0.count = 11 }, .send(.ignore)))
    #expect(store.state.count == 11)
  }
}
