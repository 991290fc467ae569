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
