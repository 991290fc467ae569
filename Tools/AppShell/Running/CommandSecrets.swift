package import RecordCoding
package import RecordedValues

/// A filter for commands that contain secrets, which must not be saved.
package struct CommandSecrets<Action: Recordable> {
  private let actions: ActionReader<Action>
  private var secretCommands: Set<String> = []
  /// The number of known secrets when the commands were last filtered.
  private var knownCount = 0

  package init(_ actions: ActionReader<Action>) {
    self.actions = actions
  }

  /// Checks a command for secrets. Call this before performing it, because the action may remove
  /// rows that the command refers to.
  package mutating func note(_ command: String, state: RecordedValue?) {
    if actions.mayHoldSecret(command, state: state) { secretCommands.insert(command) }
  }

  /// Whether more values have become secrets since the commands were last filtered.
  package var hasNewSecrets: Bool { (actions.secrets?.learned ?? 0) > knownCount }

  /// Returns the commands that don't contain a known secret.
  package mutating func kept(of commands: [String]) -> [String] {
    knownCount = actions.secrets?.learned ?? 0
    return commands.filter { !secretCommands.contains($0) && !actions.holdsKnownSecret($0) }
  }
}
