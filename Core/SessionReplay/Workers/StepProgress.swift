import CReplayWorker

/// Where a replay notes how far it is, for a process that watches it.
package struct StepProgress: Sendable {
  // One thread writes it at a time, the one that replays; the other process reads single words.
  private nonisolated(unsafe) let page: UnsafeMutablePointer<rp_worker_page>

  init(_ page: UnsafeMutablePointer<rp_worker_page>) {
    self.page = page
  }

  /// Notes that a log is begun, by its number.
  func begin(log: UInt64) {
    page.pointee.step = 0
    page.pointee.writes = 0
    page.pointee.log = log
  }

  /// Notes the step that is reduced from now on, 0 if none is.
  @inline(__always)
  func reduce(_ step: UInt64) {
    page.pointee.step = step
  }

  /// Notes that a step was read.
  func read() {
    page.pointee.reads &+= 1
  }

  /// Notes whether a log is being written anew.
  func write(_ isWriting: Bool) {
    page.pointee.writes = isWriting ? 1 : 0
  }
}
