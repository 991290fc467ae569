extension Incompatibility: CustomStringConvertible {
  /// What does not fit, and what can be done about it.
  package var description: String {
    switch self {
    case .otherApp(let expected, let found):
      "the log is of the app '\(found)', and this is '\(expected)'; replay it with '\(found)'"
    case .format(let error):
      error.description
    case .newerTypes(let expected, let found):
      "the log is of version \(found) of the app's types, and this build has version \(expected); "
        + "replay it with a newer build"
    case .state, .action, .draws:
      "\(reason). \(Self.remedy)"
    }
  }

  /// What does not fit, without a remedy.
  package var reason: String {
    switch self {
    case .state(0, let error):
      "the first state cannot be read as this build's: \(error)"
    case .state(let step, let error):
      "the state after step \(step) cannot be read as this build's: \(error)"
    case .action(let step, let error):
      "the action of step \(step) cannot be read as this build's: \(error)"
    case .draws(let name):
      "the log holds draws of the dependency '\(name)', which this build does not record alike"
    case .otherApp, .format, .newerTypes:
      description
    }
  }

  /// What is to blame, the same for all logs that it makes incompatible.
  package var blame: String {
    switch self {
    case .state(_, let error), .action(_, let error): "\(error)"
    case .draws, .otherApp, .format, .newerTypes: reason
    }
  }

  private static let remedy = """
    Say beside the type what became of it, with '@RecordedAs', an initial value or a migration, \
    replay the log with the build that recorded it, or record the session again.
    """
}
