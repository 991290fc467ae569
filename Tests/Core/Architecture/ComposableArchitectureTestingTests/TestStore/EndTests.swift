import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("End of a test store")
struct EndTests {
  private static let unhandled = """
    The store received 2 unexpected actions.

      Unhandled actions:
        Probe.Action.answer(1)
        Probe.Action.refreshed

    Assert each with "receive", in the order in which they arrived.
    """

  private static let running = """
    An effect returned for this action is still running. It must complete before the end of the \
    test.

        Probe.Action.begin

    If it sleeps on a clock, advance the clock or use an immediate one. If it is slow, wait \
    for it with "finish". If it lives as long as its feature, send the action that cancels it, or \
    cancel the task that "send" returned.
    """

  @Test("finish waits until effects have ended")
  func finish() async {
    let door = Door()
    let store = Probe.store { _ in await door.wait() }
    await store.send(.begin)
    Task.detached { door.open() }
    await store.finish()
  }

  @Test("Unreceived actions fail finish, and are not reported again")
  func finishUnhandled() async {
    var line: UInt = 0
    let failures = await failures {
      let store = Probe.store {
        await $0(.answer(1))
        await $0(.refreshed)
      }
      await store.send(.begin)
      line = #line + 1
      await store.finish()
    }
    #expect(failures == [Failure(line: line, Self.unhandled)])
  }

  @Test("An effect that does not end in time fails finish, is canceled and is not reported again")
  func finishRunning() async {
    var line: UInt = 0
    let door = Door()
    let failures = await failures {
      let store = Probe.store { _ in await door.wait() }
      let task = await store.send(.begin)
      line = #line + 1
      await store.finish(timeout: .zero)
      #expect(task.isCancelled)
      await task.finish()
    }
    #expect(failures == [Failure(line: line, Self.running)])
  }

  @Test("Two running effects of one action are a single failure")
  func mergedEffects() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          let door = Door()
          return .merge(.run { _ in await door.wait() }, .run { _ in await door.wait() })
        }
      }
      await store.send(1)
      await store.send(2)
      await store.finish(timeout: .zero)
    }
    #expect(failures.map { $0.message.contains("\n    1\n") } == [true, false])
    #expect(failures.map { $0.message.contains("\n    2\n") } == [false, true])
  }

  @Test("An effect is not started if the effect before it does not end in time")
  func finishConcatenation() async {
    var hasFollowed = false
    let follow = { @MainActor in hasFollowed = true }
    let failures = await failures {
      let door = Door()
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          .concatenate(.run { _ in await door.wait() }, .run { _ in await follow() })
        }
      }
      let task = await store.send(1)
      await store.finish(timeout: .zero)
      await task.finish()
    }
    #expect(failures.count == 1)
    #expect(!hasFollowed)
  }

  @Test("Unreceived actions fail the test at the line that created the store")
  func endUnhandled() async {
    var line: UInt = 0
    let failures = await failures {
      line = #line + 1
      let store = Probe.store {
        await $0(.answer(1))
        await $0(.refreshed)
      }
      await store.send(.begin)
    }
    #expect(failures == [Failure(line: line, Self.unhandled)])
  }

  @Test("A single unreceived action is reported in the singular")
  func endUnhandledOne() async {
    let failures = await failures {
      await Probe.store { await $0(.refreshed) }.send(.begin)
    }
    #expect(
      failures.map(\.message) == [
        """
        The store received 1 unexpected action.

          Unhandled actions:
            Probe.Action.refreshed

        Assert each with "receive", in the order in which they arrived.
        """
      ])
  }

  @Test("A running effect is canceled, and fails the test at the line that created the store")
  func endRunning() async {
    var line: UInt = 0
    var task: TestStoreTask?
    let failures = await failures {
      line = #line + 1
      let store = Probe.store { _ in await Door().wait() }
      task = await store.send(.begin)
    }
    #expect(failures == [Failure(line: line, Self.running)])
    await task?.finish()
  }

  @Test("An effect that an action has canceled can end after the test")
  func endCancelled() async {
    let door = StubbornDoor()
    let failures = await failures {
      let store = Probe.store { _ in await door.wait() }
      await store.send(.begin)
      await store.send(.end)
    }
    #expect(failures == [])
    door.open()
  }

  @Test("A failure at the end is attributed to the test that created the store")
  func attribution() async {
    let line = #line + 2
    await withKnownIssue {
      let store = Probe.store { await $0(.refreshed) }
      await store.send(.begin)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.hasPrefix("The store received 1 unexpected") == true
    }
  }

  @Test("A store deallocated outside of the main actor fails its test in the same way")
  nonisolated func attributionElsewhere() async {
    await withKnownIssue {
      await endElsewhere()
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("The store received 1 unexpected") == true
    }
  }

  @concurrent
  private nonisolated func endElsewhere() async {
    let store = await Probe.store { await $0(.refreshed) }
    await store.send(.begin)
  }
}
