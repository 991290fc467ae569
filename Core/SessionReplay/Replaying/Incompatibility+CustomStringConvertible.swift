extension Incompatibility: CustomStringConvertible {
  /// What does not fit, and what can be done about it.
  package var description: String {
    switch self {
    case .otherApp(let expected, let found):
      "the log is of the app '\(found)', and this is '\(expected)'; replay it with '\(found)'"
    case .format(let error):
      error.description
    case .state(let difference):
      "the state is not that of the log: \(difference). \(Self.remedy)"
    case .action(let difference):
      "the actions are not those of the log: \(difference). \(Self.remedy)"
    case .draws(let name):
      "the log holds draws of the dependency '\(name)', which this build does not record. \(Self.remedy)"
    }
  }

  private static let remedy =
    "Replay the log with the build that recorded it, or record the session again."
}
