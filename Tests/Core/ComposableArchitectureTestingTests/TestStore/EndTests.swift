import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("The end of a test store")
struct EndTests {
  private static let unhandled = """
    The store received 2 unexpected actions:

    Unhandled actions:

        Probe.Action.answer(1)
        Probe.Action.refreshed

    Assert each with "receive", in the order in which they arrived.
    """

  private static let running = """
    An effect returned for this action is still running. It must complete before the end of the \
    test.

        Probe.Action.begin

    If it sleeps on a clock, advance the clock or use an immediate one. If it takes its time, wait \
    for it with "finish". If it lives as long as its feature, send the action that cancels it, or \
    cancel the task that "send" returned.
    """

  @Test("Finish waits until effects have ended")
  func finish() async {
    let door = Door()
    let store = Probe.store { _ in await door.wait() }
    await store.send(.begin)
    Task.detached { door.open() }
    await store.finish()
  }

  @Test("Actions that were not received fail finish, and are not reported again")
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

  @Test("An effect that does not end in time fails finish, is cancelled and not reported again")
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

  @Test("Two effects of one action that still run are one failure")
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

  @Test("What is to follow an effect that does not end in time is not started")
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

  @Test("Actions that were not received fail the test at the line that made the store")
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

  @Test("One action that was not received is spoken of in the singular")
  func endUnhandledOne() async {
    let failures = await failures {
      await Probe.store { await $0(.refreshed) }.send(.begin)
    }
    #expect(
      failures.map(\.message) == [
        """
        The store received 1 unexpected action:

        Unhandled action:

            Probe.Action.refreshed

        Assert each with "receive", in the order in which they arrived.
        """
      ])
  }

  @Test("An effect that still runs is cancelled, and fails the test at the line of the store")
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

  @Test("An effect that an action has cancelled may end after the test")
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

  @Test("What is left at the end fails the test that made the store, as any failure of it")
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

  @Test("A store that goes away outside of the main actor fails its test just so")
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
