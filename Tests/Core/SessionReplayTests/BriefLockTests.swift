import Dispatch
import Locking
import Testing

/// The lock under which steps are recorded and taken to be written.
struct BriefLockTests {
  private final class Counter: @unchecked Sendable {
    private let lock = BriefLock()
    // Touched under the lock only.
    private var count = 0

    func add() {
      lock.lock()
      defer { lock.unlock() }
      count += 1
    }

    var total: Int { count }
  }

  @Test("No two threads have the lock at once")
  func exclusive() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<20_000 { counter.add() }
    }
    #expect(counter.total == 80_000)
  }
}
