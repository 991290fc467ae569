@_spi(Internals) import ComposableArchitecture
import Testing

@Suite("Effect actions without a store")
struct EffectActionsTests {
  @Test("actions yields the actions that the effect sends, and ends with the effect")
  func actions() async {
    let effect = Effect<Int>.concatenate(
      .send(1),
      .run { send in
        await send(2)
        await send(3)
      },
      .merge(.send(4), .none))
    var actions: [Int] = []
    for await action in effect.actions { actions.append(action) }
    #expect(actions == [1, 2, 3, 4])
  }

  @Test("Leaving the loop cancels the effect")
  func cancellation() async {
    let (canceled, canceling) = AsyncStream.makeStream(of: Bool.self)
    let effect = Effect<Int>.run { send in
      await send(1)
      try? await Task.never()
      canceling.yield(Task.isCancelled)
    }
    for await _ in effect.actions { break }
    #expect(await canceled.first { _ in true } == true)
  }

  @MainActor
  @Test("An error is ignored if the effect was canceled by its identity outside of effects")
  func errorAfterCancellation() async {
    struct Failure: Error {}
    let gate = Gate()
    let effect = Effect<Int>.run { _ in
      await gate.wait()
      throw Failure()
    }
    .cancellable(id: 1)
    let reports = await reportedIssues {
      let task = Task { for await _ in effect.actions {} }
      await gate.waitForArrival()
      Task.cancel(id: 1)
      await task.value
    }
    #expect(gate.cancellations == 1)
    #expect(reports.isEmpty)
  }

  @MainActor
  @Test("Effects that run outside of stores share identities")
  func sharedIdentities() async {
    let clock = TestClock()
    let actions = LockIsolated<[Int]>([])
    func run(_ effect: Effect<Int>) async {
      Task { for await action in effect.actions { actions.withValue { $0.append(action) } } }
      await clock.advance()
    }
    func waiting(_ number: Int, id: String) -> Effect<Int> {
      .send(number).debounce(id: id, for: .seconds(2), clock: clock)
    }
    await run(waiting(1, id: "search"))
    await run(waiting(2, id: "save"))
    await clock.advance(by: .seconds(1))
    await run(waiting(3, id: "search"))
    await clock.advance(by: .seconds(1))
    #expect(actions.value == [2])
    await run(waiting(4, id: "save"))
    Task.cancel(id: "search")
    await run(.cancel(id: "save"))
    await clock.run()
    #expect(actions.value == [2])
  }
}
