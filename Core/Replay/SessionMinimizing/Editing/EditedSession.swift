package import SessionReplay

/// The session that follows from edits.
package struct EditedSession: Sendable {
  /// A step that the new session lacks, has in addition, or has with a different action.
  package struct Change: Equatable, Sendable {
    /// The number of the step in the recorded session; `nil` for an additional step.
    package let step: UInt64?
    /// Whether the user asked for the change, instead of it following from an edit.
    package let isEdit: Bool
    /// The recorded number of the step whose effect sent the action, or sends it now.
    package let sender: UInt64?
    /// A call of the effect that the log cannot answer, if the action is missing for this reason.
    package let otherCall: String?
    package let old: String?
    package let new: String?
  }

  /// The reason why the new session ends before the recorded one.
  package struct End: Equatable, Sendable {
    /// The recorded number of the step that is not performed; `nil` for an additional step.
    package let step: UInt64?
    package let problem: String
  }

  package let path: String
  /// The replay of the new session.
  package let report: ReplayReport
  /// In the order of the steps.
  package let changes: [Change]
  package let recordedSteps: Int
  package let steps: Int
  package let end: End?
  /// The crash of the app in the last step.
  package let crash: String?
  /// The reason why the new log has no calls, though the recorded one has.
  package let lostCalls: String?
  /// The first issue that was reported in each step, by recorded number.
  package let issues: [UInt64: String]
  /// The dependencies that are read more often than recorded.
  package let supplied: [String]
  /// The recorded numbers of steps whose effects perform work that the log does not have.
  package let unknownWork: [UInt64]
  /// The first step of the recorded session that this build performs differently even without an
  /// edit.
  package let differingStep: UInt64?
}
