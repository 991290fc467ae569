/// Code that is no test read a dependency whose key has only a test value.
struct MissingLiveValue {
  let key: Any.Type
  let value: Any.Type
  let resolution: Resolution
}

extension MissingLiveValue: CustomStringConvertible {
  var description: String {
    """
    \(resolution.nameOfDependency(key: key)) has no live value; its test value is used instead.
      Type: \(value)
      Key: \(key)
    Conform \(key) to 'DependencyKey' with a 'liveValue', and link the module that does so.
    """
  }
}

/// A test touched a dependency that it does not control.
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
  /// The dependency as it is written where it is declared.
  func nameOfDependency(key: Any.Type) -> String {
    property.isEmpty ? "@Dependency(\(key).self)" : "@Dependency(\\.\(property))"
  }
}

/// A test used a dependency of the library that it does not control.
struct UnimplementedDependency: Sendable {
  /// The name of the property of `DependencyValues`.
  let name: String
  /// What a test may assign to it, as Swift.
  let example: String
  /// The declaration through which the dependency was first read, where it is known.
  let location: CodeLocation?

  init(_ name: String, example: String) {
    self.name = name
    self.example = example
    self.location = Resolution.current.site?.location
  }

  /// Fails the test.
  func report() {
    reportIssue(description, at: location)
  }

  /// Fails the test, unless the value being computed is only read to be replaced or changed.
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
