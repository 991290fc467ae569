import ComposableArchitectureTesting
import Foundation
import Testing

/// What a test store knows of effects when it goes on: each action must have come without waiting.
@MainActor
@Suite("Effects that can go no further")
struct SettlingTests {
  /// Asserts that the effect has sent its answer by the time that the store goes on.
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

  @Test("A hop to another actor and back is waited for")
  func actor() async {
    let visited = Visited()
    await expectAnswer { await visited.visit() }
  }

  @Test("A concurrent function is waited for")
  func concurrent() async {
    await expectAnswer { await visit() }
  }

  @Test("Child tasks are waited for")
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

  @Test("Tasks that are not children are waited for, and so are those that begin at once")
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

  @Test("Tasks that hand values to each other are waited for")
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

  @Test("Effects are waited for though their tasks run on threads of their own")
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

  @Test("What returns from a thread of its own is received when it has come")
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

  @Test("A store that one task makes and another uses knows the work of both")
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

/// Leaves the actor that the caller is on, and gives way to others.
@concurrent
private func visit() async {
  await Task.yield()
}
