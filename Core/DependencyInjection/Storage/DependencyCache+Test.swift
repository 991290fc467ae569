import Locking

extension DependencyCache {
  private static let caches = Mutex<[String: DependencyCache]>([:])

  /// The cache of the test that runs; nil outside of tests, and where the test cannot be told.
  static var ofCurrentTest: DependencyCache? {
    guard DependencyContext.ofProcess == .test, let id = TestFrameworks.linked?.currentTestID
    else { return nil }
    return caches.withLock { caches in
      let cache = caches[id] ?? DependencyCache()
      caches[id] = cache
      return cache
    }
  }
}
