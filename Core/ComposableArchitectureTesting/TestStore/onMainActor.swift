import Dispatch

/// Runs a function on the main actor from wherever the caller is, and returns when it has run.
///
/// The main actor never waits for a thread, so waiting for it cannot lock both.
func onMainActor<Result: Sendable>(_ body: @MainActor () -> Result) -> Result {
  if DispatchQueue.getSpecific(key: MainQueueMark.key) != nil {
    return MainActor.assumeIsolated(body)
  }
  return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
}

/// What tells the main queue, which the main actor runs on, from all others.
private enum MainQueueMark {
  static let key = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}
