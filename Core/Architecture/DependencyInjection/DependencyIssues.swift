import Issues

/// An issue: code outside of tests read a dependency whose key has only a test value.
struct MissingLiveValue<Key: TestDependencyKey> {
  let resolution: Resolution

  func report() {
    reportMissingDependency(description, at: resolution.site?.location)
  }
}

extension MissingLiveValue: CustomStringConvertible {
  var description: String {
    """
    \(resolution.nameOfDependency(key: Key.self)) has no live value; its test value is used instead.
      Type: \(Key.Value.self)
      Key: \(Key.self)
    Conform \(Key.self) to 'DependencyKey' with a 'liveValue', and link the module that does so.
    """
  }
}

/// An issue: a test read a dependency that it does not override.
struct UncontrolledDependency {
  let key: Any.Type
  let value: Any.Type
  let resolution: Resolution
}

extension UncontrolledDependency: CustomStringConvertible {
  var description: String {
    let name = resolution.nameOfDependency(key: key)
    let setting =
      resolution.property.isEmpty
      ? "$0[\(key).self] = …" : "$0.\(resolution.property) = …"
    return """
      \(name) has no value for tests, but the test read it; the live value is used instead.
        Type: \(value)
        Key: \(key)
      Override it with 'withDependencies { \(setting) } operation: { … }', or give \(key) a \
      'testValue'.
      """
  }
}

extension Resolution {
  func nameOfDependency(key: Any.Type) -> String {
    property.isEmpty ? "@Dependency(\(key).self)" : "@Dependency(\\.\(property))"
  }
}

/// An issue: a test used a built-in dependency that it does not override.
struct UnimplementedDependency: Sendable {
  let name: String
  /// A Swift expression that a test could assign to the property.
  let example: String
  let location: CodeLocation?

  init(_ name: String, example: String) {
    self.name = name
    self.example = example
    self.location = Resolution.current.site?.location
  }

  func report() {
    reportMissingDependency(description, at: location)
  }

  /// Fails the test, unless the value is computed only to be replaced or modified.
  func reportUnlessAssigning() {
    if !Resolution.current.isAssigning { report() }
  }
}

extension UnimplementedDependency: CustomStringConvertible {
  var description: String {
    """
    @Dependency(\\.\(name)) is not controlled by the test that uses it. Override it with \
    'withDependencies { $0.\(name) = \(example) } operation: { … }'.
    """
  }
}
