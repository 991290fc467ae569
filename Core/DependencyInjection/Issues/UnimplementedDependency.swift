/// A test used a dependency of the library that it does not control.
struct UnimplementedDependency: Sendable {
  /// The name of the property of `DependencyValues`.
  let name: String
  /// What a test may assign to it, as Swift.
  let example: String
  /// The declaration through which the dependency was first read, where it is known.
  let location: IssueLocation?

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
