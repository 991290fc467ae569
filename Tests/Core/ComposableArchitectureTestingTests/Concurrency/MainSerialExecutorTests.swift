import ComposableArchitectureTesting
import Dispatch
import Testing

@Suite("The main serial executor")
struct MainSerialExecutorTests {
  @Test("Under it, tasks run on the main queue in the order in which they were created")
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

  @Test("A function that is not asynchronous has the tasks that it creates begin under it")
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

  @Test("uncheckedUseMainSerialExecutor is true within withMainSerialExecutor only")
  func flag() async {
    #expect(!uncheckedUseMainSerialExecutor)
    withMainSerialExecutor { #expect(uncheckedUseMainSerialExecutor) }
    await withMainSerialExecutor {
      await Task.yield()
      #expect(uncheckedUseMainSerialExecutor)
    }
    #expect(!uncheckedUseMainSerialExecutor)
  }

  @Test("What the operation returns or throws is handed on")
  func outcomes() async throws {
    #expect(withMainSerialExecutor { 1 } == 1)
    let two = await withMainSerialExecutor { () async in 2 }
    #expect(two == 2)
    await #expect(throws: Failed.self) {
      try await withMainSerialExecutor { () async throws in throw Failed() }
    }
    #expect(throws: Failed.self) { try withMainSerialExecutor { () throws in throw Failed() } }
  }

  @Test("When the operation has ended, tasks leave the main queue again")
  func end() async {
    await withMainSerialExecutor {
      #expect(await Task { @concurrent in isOnMainQueue() }.value)
    }
    #expect(await Task { @concurrent in !isOnMainQueue() }.value)
  }

  @Test("A test that runs at the same time does not feel it")
  func others() async {
    let (requests, request) = AsyncStream.makeStream(of: Void.self)
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    let other = Task { @concurrent in
      for await _ in requests { answer.yield(await Task.detached { isOnMainQueue() }.value) }
    }
    // A task of its own, as tests are, and no part of the one that it is to leave alone.
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

  @Test("The main actor is the main actor under it, for tasks and for the main queue")
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

  @Test("A test store has the tasks of effects run under it, unless it is told not to")
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

  @Test("The unchecked form holds for tasks of whatever origin, until it is taken back")
  func unchecked() async {
    #expect(!uncheckedUseMainSerialExecutor)
    uncheckedUseMainSerialExecutor = true
    let isMain = await Task.detached { isOnMainQueue() }.value
    uncheckedUseMainSerialExecutor = false
    #expect(isMain)
    #expect(!uncheckedUseMainSerialExecutor)
  }

  private struct Failed: Error {}
}

/// Whether the caller runs on the main queue, which on Linux has no thread of its own.
private func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueMark) != nil }

private let mainQueueMark = {
  let key = DispatchSpecificKey<Void>()
  DispatchQueue.main.setSpecific(key: key, value: ())
  return key
}()
