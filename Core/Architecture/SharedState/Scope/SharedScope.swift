package import DependencyInjection
import Synchronization
import ValueDump

/// The value that a shared reference returns.
enum SharedSide {
  /// The current value, or the expected value within a test's assertion.
  case current
  case expected
  /// The value to which the expected value is compared.
  case compared
}

/// The effect of changes to shared values while a test store is in use.
package enum SharedScope: Sendable {
  /// Changes are recorded, and must be asserted later.
  case tracked(SharedTimeline)
  /// Changes set a test's expectations, without modifying the values.
  case viewed(SharedView)

  private static let users = Atomic(0)

  /// Enables scopes for a test store. They are looked up only while they are enabled.
  package static func begin() { users.add(1, ordering: .sequentiallyConsistent) }

  /// Balances a call to `begin()`.
  package static func end() { users.subtract(1, ordering: .sequentiallyConsistent) }

  /// Runs a function, and shows its result with the changes it made to shared values.
  ///
  /// `show` reads the values after the function. `diff` compares them to the values before it.
  package static func tracking<Result>(
    _ body: () -> Result, then show: (Result) -> Void
  ) -> Result {
    begin()
    defer { end() }
    // If a test store is already tracking changes, it must see these too.
    let timeline = if case .tracked(let outer) = current { outer } else { SharedTimeline() }
    let start = timeline.position
    let result = run(under: .tracked(timeline), body)
    let view = SharedView(of: timeline, from: start, to: timeline.position)
    let earlier = view.isQuiet ? nil : EarlierValues { dump in view.showingExpected(dump) }
    EarlierValues.$current.withValue(earlier) {
      run(under: .viewed(view)) { view.showingActual { show(result) } }
    }
    return result
  }

  private static func run<Result>(under scope: SharedScope, _ body: () -> Result) -> Result {
    var dependencies = DependencyValues.current
    dependencies.sharedScope = scope
    return DependencyValues.run(under: dependencies, body)
  }

  static var isUsed: Bool { users.load(ordering: .relaxed) != 0 }

  static var current: SharedScope? {
    DependencyValues.current.overriding(SharedScopeKey.self) ?? nil
  }

  /// Whether changes set expectations.
  static var isViewed: Bool { isUsed && view != nil }

  /// The current view of shared values, from an assertion or from a step being printed.
  static var view: SharedView? {
    if case .viewed(let view) = current { view } else { nil }
  }
}

private enum SharedScopeKey: DependencyKey {
  static let liveValue: SharedScope? = nil
  static let testValue: SharedScope? = nil
}

extension DependencyValues {
  package var sharedScope: SharedScope? {
    get { self[SharedScopeKey.self] }
    set { self[SharedScopeKey.self] = newValue }
  }
}
