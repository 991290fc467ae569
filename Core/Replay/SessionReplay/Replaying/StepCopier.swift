import RecordCoding
import ReducerRuntime
import SessionRecording

/// Writes the steps that an engine replays into a new log, with the events between them.
final class StepCopier<State: Recordable, Action: Recordable> {
  private let engine: ReplayEngine<State, Action>
  private var events: CopiedEvents?
  private let writer: SessionWriter<State, Action>
  private let form: SentActionForm

  init(
    _ engine: ReplayEngine<State, Action>, _ events: CopiedEvents?,
    into writer: SessionWriter<State, Action>, form: SentActionForm
  ) {
    (self.engine, self.events, self.writer, self.form) = (engine, events, writer, form)
    engine.onStep = { [unowned self] step, action, effect, state in
      write(step, action, effect, leadingTo: state)
    }
    engine.onOutsideChange = { [unowned self] step in
      writeEvents(before: step.number)
      _ = writer.appendOutsideChange(elapsed: step.elapsedMilliseconds)
    }
    engine.onMark = { [unowned self] step, text in
      writeEvents(before: step.number)
      writer.append(mark: text, elapsed: step.elapsedMilliseconds)
    }
    engine.onGap = { [unowned self] firstStep, state in
      // The events after the gap follow the state before that step.
      writeEvents(before: firstStep - 1)
      writer.skip(to: firstStep, from: state)
    }
  }

  /// Writes the events after the last step.
  func writeRest() {
    events?.write(through: .max, into: writer)
  }

  /// Releases the closures of the engine, which refer to the copier.
  func end() {
    (engine.onStep, engine.onOutsideChange, engine.onMark, engine.onGap) = (nil, nil, nil, nil)
  }

  private func write(
    _ step: ReplayedStep, _ action: Action, _ effect: Effect<Action>,
    leadingTo state: UnsafePointer<State>
  ) {
    writeEvents(before: step.number)
    let details = StepDetails(step.origin, .of(engine.reads(of: step)), effect, form: form)
    let record = StepRecord(
      number: step.number, elapsedMilliseconds: step.elapsedMilliseconds, details: details)
    writer.append(action, record, leadingTo: state)
  }

  private func writeEvents(before step: UInt64) {
    events?.write(through: step - 1, into: writer)
  }
}
