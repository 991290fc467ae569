package import ActionText
package import RecordSchema

/// Which steps of a log a person wants to see.
package struct StepFilter: Sendable {
  /// Steps that change something at a path, above or below it; all, if there are none.
  package var paths: [ValuePath] = []
  /// Steps whose action is named so.
  package var action: ActionName?
  /// Whether only steps are shown that changed something.
  package var showsChangesOnly = false

  /// Lets every step through.
  package init() {}

  /// Whether a log must hold what its steps changed.
  package var needsStates: Bool { showsChangesOnly || !paths.isEmpty }

  /// Whether the last step that was read is shown.
  package func accepts(_ step: RecordedStep, of steps: ComparedSteps) -> Bool {
    if showsChangesOnly, !step.hasChange { return false }
    if let action, step.kind != .action || !action.matches(step.action) { return false }
    return paths.isEmpty || steps.touchesPaths
  }
}
