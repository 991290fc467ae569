import ComposableArchitecture
import Dispatch

/// An interpreter of drawn work.
struct Interpreter: Sendable {
  let client: DrawnClient
  let clock: any Clock<Duration>
  let send: Send<DrawnFeature.Action>

  private actor Elsewhere {
    func perform(_ work: Work, _ interpreter: Interpreter) async throws {
      try await interpreter.perform(work)
    }
  }

  func perform(_ work: Work) async throws {
    switch work {
    case .find(let number): _ = try await client.find(number)
    case .report(let number): await send(.got(try await client.find(number)))
    case .refuse(let number): _ = try await client.refuse(number)
    case .tally(let number): _ = client.tally(number)
    case .send(let number): await send(.got(number))
    case .sleep(let number): try await clock.sleep(for: .milliseconds(number))
    case .wait(let number): try await Task.sleep(for: .milliseconds(number))
    case .yield(let count): for _ in 0..<count { await Task.yield() }
    case .hop:
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
    case .stream(let length, let limit): await consume(length, limit)
    case .sequence(let works): for work in works { try await perform(work) }
    case .group, .patientGroup, .race, .pair, .abandoned: try await performChildren(work)
    case .task, .awaitedTask, .canceledTask, .detached, .awaitedDetached:
      try await performTask(work)
    case .retry(let work): try await retry(work)
    case .cleanUp(let work, let number):
      do {
        try await perform(work)
      } catch {
        await client.note(number)
        throw error
      }
    case .cancel(let id): Task.cancel(id: id)
    case .scope(let id, let cancelsInFlight, let work):
      try await withTaskCancellation(id: id, cancelInFlight: cancelsInFlight) {
        try await perform(work)
      }
    case .handler(let work, let number):
      try await withTaskCancellationHandler {
        try await perform(work)
      } onCancel: {
        _ = client.tally(number)
      }
    case .onActor(let work): try await Elsewhere().perform(work, self)
    }
  }

  private func consume(_ length: Int, _ limit: Int) async {
    var rest = limit
    for await number in await client.numbers(length) {
      await send(.got(number))
      rest -= 1
      if rest == 0 { break }
    }
  }

  private func retry(_ work: Work) async throws {
    for _ in 0..<2 {
      do {
        return try await perform(work)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        await send(.failed)
      }
    }
    try await perform(work)
  }

  private func performChildren(_ work: Work) async throws {
    switch work {
    case .group(let works):
      try await withThrowingTaskGroup(of: Void.self) { group in
        for work in works { group.addTask { try await perform(work) } }
        try await group.waitForAll()
      }
    case .patientGroup(let works):
      await withTaskGroup { group in
        for work in works { group.addTask { try? await perform(work) } }
      }
    case .race(let works):
      try await withThrowingTaskGroup(of: Void.self) { group in
        for work in works { group.addTask { try await perform(work) } }
        try await group.next()
        group.cancelAll()
      }
    case .pair(let one, let other):
      async let first: Void = perform(one)
      async let second: Void = perform(other)
      _ = try await (first, second)
    case .abandoned(let one, let other):
      async let _ = perform(one)
      try await perform(other)
    default: break
    }
  }

  private func performTask(_ work: Work) async throws {
    switch work {
    case .task(let work): Task { try await perform(work) }
    case .awaitedTask(let work): try await Task { try await perform(work) }.value
    case .canceledTask(let work, let number):
      let task = Task { try await perform(work) }
      _ = try await client.find(number)
      task.cancel()
      _ = await task.result
    case .detached(let work): Task.detached { try await perform(work) }
    case .awaitedDetached(let work): try await Task.detached { try await perform(work) }.value
    default: break
    }
  }
}
