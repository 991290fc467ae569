import Locking
import SessionLog
import Testing

struct WriterQueueTests {
  @Test("Work is done in the order in which it came, all of it before what is waited for")
  func order() {
    let queue = WriterQueue()
    let done = Mutex<[Int]>([])
    for round in 0..<20 {
      for piece in 0..<10 { queue.add { done.withLock { $0.append(round * 10 + piece) } } }
      queue.sync { #expect(done.withLock { $0 } == Array(0..<(round + 1) * 10)) }
    }
  }

  @Test("What the work that is waited for throws is thrown on")
  func failure() {
    let queue = WriterQueue()
    #expect(throws: SystemError(code: 5)) {
      try queue.sync { () throws(SystemError) in throw SystemError(code: 5) }
    }
    #expect(queue.sync { 42 } == 42)
  }

  @Test("The writer is woken for work that comes seldom")
  func seldom() {
    let arrivals = Arrivals()
    for milliseconds: UInt64 in [100, 200, 300] {
      #expect(arrivals.wakesAndSleeps(at: milliseconds))
    }
  }

  @Test("The writer is woken for work that comes so fast that it mostly has some")
  func fast() {
    let arrivals = Arrivals()
    for milliseconds: UInt64 in [100, 101, 102] {
      #expect(arrivals.wakesAndSleeps(at: milliseconds))
    }
  }

  @Test("The writer looks by itself for work that comes often, until none has come for a while")
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

  @Test("The writer does not look for work while somebody waits for it")
  func visitors() {
    let arrivals = Arrivals()
    #expect(arrivals.wakesAndSleeps(at: 100))
    arrivals.work.visitorCount += 1
    #expect(arrivals.wakesAndSleeps(at: 108))
    #expect(!arrivals.work.isAwake)
  }
}

/// Pieces of work that come at times that a test chooses, in milliseconds.
private final class Arrivals {
  var work = WorkArrivals()
  private static let millisecond: UInt64 = 1_000_000

  /// Adds a piece; returns whether the writer must be woken for it.
  func wakes(at milliseconds: UInt64) -> Bool {
    !work.add({}, at: milliseconds * Self.millisecond)
  }

  func takeAll() {
    while work.take() != nil {}
  }

  func pause(at milliseconds: UInt64) -> UInt64? {
    work.pause(at: milliseconds * Self.millisecond).map { $0 / Self.millisecond }
  }

  /// Whether the writer is woken for a piece, and sleeps when it is done.
  func wakesAndSleeps(at milliseconds: UInt64) -> Bool {
    let wakes = wakes(at: milliseconds)
    takeAll()
    return wakes && pause(at: milliseconds) == nil
  }
}
