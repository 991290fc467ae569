/// A session to simulate, for a worker process or for this one.
package struct SimulationRequest: Codable, Sendable {
  /// The plan of the session, or its beginning if the rest is drawn.
  package var plan: SessionPlan
  /// The seed of the user's acts after the planned ones; `nil` if only the planned acts are
  /// performed.
  package var user: UInt64?
  /// The paths of actions that users do not send.
  package var excluded: Set<String> = []
  /// The path of a file that lists the logs whose values are drawn again.
  package var learned: String?
  /// The maximum number of acts of a drawn session.
  package var length = 40
  /// Whether the session only shows which actions effects send. It is then not replayed, and not
  /// repeated after a crash.
  package var isSurvey = false
  /// Whether choices that differ from the plain ones are marks of the log.
  package var marksChoices = false
  /// Whether the session belongs to a failure that is being minimized. Such a session is always
  /// completed.
  package var isOfFailure = false
  /// The file for the result so far. It is written before each act and after each choice, because
  /// the plan and its choices must outlive a crash.
  package var planFile: String?
  /// The path of the log of the app's last life.
  package var log: String

  package init(_ plan: SessionPlan, user: UInt64? = nil, log: String) {
    (self.plan, self.user, self.log) = (plan, user, log)
  }
}
