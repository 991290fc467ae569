package import RecordedValues
import SessionModel

/// A filter of the steps of a log that are shown.
package struct StepFilter: Sendable {
  /// The paths of parts that a step must change, in whole or in part; empty for all steps.
  package var paths: [ValuePath] = []
  package var action: ActionName?
  package var showsChangesOnly = false

  package init() {}

  /// Whether the filter requires a log that stores the changes of its steps.
  package var needsStates: Bool { showsChangesOnly || !paths.isEmpty }

  package func accepts(_ step: RecordedStep, of entries: SessionEntries) -> Bool {
    if showsChangesOnly, !step.hasChange { return false }
    if let action, step.kind != .action || !action.matches(step.action) { return false }
    return paths.isEmpty || entries.touchesPaths
  }
}
