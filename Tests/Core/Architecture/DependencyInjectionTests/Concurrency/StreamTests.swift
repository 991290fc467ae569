import DependencyInjection
import Testing

@Suite("Streams")
struct StreamTests {
  private struct Refusal: Error {}

  @Test("A finished stream has no elements, and throws the error it was finished with")
  func finished() async throws {
    #expect(await AsyncStream<Int>.finished.first { _ in true } == nil)
    #expect(try await AsyncThrowingStream<Int, any Error>.finished().first { _ in true } == nil)
    await #expect(throws: Refusal.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Refusal()) {}
    }
  }

  @Test("A stream that never yields ends when its task is canceled")
  func never() async throws {
    let task = Task {
      for await _ in AsyncStream<Int>.never {}
      for try await _ in AsyncThrowingStream<Int, any Error>.never {}
    }
    task.cancel()
    try await task.value
  }

  @Test("A stream has the elements of its sequence")
  func erased() async throws {
    let numbers = AsyncStream { continuation in
      for number in 1...4 { continuation.yield(number) }
      continuation.finish()
    }
    let even: AsyncStream<Int> = numbers.filter { $0.isMultiple(of: 2) }.eraseToStream()
    #expect(await even.reduce(into: []) { $0.append($1) } == [2, 4])
  }

  @Test("A stream ends when its sequence throws, and a throwing stream rethrows the error")
  func erasedThrowing() async {
    let failing = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Refusal())
    }
    #expect(await failing.eraseToStream().reduce(0, +) == 1)
    let again = AsyncThrowingStream<Int, any Error>.finished(throwing: Refusal())
    await #expect(throws: Refusal.self) {
      for try await _ in again.eraseToThrowingStream() {}
    }
  }
}
