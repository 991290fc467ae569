import Issues

extension DependencyValues {
  /// The context: overridden, prepared, or determined by the process.
  var resolvedContext: DependencyContext { overriddenContext ?? storage.cache.context }

  /// The context of values that are prepared: an overridden one, or that of the caller.
  var preparedContext: DependencyContext {
    overriddenContext ?? Self.current.resolvedContext
  }

  private var overriddenContext: DependencyContext? {
    override(of: ObjectIdentifier(DependencyContextKey.self))?.value(of: DependencyContextKey.self)
  }

  func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, property: StaticString
  ) -> Key.Value {
    let context = resolvedContext
    guard let box = storage.cache.ready(ObjectIdentifier(key), in: context) else {
      return newDefaultValue(of: key, in: context, property: property)
    }
    return box.value(of: key)
  }

  private func newDefaultValue<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, property: StaticString
  ) -> Key.Value {
    if let box = DependencyCache.process.prepared(ObjectIdentifier(key), in: context) {
      return box.value(of: key)
    }
    let cache = storage.cache
    let resolution = Resolution(
      site: site, property: property.description,
      isAssigning: isAssigning || Resolution.current.isAssigning, isAnswered: cache.isAnswered)
    let compute = {
      var value = Self.run(under: valuesOfDefaults(in: context)) {
        Resolution.$current.withValue(resolution) {
          cache.simulationValue(of: key) ?? key.value(in: context)
        }
      }
      StoredEndpoints.assign(key, to: &value)
      return value
    }
    if context == .live, !(key is any DependencyKey.Type) {
      if !resolution.isAssigning { MissingLiveValue<Key>(resolution: resolution).report() }
      return cache.value(of: SubstituteKey<Key>.self, in: context, orElse: compute)
    }
    let isPerRead =
      context == .test && (resolution.isAssigning || key is any UncontrolledTestKey.Type)
    if isPerRead { return compute() }
    guard cache.isAnswered else { return cache.value(of: key, in: context, orElse: compute) }
    let (value, issues) = Self.withIssues(compute)
    for issue in issues { IssueReports.report(issue) }
    // A value with issues isn't cached. The next read, perhaps by a different effect, reports them
    // again.
    return issues.isEmpty ? cache.value(of: key, in: context) { value } : value
  }

  private static func withIssues<R>(_ operation: () -> R) -> (R, [ReportedIssue]) {
    let issues = LockIsolated<[ReportedIssue]>([])
    let result = IssueReports.withHandler({ issue in issues.withValue { $0.append(issue) } }) {
      operation()
    }
    return (result, issues.value)
  }

  /// The values under which a default value is computed.
  ///
  /// A value for tests sees the overrides of its first reader. Any other value outlives their
  /// scope, and ignores them.
  private func valuesOfDefaults(in context: DependencyContext) -> DependencyValues {
    if context == .test, storage.cache.isOfTest {
      var values = DependencyValues(flattened)
      values.observeReads(by: nil)
      return values
    }
    var values = DependencyValues(DependencyStorage(cache: storage.cache))
    if context != storage.cache.context { values.context = context }
    return values
  }
}

/// A key for the test value that is used instead of a missing live value.
///
/// A value under its own key would be found without a report of what is missing.
private enum SubstituteKey<Key: TestDependencyKey>: TestDependencyKey {
  static var testValue: Key.Value { Key.testValue }
}

extension DependencyValues {
  /// Begins a replay of effects, whose calls are answered from a log.
  ///
  /// Dependencies without overrides have the values for tests, which are created for this replay
  /// alone. Reading a dependency that has only a live value reports no issue: calls of a client are
  /// answered, too, and plain data makes no calls.
  package mutating func beginAnswering() {
    context = .test
    storage = DependencyStorage(
      overrides: storage.overrides, cache: DependencyCache(isAnswered: true))
  }
}

extension TestDependencyKey {
  fileprivate static func value(in context: DependencyContext) -> Value {
    switch context {
    case .live: return liveValue ?? testValue
    case .preview: return previewValue
    case .test: return testValue
    }
  }

  private static var liveValue: Value? {
    func live<Key: DependencyKey>(of key: Key.Type) -> Any { key.liveValue }
    return (Self.self as? any DependencyKey.Type).flatMap { live(of: $0) as? Value }
  }
}
