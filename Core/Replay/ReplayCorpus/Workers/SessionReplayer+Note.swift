import CReplayWorker
package import SessionReplay

extension SessionReplayer {
  /// Replays a log in a process with other work, such as tests.
  ///
  /// If the app ends the process meanwhile, a message on standard error names the log and the step.
  package func replay(path: String, named name: String) -> ReplayReport {
    let page = UnsafeMutablePointer<rp_worker_page>.allocate(capacity: 1)
    page.initialize(to: rp_worker_page())
    defer { page.deallocate() }
    var replayer = self
    replayer.progress = StepProgress(page)
    return name.withCString { name in
      rp_note_begin(name, page)
      defer { rp_note_end() }
      return replayer.replay(path: path)
    }
  }
}
