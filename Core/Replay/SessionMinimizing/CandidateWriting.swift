import Foundation
import Platform
import RecordCoding
import RecordedValues
import ReducerRuntime
import SessionLog
import SessionModel
import SessionRecording
import SessionReplay

extension CandidateJudge {
  func write(
    _ candidate: SessionCandidate, to path: String, overwrite: Bool
  ) throws(MinimizerError) {
    addSteps(of: candidate)
    // Only reads that the steps still make are written. A separate run finds them.
    let limit = crashes ? candidate.stepCount - 1 : nil
    let result = try reduce(candidate, limit: limit)
    if !crashes, case .other(let reason) = result.outcome {
      throw MinimizerError(.notRepeated(reason))
    }
    var candidate = candidate
    for (stepIndex, count) in result.readCounts {
      let reads = tape.reads(at: stepIndex, in: candidate)
      candidate.supplied[stepIndex] = Array(reads.prefix(count))
    }
    do {
      try write(candidate, limit, result, to: path, overwrite)
    } catch let error as MinimizerError {
      throw error
    } catch {
      throw MinimizerError(.notWritten("\(error)"))
    }
  }

  /// Whether the app crashes in the last step, which must then be written without being reduced.
  private var crashes: Bool { goal.isCrash }

  private func write(
    _ candidate: SessionCandidate, _ limit: Int?, _ result: Result, to path: String,
    _ overwrite: Bool
  ) throws {
    let failure = Mutex<SessionRecordingError?>(nil)
    let initialState = try tape.initialState()
    var writer: SessionWriter<State, Action>? = try SessionWriter(
      path: path, header: candidate.omitsCalls ? tape.header.withoutCalls() : tape.header,
      initialState: initialState,
      options: LogWriterOptions(
        overwrite: overwrite, journal: crashes ? .mapped : .memoryOnly, payloads: .session),
      onFailure: { error in failure.withLock { $0 = $0 ?? error } })
    var events = tape.events(of: candidate)[...]
    do {
      if limit != 0 {
        _ = try reduce(candidate, limit: limit) { [self] step, action, effect, new in
          if let writer {
            append(step, action, effect, new, to: writer, result, candidate)
            append(events.take(before: step.number + 1), to: writer)
          }
        }
      }
      if crashes {
        writer.map { appendCrash(candidate, to: $0) }
      } else {
        writer?.flush()
      }
      if let failure = failure.withLock({ $0 }) { throw failure }
      if crashes {
        writer = nil
        try recover(path, overwrite)
      } else {
        _ = try writer?.finish()
      }
    } catch {
      writer?.discard()
      throw error
    }
  }

  private func append(
    _ step: ReplayedStep, _ action: Action, _ effect: Effect<Action>,
    _ state: UnsafePointer<State>, to writer: SessionWriter<State, Action>, _ result: Result,
    _ candidate: SessionCandidate
  ) {
    let form = SentActionForm(in: tape.header)
    let isTarget = goal.isDivergence && Int(clamping: step.number) == candidate.stepCount
    var details = StepDetails(step.origin, .of(step.reads), effect, form: form)
    if isTarget, tape.steps[target].effect != actualEffect {
      details = StepDetails(
        origin: step.origin, reads: details.reads, effect: tape.steps[target].effect,
        identities: details.identities)
    }
    let record = StepRecord(
      number: step.number, elapsedMilliseconds: step.elapsedMilliseconds, details: details)
    guard isTarget, let expected = result.expected,
      let wanted = self.state(of: expected, like: state.pointee)
    else { return writer.append(action, record, leadingTo: state) }
    withUnsafePointer(to: wanted) { writer.append(action, record, leadingTo: $0) }
  }

  private func append(
    _ events: some Sequence<KeptEvent>, to writer: SessionWriter<State, Action>
  ) {
    for event in events {
      event.event.withBytes { writer.append(event: $0, elapsed: event.elapsedMilliseconds) }
    }
  }

  /// Appends the step that crashes the app. Like a recorder, begins it but does not end it.
  private func appendCrash(
    _ candidate: SessionCandidate, to writer: SessionWriter<State, Action>
  ) {
    guard let stepIndex = candidate.stepIndices.last,
      let action = tape.action(at: stepIndex, in: candidate)
    else { return }
    writer.flush()
    let step = KeptSteps(tape, candidate).step(at: stepIndex)
    writer.begin(
      action, number: step.number, origin: step.origin, elapsed: step.elapsedMilliseconds)
  }

  private func recover(_ path: String, _ overwrite: Bool) throws {
    let partial = LogFile.partialPath(for: path)
    defer {
      for left in [partial, LogFile.journalPath(forPartial: partial)] { unlink(left.pathBytes) }
    }
    _ = try recoverLog(
      from: partial, to: path, overwrite: overwrite, readerOptions: .session)
  }

  /// Returns a value as a state. The parts that only keyframes store are taken from `other`.
  private func state(of value: RecordedValue, like other: State) -> State? {
    let bytes = tape.header.bytes(of: value, as: tape.header.state)
    var decoder = RecordDecoder(bytes)
    guard let plain = try? decoder.decode(State.self) else { return nil }
    decoder = RecordDecoder(bytes)
    decoder.supplement = KeyframeSupplement(of: other, for: plain)
    return (try? decoder.decode(State.self)) ?? plain
  }
}

extension ArraySlice<KeptEvent> {
  /// Removes and returns the events before a step.
  fileprivate mutating func take(before step: UInt64) -> Self {
    let taken = prefix { $0.step < step }
    removeFirst(taken.count)
    return taken
  }
}
