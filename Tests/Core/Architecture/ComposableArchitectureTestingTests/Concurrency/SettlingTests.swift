import ComposableArchitectureTesting
import Foundation
import Testing

/// Tests that a test store continues only when effects can't proceed. Each action must already have
/// arrived.
@MainActor
@Suite("Effects that cannot proceed")
struct SettlingTests {
  /// Asserts that the effect has sent its response when the store continues.
  private func expectAnswer(
    _ sourceLocation: SourceLocation = #_sourceLocation,
    from work: @escaping @Sendable () async -> Void
  ) async {
    for _ in 0..<20 {
      let store = Probe.store { send in
        await work()
        await send(.answer(1))
      }
      await store.send(.begin)
      await store.receive(.answer(1), timeout: .zero) { $0.answers = [1] }
    }
  }

  @Test("A store waits for a hop to a different actor and back")
  func actor() async {
    let visited = Visited()
    await expectAnswer { await visited.visit() }
  }

  @Test("A store waits for a concurrent function")
  func concurrent() async {
    await expectAnswer { await visit() }
  }

  @Test("A store waits for child tasks")
  func children() async {
    await expectAnswer {
      await withDiscardingTaskGroup { group in
        for _ in 0..<10 { group.addTask { await visit() } }
      }
      async let one: Void = visit()
      async let two: Void = visit()
      _ = await (one, two)
    }
  }

  @Test("A store waits for unstructured tasks, including tasks that start immediately")
  func unstructured() async {
    await expectAnswer {
      await Task { await visit() }.value
      await Task.detached(priority: .background) { await visit() }.value
      await Task.immediate {
        await visit()
        await Task.detached { await visit() }.value
      }.value
    }
  }

  @Test("A store waits for tasks that pass values to each other")
  func stream() async {
    await expectAnswer {
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      let task = Task { @MainActor in
        for await _ in numbers { await Task.yield() }
      }
      for number in 0..<100 {
        await visit()
        continuation.yield(number)
      }
      continuation.finish()
      await task.value
    }
  }

  @Test("A store waits for effects whose tasks run on other threads")
  func threads() async {
    let store = Probe.store { send in
      await withTaskGroup { group in
        for _ in 0..<20 { group.addTask { await visit() } }
      }
      await send(.answer(1))
    }
    store.useMainSerialExecutor = false
    var answers: [Int] = []
    for _ in 0..<50 {
      await store.send(.begin)
      answers.append(1)
      await store.receive(.answer(1), timeout: .zero) { $0.answers = answers }
    }
  }

  @Test("An action from a background thread is received when it arrives")
  func thread() async {
    let store = Probe.store { send in
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume() }
      }
      await send(.answer(1))
    }
    await store.send(.begin)
    await store.receive(.answer(1)) { $0.answers = [1] }
  }

  @Test("A store created in one task and used in a second waits for the work of both")
  func handedOn() async {
    let store = await Task.detached { @MainActor in
      Probe.store { send in
        await visit()
        await send(.answer(1))
      }
    }.value
    await store.send(.begin)
    await store.receive(.answer(1), timeout: .zero) { $0.answers = [1] }
  }
}

private actor Visited {
  private var count = 0

  func visit() async {
    count += 1
    await Task.yield()
  }
}

/// Leaves the caller's actor, and yields to other tasks.
@concurrent
private func visit() async {
  await Task.yield()
}
