extension UnimplementedClockUse: CustomStringConvertible {
  var description: String {
    """
    Unimplemented: \(clock).\(endpoint)

    The test says that this clock is not used, and it was. Give the feature a clock that the test \
    controls: an immediate one, or a test clock.
    """
  }
}
