extension ModelWithoutDependencies: CustomStringConvertible {
  var description: String {
    """
    'withDependencies(from:)' was given a '\(model)', which has no '@Dependency' to take \
    dependencies from; the current dependencies are used instead. Add one to '\(model)'.
    """
  }
}
