import ComposableArchitectureTesting
import Dispatch
import Scheduling
import Testing

@Suite("Main serial executor")
struct MainSerialExecutorTests {
  @Test("withMainSerialExecutor runs tasks on the main queue in order of creation")
  func order() async {
    let log = Log()
    await withMainSerialExecutor {
      await withTaskGroup { group in
        for number in 0..<1_000 {
          group.addTask {
            log.add("\(number) \(isOnMainQueue())")
            await Task.yield()
            log.add("\(number) again \(isOnMainQueue())")
          }
        }
      }
    }
    #expect(
      log.lines == (0..<1_000).map { "\($0) true" } + (0..<1_000).map { "\($0) again true" })
  }

  @Test("A synchronous operation applies the executor to the tasks that it creates")
  func synchronous() async {
    let log = Log()
    let tasks = withMainSerialExecutor {
      (0..<100).map { number in
        Task { @concurrent in log.add("\(number) \(isOnMainQueue())") }
      }
    }
    for task in tasks { await task.value }
    #expect(log.lines == (0..<100).map { "\($0) true" })
  }

  @Test("uncheckedUseMainSerialExecutor is true only within withMainSerialExecutor")
  func flag() async {
    #expect(!uncheckedUseMainSerialExecutor)
    withMainSerialExecutor { #expect(uncheckedUseMainSerialExecutor) }
    await withMainSerialExecutor {
      await Task.yield()
      #expect(uncheckedUseMainSerialExecutor)
    }
    #expect(!uncheckedUseMainSerialExecutor)
  }

  @Test("The result or the error of the operation is passed on")
  func outcomes() async throws {
    #expect(withMainSerialExecutor { 1 } == 1)
    let two = await withMainSerialExecutor { () async in 2 }
    #expect(two == 2)
    await #expect(throws: Failed.self) {
      try await withMainSerialExecutor { () async throws in throw Failed() }
    }
    #expect(throws: Failed.self) { try withMainSerialExecutor { () throws in throw Failed() } }
  }

  @Test("Tasks leave the main queue when the operation has ended")
  func end() async {
    await withMainSerialExecutor {
      #expect(await Task { @concurrent in isOnMainQueue() }.value)
    }
    #expect(await Task { @concurrent in !isOnMainQueue() }.value)
  }

  @Test("A concurrent test is not affected")
  func others() async {
    let (requests, request) = AsyncStream.makeStream(of: Void.self)
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    let other = Task { @concurrent in
      for await _ in requests { answer.yield(await Task.detached { isOnMainQueue() }.value) }
    }
    // A separate task, like a concurrent test. This test must not affect it.
    let test = Task.detached {
      await withMainSerialExecutor {
        request.yield()
        for await isOnMainQueue in answers { return isOnMainQueue }
        return true
      }
    }
    #expect(await test.value == false)
    request.finish()
    await other.value
  }

  @Test("A younger task of a different test is not affected by the test that lets it continue")
  func youngerTask() async {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    // A separate task, like a concurrent test.
    let test = Task.detached {
      await withMainSerialExecutor {
        begin.yield()
        for await _ in turns { break }
        begin.finish()
        // The younger task must have continued while the executor applies.
        for await _ in turns { break }
      }
    }
    for await _ in begins { break }
    let younger = Task.detached {
      for await _ in begins {}
      defer { turn.yield() }
      return uncheckedUseMainSerialExecutor
    }
    turn.yield()
    #expect(await younger.value == false)
    await test.value
  }

  @Test("The main actor remains the main actor, for tasks and for the main queue")
  func mainActor() async {
    await withMainSerialExecutor {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      let isIsolated = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          continuation.resume(returning: MainActor.assumeIsolated { true })
        }
      }
      #expect(isIsolated)
    }
  }

  @Test("A test store uses the executor for the tasks of effects, unless it is turned off")
  @MainActor func testStore() async {
    let store = Probe.store { send in
      let isMain = await Task.detached { isOnMainQueue() }.value
      await send(.answer(isMain ? 1 : 0))
    }
    #expect(store.useMainSerialExecutor)
    await store.send(.begin)
    await store.receive(.answer(1)) { $0.answers = [1] }
    store.useMainSerialExecutor = false
    await store.send(.begin)
    await store.receive(.answer(0)) { $0.answers = [1, 0] }
  }

  @Test("A task that outlives its store keeps no executor", arguments: [nil, 1] as [UInt64?])
  @MainActor func keptTask(seed: UInt64?) async {
    func send() async -> TestStoreTask {
      let store = Probe.store(seed: seed) { _ in }
      let task = await store.send(.begin)
      await store.finish()
      return task
    }
    let task = await send()
    #expect(!uncheckedUseMainSerialExecutor)
    withExtendedLifetime(task) {}
  }

  /// This test has a process of its own, because the property applies to all tests of a process.
  @Test("The unchecked property applies to tasks of any origin until it is reset")
  func unchecked() async {
    await #expect(processExitsWith: .success) {
      try #require(!uncheckedUseMainSerialExecutor)
      uncheckedUseMainSerialExecutor = true
      try #require(await Task.detached { isOnMainQueue() }.value)
      uncheckedUseMainSerialExecutor = false
      try #require(!uncheckedUseMainSerialExecutor)
      try #require(await Task.detached { !isOnMainQueue() }.value)
    }
  }

  @Test("Work that outlives its operation does not affect later code outside of tasks")
  func outlivingWork() async {
    let isSerialAfterwards = await withCheckedContinuation { continuation in
      // Like the thread that invokes an XCTest, this has no task.
      DispatchQueue.global().async {
        let outliving = withMainSerialExecutor { TestWork(isSerial: true) }
        continuation.resume(returning: uncheckedUseMainSerialExecutor)
        withExtendedLifetime(outliving) {}
      }
    }
    #expect(!isSerialAfterwards)
  }

  private struct Failed: Error {}
}

/// Returns whether the caller runs on the main queue, which has no dedicated thread on Linux.
private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueMark) != nil }

private let mainQueueMark = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()
