package import RecordCoding
package import RecordSchema

/// Tells which of the commands that were typed may be kept in a file.
package struct CommandSecrets<Action: Recordable> {
  private let actions: ActionReader<Action>
  private var secretCommands: Set<String> = []
  /// How many secrets were known when the commands were kept.
  private var learnedCount = 0

  /// Tells it of commands that are actions of an app.
  package init(_ actions: ActionReader<Action>) {
    self.actions = actions
  }

  /// Notes a command before it is performed, since that may take away the rows that it names.
  package mutating func note(_ command: String, state: RecordedValue?) {
    if actions.mayHoldSecret(command, state: state) { secretCommands.insert(command) }
  }

  /// Whether a command that was kept may hold what has become a secret since.
  package var hasNewSecrets: Bool { (actions.secrets?.learned ?? 0) > learnedCount }

  /// The commands that hold no secret, as far as is known by now.
  package mutating func kept(of commands: [String]) -> [String] {
    learnedCount = actions.secrets?.learned ?? 0
    return commands.filter { !secretCommands.contains($0) && !actions.holdsKnownSecret($0) }
  }
}
