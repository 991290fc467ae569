import Testing

@testable import ReplayCorpus

@Suite("The watch over a worker")
struct ProgressWatchTests {
  private let start = ContinuousClock.now
  private var watch: ProgressWatch

  init() { watch = ProgressWatch(stepLimit: 2, now: start) }

  private mutating func isOverdue(
    log: UInt64 = 0, step: UInt64 = 0, reads: UInt64 = 0, isIdle: Bool = false, after seconds: Int
  ) -> Bool {
    watch.isOverdue(
      at: ProgressWatch.Position(log: log, step: step, reads: reads), isIdle: isIdle,
      now: start + .seconds(seconds))
  }

  @Test("Starting a worker may take longer than a step")
  mutating func slowStart() {
    #expect(!isOverdue(after: 60))
    #expect(isOverdue(after: 61))
    #expect(watch.limit == 60)
  }

  @Test("A long time limit for steps also applies to the start of a worker")
  mutating func patient() {
    watch = ProgressWatch(stepLimit: 600, now: start)
    #expect(!isOverdue(after: 600))
    #expect(isOverdue(after: 601))
  }

  @Test("A worker in a log is overdue once its position has not changed for the limit")
  mutating func unchanged() {
    #expect(!isOverdue(log: 1, after: 50))
    #expect(!isOverdue(log: 1, after: 52))
    #expect(isOverdue(log: 1, after: 53))
    #expect(watch.limit == 2)
  }

  @Test(
    "A new log, a finished step and a read of a file are progress",
    arguments: [(2, 1, 1), (1, 2, 1), (1, 1, 2)] as [(UInt64, UInt64, UInt64)])
  mutating func progress(log: UInt64, step: UInt64, reads: UInt64) {
    #expect(!isOverdue(log: 1, step: 1, reads: 1, after: 1))
    #expect(!isOverdue(log: log, step: step, reads: reads, after: 9))
    #expect(!isOverdue(log: log, step: step, reads: reads, after: 11))
    #expect(isOverdue(log: log, step: step, reads: reads, after: 12))
  }

  @Test("A worker without a task is never overdue, and its next task has the whole limit")
  mutating func idle() {
    #expect(!isOverdue(log: 1, after: 1))
    #expect(!isOverdue(log: 1, isIdle: true, after: 100))
    watch.restart(at: start + .seconds(200))
    #expect(!isOverdue(log: 1, after: 202))
    #expect(isOverdue(log: 1, after: 203))
  }
}
