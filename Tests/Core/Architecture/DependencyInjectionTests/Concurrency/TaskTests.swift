import DependencyInjection
import Testing

@Suite("Waiting tasks")
struct TaskTests {
  private struct Refusal: Error {}

  @Test("A task that never ends throws when it is canceled")
  func never() async {
    let task = Task { try await Task.never() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let typed = Task<Int, any Error> { try await Task<Int, Never>.never() }
    typed.cancel()
    await #expect(throws: CancellationError.self) { try await typed.value }
  }

  @Test("Canceling a task cancels the task whose cancellable value it awaits")
  func cancellableValue() async throws {
    let inner = Task { try await Task.never() }
    let outer = Task { try await inner.cancellableValue }
    outer.cancel()
    await #expect(throws: CancellationError.self) { try await outer.value }
    #expect(inner.isCancelled)

    let quiet = Task<Int, Never> {
      try? await Task.never()
      return 1
    }
    let waiting = Task { await quiet.cancellableValue }
    waiting.cancel()
    #expect(await waiting.value == 1)
  }

  @Test("A cancellable value returns the task's value or throws its error")
  func results() async throws {
    #expect(await Task { 5 }.cancellableValue == 5)
    await #expect(throws: Refusal.self) {
      try await Task { throw Refusal() }.cancellableValue
    }
  }
}
