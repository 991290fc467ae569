import Locking
import SessionLog
import Testing

struct WriterQueueTests {
  @Test("Work is done in the order of its arrival, and all of it before a synchronous call")
  func order() {
    let queue = WriterQueue()
    let done = Mutex<[Int]>([])
    for round in 0..<20 {
      for piece in 0..<10 { queue.add { done.withLock { $0.append(round * 10 + piece) } } }
      queue.sync { #expect(done.withLock { $0 } == Array(0..<(round + 1) * 10)) }
    }
  }

  @Test("A synchronous call rethrows the error of its work")
  func failure() {
    let queue = WriterQueue()
    #expect(throws: SystemError(code: 5)) {
      try queue.sync { () throws(SystemError) in throw SystemError(code: 5) }
    }
    #expect(queue.sync { 42 } == 42)
  }

  @Test("The writer is woken for work that arrives rarely")
  func seldom() {
    let arrivals = Arrivals()
    for milliseconds: UInt64 in [100, 200, 300] {
      #expect(arrivals.wakesAndSleeps(at: milliseconds))
    }
  }

  @Test("The writer is woken for work that arrives so fast that some is usually pending")
  func fast() {
    let arrivals = Arrivals()
    for milliseconds: UInt64 in [100, 101, 102] {
      #expect(arrivals.wakesAndSleeps(at: milliseconds))
    }
  }

  @Test("The writer polls for work that arrives frequently, until none has arrived for a while")
  func often() {
    let arrivals = Arrivals()
    #expect(arrivals.wakesAndSleeps(at: 100))
    #expect(arrivals.wakes(at: 108))
    #expect(arrivals.pause(at: 108) == 0)
    arrivals.takeAll()
    #expect(arrivals.pause(at: 108) == 2)
    #expect(!arrivals.wakes(at: 116))
    arrivals.takeAll()
    #expect(arrivals.pause(at: 132) == 2)
    #expect(arrivals.pause(at: 133) == nil)
    #expect(arrivals.wakes(at: 134))
  }

  @Test("The writer does not poll while a caller waits for it")
  func visitors() {
    let arrivals = Arrivals()
    #expect(arrivals.wakesAndSleeps(at: 100))
    arrivals.work.waiterCount += 1
    #expect(arrivals.wakesAndSleeps(at: 108))
    #expect(!arrivals.work.isAwake)
  }
}

/// Pieces of work that arrive at times that a test sets, in milliseconds.
private final class Arrivals {
  var work = WorkArrivals()
  private static let millisecond: UInt64 = 1_000_000

  /// Adds a piece, and returns whether the writer must be woken for it.
  func wakes(at milliseconds: UInt64) -> Bool {
    !work.add({}, at: milliseconds * Self.millisecond)
  }

  func takeAll() {
    while work.take() != nil {}
  }

  func pause(at milliseconds: UInt64) -> UInt64? {
    work.pause(at: milliseconds * Self.millisecond).map { $0 / Self.millisecond }
  }

  /// Returns whether the writer is woken for a piece, and sleeps once it is done.
  func wakesAndSleeps(at milliseconds: UInt64) -> Bool {
    let wakes = wakes(at: milliseconds)
    takeAll()
    return wakes && pause(at: milliseconds) == nil
  }
}
