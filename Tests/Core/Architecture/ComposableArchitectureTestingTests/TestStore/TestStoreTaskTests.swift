import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Tasks of a test store's actions")
struct TestStoreTaskTests {
  @Test("Canceling a task ends its effects, which send no further actions")
  func cancel() async {
    let store = Probe.store {
      await Door().wait()
      await $0(.refreshed)
    }
    let task = await store.send(.begin)
    #expect(!task.isCancelled)
    await task.cancel()
    #expect(task.isCancelled)
    await store.finish(timeout: .zero)
  }

  @Test("Tasks are equal if they have the effects of the same action")
  func equality() async {
    let store = Probe.store { _ in await Door().wait() }
    let (one, other) = (await store.send(.begin), await store.send(.begin))
    #expect(one == one)
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
    await one.cancel()
    await other.cancel()
  }

  @Test("Canceling the task of an action without effects does nothing")
  func cancelNothing() async {
    let store = TestStore(initialState: Probe.State()) { Probe() }
    let task = await store.send(.ignore)
    await task.cancel()
    await task.finish()
  }

  @Test("An effect that continues after its cancellation fails the line that cancels it")
  func cancelInVain() async {
    var line: UInt = 0
    let door = StubbornDoor()
    let failures = await failures {
      let store = Probe.store { _ in await door.wait() }
      store.timeout = 0
      let task = await store.send(.begin)
      line = #line + 1
      await task.cancel()
    }
    door.open()
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Expected task to finish once it was cancelled, but it is still in-flight.

          An effect must end soon after its task is cancelled: await functions that respond to \
          cancellation, or check "Task.isCancelled" between the parts of long work.
          """)
      ])
  }

  @Test("Finishing a task waits only for its own effects")
  func finish() async {
    let other = Door()
    let doors = [Door(), Door()]
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, action in .run { _ in await doors[action].wait() } }
    }
    let first = await store.send(0)
    let second = await store.send(1)
    Task.detached { doors[0].open() }
    await first.finish()
    await second.cancel()
    other.open()
  }

  @Test("A task that does not finish in time fails, is canceled and is not reported again")
  func finishTimesOut() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store { _ in await Door().wait() }
      let task = await store.send(.begin)
      line = #line + 1
      await task.finish(timeout: .microseconds(1))
      #expect(task.isCancelled)
    }
    #expect(
      failures == [
        Failure(
          line: line,
          """
          Expected task to finish, but it is still in-flight after 1e-06 seconds.

          If it sleeps on a clock, advance the clock or use an immediate one. If it is slow, \
          pass a longer "timeout".
          """)
      ])
  }
}
