/// The overridden dependencies of a scope, and the cache that serves the others.
///
/// A class, so that to hand the current dependencies on costs one retain.
@usableFromInline
final class DependencyStorage: Sendable {
  let overrides: DependencyOverrides
  let cache: DependencyCache

  init(overrides: DependencyOverrides = DependencyOverrides(), cache: DependencyCache) {
    self.overrides = overrides
    self.cache = cache
  }
}

extension DependencyStorage {
  /// Nothing overridden, in a process that is no test.
  private static let ofProcess = DependencyStorage(cache: .process)

  /// What is in force outside of all scopes.
  ///
  /// In a test, the default values are the test's own. Where the test cannot be told (a detached
  /// task, a thread), each call gives new ones, so that no two tests ever share state.
  static var unbound: DependencyStorage {
    guard DependencyContext.ofProcess == .test else { return ofProcess }
    return DependencyStorage(cache: .ofCurrentTest ?? DependencyCache())
  }
}
