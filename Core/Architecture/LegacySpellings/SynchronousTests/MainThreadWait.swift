#if EarlierTypes
  import Foundation
  import Issues

  extension CodeLocation {
    /// Performs asynchronous work on the main actor, and runs the main run loop until it has ended.
    ///
    /// Code within a task must await the work instead: the main actor cannot proceed in it.
    @MainActor
    func wait(for work: @escaping @MainActor () async -> Void) {
      guard withUnsafeCurrentTask(body: { $0 == nil }) else {
        return report(
          """
          A step of a test store was called without "await" within a task.

          Write "await" at the call, or make the test a function without "async".
          """)
      }
      let progress = Progress()
      Task { @MainActor in
        await work()
        progress.isDone = true
      }
      while !progress.isDone {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
      }
    }
  }

  @MainActor
  private final class Progress {
    var isDone = false
  }
#endif
