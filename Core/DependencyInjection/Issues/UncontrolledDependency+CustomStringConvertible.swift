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
