package import CReplayWorker

/// A record of a replay's progress, for a process or a thread that watches it.
package struct StepProgress: Sendable {
  // Only one thread at a time writes. The other process or thread reads single words.
  private nonisolated(unsafe) let page: UnsafeMutablePointer<rp_worker_page>

  package init(_ page: UnsafeMutablePointer<rp_worker_page>) {
    self.page = page
  }

  package func begin(log: UInt64) {
    rp_worker_store(&page.pointee.step, 0)
    rp_worker_store(&page.pointee.effect, 0)
    rp_worker_store(&page.pointee.writes, 0)
    rp_worker_store(&page.pointee.log, log)
  }

  /// Records the step that is being reduced; 0 for none.
  @inline(__always)
  package func reduce(_ step: UInt64) {
    rp_worker_store(&page.pointee.step, step)
  }

  /// Records the effect that continues, by its position among the effects of a step; 0 for none.
  package func run(_ effect: Int, of step: UInt64) {
    rp_worker_store(&page.pointee.effect, UInt64(effect))
    rp_worker_store(&page.pointee.step, step)
  }

  /// Notes that the replay has not stopped.
  package func read() {
    rp_worker_store(&page.pointee.reads, page.pointee.reads &+ 1)
  }

  func write(_ isWriting: Bool) {
    rp_worker_store(&page.pointee.writes, isWriting ? 1 : 0)
  }
}
