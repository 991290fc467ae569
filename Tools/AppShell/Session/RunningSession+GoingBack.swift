import ComposableArchitecture
import SessionLog
import SessionRecording
import SessionReplay

// Going on from an earlier state of the session.
extension RunningSession {
  /// Keeps the states after steps from now on, and tells of each step as it is shown.
  ///
  /// The index of a step, counted from the state at which this begins, is that for `goBack(to:)`.
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

  /// Ends what `follow` began.
  func stopFollowing() {
    printer.onStep = nil
    printer.onBegin = nil
  }

  private func noteEffects() {
    past.noteEffects(effectNames.effects(ofSteps: store.stepsWithEffects))
  }

  /// Goes on from the state after a step, in a new log if the session is recorded.
  ///
  /// Effects under way are cancelled, the log so far is completed, and the state is the first of the
  /// new log, beside the old one. Nothing changes if that cannot be created.
  package func goBack(to index: Int) throws(GoingBackError) -> GoneBack {
    guard let moment = past[index] else { throw .forgotten }
    noteEffects()
    let effects = past[index]?.effects ?? []
    let state = moment.state.state()
    // The app's keys give the shared values that were read their storages.
    let beginning = files.using { App.initialState }
    var new: LogInProgress<State, Action>?
    if recording != nil {
      do throws(SessionRecordingError) {
        new = try makeRecording(at: nextPath(), state)
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
    begin(
      state, after: new == nil ? moment.number : 0, drawingAfter: UInt64(past.count))
    withExtendedLifetime(beginning) {}
    effectNames = EffectNames()
    past.append(state, after: moment.number)
    return GoneBack(
      step: moment.number, oldPath: completed.last(where: \.isKept)?.path,
      newPath: new.flatMap { $0.isKept ? $0.path : nil }, effects: effects, failure: failure)
  }

  /// The path of the next log: `s-2.reprise` after `s.reprise`, or the first such that is free.
  private func nextPath() -> String {
    let first = completed.first?.path ?? recording?.path ?? ""
    var number = completed.count + 2
    while true {
      let path = SiblingLog.path(of: first, number: number)
      // What is left of a recording that was killed is somebody's as well.
      let isFree = [path, "\(path).partial", "\(path).partial.journal"]
        .allSatisfy { FileKind(at: $0) == nil }
      if isFree { return path }
      number += 1
    }
  }
}

/// What came of going back.
package struct GoneBack: Equatable, Sendable {
  /// The step after which the session goes on.
  package let step: UInt64
  /// The log that was completed, if there is one.
  package let oldPath: String?
  /// The log that begins.
  package let newPath: String?
  /// The effects that were under way after that step, and are not started again.
  package let effects: [RunningEffect]
  /// Why the log so far could not be completed, if so.
  package let failure: SessionRecordingError?

  /// Creates an outcome.
  package init(
    step: UInt64, oldPath: String? = nil, newPath: String? = nil, effects: [RunningEffect] = [],
    failure: SessionRecordingError? = nil
  ) {
    self.step = step
    self.oldPath = oldPath
    self.newPath = newPath
    self.effects = effects
    self.failure = failure
  }

  /// What a person is told.
  package var note: String {
    let place = step == 0 ? "from the beginning" : "from step \(step)"
    var text = "Goes on \(place)"
    if let newPath { text += " in '\(SiblingLog.name(of: newPath).visible)'" }
    if let oldPath {
      let name = SiblingLog.name(of: oldPath).visible
      text += "; '\(name)' " + (failure.map { "is not complete: \($0)".visible } ?? "is complete")
    }
    text += "."
    guard !effects.isEmpty else { return text }
    let shown = effects.prefix(3).map { "\($0.action) (step \($0.step))" }.joined(separator: ", ")
    let others = effects.count - 3
    return "\(text) Not started again: \(shown)" + (others > 0 ? " and \(others) more." : ".")
  }
}

/// Why a session cannot go back.
package enum GoingBackError: Error, Equatable, Sendable {
  /// The state is not kept any more.
  case forgotten
  /// The new log cannot be created.
  case recording(SessionRecordingError)
}

extension GoingBackError: CustomStringConvertible {
  /// What stands in the way, and the remedy.
  package var description: String {
    switch self {
    case .forgotten:
      "The state after this step is not kept any more; 'run --resume LOG --at N' goes on from any step."
    case .recording(let error): "The new log cannot begin, and nothing has changed: \(error)"
    }
  }
}

/// The names of logs that go on from states of another.
package enum SiblingLog {
  /// The path of a log beside another: `a/s-2.reprise` for `a/s.reprise`.
  package static func path(of path: String, number: Int) -> String {
    let name = name(of: path)
    let folder = path.dropLast(name.count)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(path)-\(number)"
    }
    return "\(folder)\(name[..<dot])-\(number)\(name[dot...])"
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
