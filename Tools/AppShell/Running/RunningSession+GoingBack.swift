import ComposableArchitecture
import SessionLog
package import SessionRecording
import SessionReplay
package import TerminalApp

extension RunningSession {
  /// Indices for `goBack(to:)` count states from the current one, which has index 0.
  package func follow(_ onStep: @escaping (ShownStep) -> Void) {
    past.append(store.state, after: beginning)
    printer.onStep = { [weak self] step, state in
      guard let self else { return }
      if step.hasEffect { effectNames.add(step.action, of: step.number) }
      past.append(state.pointee, after: step.number)
      onStep(step)
    }
    printer.onBegin = { [weak self] in self?.noteEffects() }
  }

  func stopFollowing() {
    printer.onStep = nil
    printer.onBegin = nil
  }

  private func noteEffects() {
    past.noteEffects(effectNames.effects(ofSteps: store.stepsWithEffects))
  }

  /// Continues from the state after a step, in a new log if the session is recorded.
  ///
  /// Running effects are canceled. If the new log cannot be created, nothing changes.
  package func goBack(to index: Int) throws(GoingBackError) -> GoneBack {
    guard let moment = past[index] else { throw .forgotten }
    noteEffects()
    let effects = past[index]?.effects ?? []
    let state = moment.state.state()
    // Evaluating the app's shared keys attaches storages to the shared values in the state.
    let beginning = files.using { App.initialState }
    var new: LogInProgress<State, Action>?
    if recording != nil {
      do throws(SessionRecordingError) {
        new = try settings.log(at: nextPath(), from: state)
      } catch {
        throw .recording(error)
      }
    }
    store.cancelEffects()
    if let new { served?.switchToLog(at: new.path) }
    var failure: SessionRecordingError?
    if let old = recording {
      if case .failure(let error) = old.complete() { failure = error }
      completed.append(old)
    }
    recording = new
    new?.noteUntilComplete()
    begin(
      state, after: new == nil ? moment.number : 0, drawingAfter: UInt64(past.count))
    withExtendedLifetime(beginning) {}
    effectNames = EffectNames()
    past.append(state, after: moment.number)
    return GoneBack(
      step: moment.number, oldPath: completed.last { $0.isKept && !$0.isRemoved }?.path,
      newPath: new.flatMap { $0.isKept ? $0.path : nil }, effects: effects, failure: failure)
  }

  /// Returns the path of the next log: `s-2.reprise` after `s.reprise`, or the first unused number.
  private func nextPath() -> String {
    let first = completed.first?.path ?? recording?.path ?? ""
    return LogFile.unusedPath(from: completed.count + 2) {
      SiblingLog.path(of: first, number: $0)
    }
  }
}

package enum GoingBackError: Error, Equatable, Sendable {
  case forgotten
  case recording(SessionRecordingError)
}

extension GoingBackError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .forgotten:
      """
      The state after this step is no longer kept; 'run --resume LOG --at N' resumes from any step.
      """
    case .recording(let error): "Cannot create the new log, so nothing has changed: \(error)"
    }
  }
}
