extension UnimplementedDependency: CustomStringConvertible {
  var description: String {
    """
    @Dependency(\\.\(name)) is not controlled by the test that uses it. Override it with \
    'withDependencies { $0.\(name) = \(example) } operation: { … }'.
    """
  }
}
