extension UnimplementedCall: CustomStringConvertible {
  var description: String {
    let title = name.isEmpty ? "Unimplemented" : "Unimplemented: \(name)"
    if isEndpoint {
      return """
        \(title)

        The endpoint was called, and nothing has been assigned to it. Assign a closure to it where \
        the dependencies are overridden, as in '$0.client.endpoint = { … }'.
        """
    }
    return """
      \(title) …

      It was called\(arguments.map { " with \($0)" } ?? "") where no call was expected. Give the \
      code under test an implementation in its place.
      """
  }
}
