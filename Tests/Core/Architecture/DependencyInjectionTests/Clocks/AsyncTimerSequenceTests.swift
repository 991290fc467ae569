import DependencyInjection
import Testing

struct AsyncTimerSequenceTests {
  @Test("A timer fires at every interval")
  func fires() async {
    let clock = ImmediateClock()
    var iterator = clock.timer(interval: .seconds(2)).makeAsyncIterator()
    for seconds in [2, 4, 6] {
      _ = await iterator.next()
      #expect(clock.now == .init(offset: .seconds(seconds)))
    }
  }

  @Test("A late timer skips missed firings and keeps its rhythm")
  func late() async throws {
    let clock = ImmediateClock()
    var iterator = AsyncTimerSequence(interval: .seconds(2), clock: clock).makeAsyncIterator()
    #expect(await iterator.next() == .init(offset: .seconds(2)))
    try await clock.sleep(for: .seconds(5))
    #expect(await iterator.next() == .init(offset: .seconds(8)))
  }

  @Test("A timer ends when its task is canceled")
  func canceled() async {
    let task = Task {
      let clock: any Clock<Duration> = ImmediateClock()
      var count = 0
      for await _ in clock.timer(interval: .seconds(1)) {
        count += 1
        if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    #expect(await task.value == 3)
  }
}
