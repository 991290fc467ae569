/// Those that want to know when the state of an engine changes.
///
/// Nobody is told, and nothing is done for it, as long as nobody wants to know.
@MainActor
final class StateWatchers {
  private var watchers: [Watcher] = []
  private(set) var isActive = false

  /// One that wants to know.
  private struct Watcher {
    /// Tells it; returns whether it wants to know of the next change too.
    let tell: () -> Bool
    /// Tells it that the engine has gone.
    let end: () -> Void
  }

  isolated deinit {
    for watcher in watchers { watcher.end() }
  }

  /// Adds one that is told as long as it returns that it wants to be.
  func add(_ tell: @escaping () -> Bool, end: @escaping () -> Void = {}) {
    watchers.append(Watcher(tell: tell, end: end))
    isActive = true
  }

  /// Tells all, in the order in which they were added.
  func tell() {
    let told = watchers
    // Who is added meanwhile has seen the new state.
    watchers = []
    let remaining = told.filter { $0.tell() }
    watchers = remaining + watchers
    isActive = !watchers.isEmpty
  }
}
