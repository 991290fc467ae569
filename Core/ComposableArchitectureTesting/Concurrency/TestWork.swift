/// The work of the test that makes this, as a test store or a test clock knows it.
final class TestWork: Sendable {
  private let scope: WorkScope?
  private let isSerial: Bool

  /// Gets to know the test that runs; `isSerial` has its tasks run on the main thread one by one.
  init(isSerial: Bool) {
    scope = WorkScope.adoptingCurrentTask()
    self.isSerial = isSerial
    if isSerial { scope?.beginSerial() }
  }

  deinit {
    if isSerial { scope?.endSerial() }
  }

  /// Waits until nothing of the test can proceed.
  ///
  /// Then all its tasks wait: for a controlled clock, for the test itself, or for something from
  /// outside that no one can foresee, such as a real clock or a file. Work without end is given up
  /// on after a fixed amount of it.
  func settle() async {
    guard let current = WorkScope.adoptingCurrentTask() else { return await mainActorTurn() }
    guard let scope, scope !== current else {
      _ = await current.settle()
      return
    }
    // What was made by one task and is used by another belongs to both.
    while true {
      switch (await scope.settle(), await current.settle()) {
      case (_, .wasIdle), (.isEndless, _), (_, .isEndless): return
      default: continue
      }
    }
  }

  /// Waits until the main actor has done what waited for it: all that can be had where the runtime
  /// does not tell of tasks.
  private func mainActorTurn() async {
    await Task { @MainActor in }.value
  }
}
