extension LatePreparation: CustomStringConvertible {
  var description: String {
    """
    The dependency of the key '\(key)' was prepared after it had been read or prepared, and keeps \
    the value it had. Call 'prepareDependencies' once, before anything reads the dependency.
    """
  }
}
