package import DependencyInjection
import Synchronization

/// Which of its values a shared reference gives.
enum SharedSide {
  /// The value as it is now; within an assertion of a test, the expected one.
  case current
  /// The expected value of an assertion.
  case expected
  /// The value with which the expected one is compared.
  case compared
}

/// What changes of shared values mean where a test store is at work.
package enum SharedScope: Sendable {
  /// They are noted, to be asserted later.
  case tracked(SharedTimeline)
  /// They are what a test expects, and leave the values themselves alone.
  case viewed(SharedView)

  private static let users = Atomic(0)

  /// Notes that a test store is there; as long as none is, nobody asks for scopes.
  package static func begin() { users.add(1, ordering: .sequentiallyConsistent) }

  /// Ends what `begin()` began.
  package static func end() { users.subtract(1, ordering: .sequentiallyConsistent) }

  /// Runs a function, and shows its result with the changes of shared values that it made.
  ///
  /// `show` reads the values after the function. `SharedView.showingExpected` reads those before.
  package static func tracking<Result>(
    _ body: () -> Result, then show: (Result) -> Void
  ) -> Result {
    begin()
    defer { end() }
    // A test store tracks the changes already, and must not miss these.
    let timeline = if case .tracked(let outer) = current { outer } else { SharedTimeline() }
    let start = timeline.position
    let result = run(under: .tracked(timeline), body)
    let view = SharedView(of: timeline, from: start, to: timeline.position)
    run(under: .viewed(view)) { view.showingActual { show(result) } }
    return result
  }

  private static func run<Result>(under scope: SharedScope, _ body: () -> Result) -> Result {
    var dependencies = DependencyValues.current
    dependencies.sharedScope = scope
    return DependencyValues.run(under: dependencies, body)
  }

  static var isUsed: Bool { users.load(ordering: .relaxed) != 0 }

  /// The scope in force.
  static var current: SharedScope? {
    DependencyValues.current.overriding(SharedScopeKey.self) ?? nil
  }

  /// The view of shared values in force: that of an assertion, or of a step that is printed.
  package static var view: SharedView? {
    if case .viewed(let view) = current { view } else { nil }
  }
}

private enum SharedScopeKey: DependencyKey {
  static let liveValue: SharedScope? = nil
  static let testValue: SharedScope? = nil
}

extension DependencyValues {
  /// What changes of shared values mean.
  package var sharedScope: SharedScope? {
    get { self[SharedScopeKey.self] }
    set { self[SharedScopeKey.self] = newValue }
  }
}
