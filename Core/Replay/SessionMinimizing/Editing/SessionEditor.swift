import Issues
package import RecordCoding
import RecordedValues
import ReducerRuntime
package import ReplayCorpus
import SessionDocument
import SessionLog
import SessionModel
import SessionRecording
package import SessionReplay

/// A change of a recorded session.
package struct SessionEdit: Sendable {
  package let step: UInt64
  /// The encoded action that replaces the recorded one; `nil` to leave out the step.
  package let action: [UInt8]?

  package init(step: UInt64, action: [UInt8]?) {
    (self.step, self.action) = (step, action)
  }
}

/// An editor that changes actions of a recorded session, and writes what follows as a new session.
///
/// The user's other actions stay. An action that an effect sent stays only if its effect, as far as
/// the log allows to determine, still sends it. If the reducer reads more than the log has, it gets
/// a new identity, or the value that it read last.
package struct SessionEditor<State: Recordable, Action: Recordable> {
  private var minimizer: SessionMinimizer<State, Action>

  package init(_ replayer: SessionReplayer<State, Action>) {
    minimizer = SessionMinimizer(replayer)
  }

  /// The worker settings; `nil` runs the app in this process, which a crash then ends.
  package var workers: WorkerSettings? {
    get { minimizer.workers }
    set { minimizer.workers = newValue }
  }

  /// Whether an existing log at the output path is replaced.
  package var overwrites: Bool {
    get { minimizer.overwrites }
    set { minimizer.overwrites = newValue }
  }

  /// Writes the session that follows from edits, after its replay has been verified.
  package func edit(
    path: String, _ edits: [SessionEdit], to output: String
  ) async throws(MinimizerError) -> EditedSession {
    try await minimizer.withEffects { (minimizer) throws(MinimizerError) in
      // The issues of each step are collected, and not reported again by each replay.
      let outcome = IssueReports.withHandler({ _ in }) {
        Result { () throws(MinimizerError) in
          var editing = try Editing(minimizer, path, edits)
          return try editing.write(to: output)
        }
      }
      return try outcome.get()
    }
  }
}

/// An edit in progress: the candidate is changed until it is what the app does.
private struct Editing<State: Recordable, Action: Recordable> {
  /// The maximum number of changes that follow from an edit. An action that sends itself at once
  /// has no end, and each change is a run of the session.
  private static var maxChanges: Int { 1_000 }

  private let minimizer: SessionMinimizer<State, Action>
  private let path: String
  private let evaluator: any CandidateEvaluator
  private var tape: SessionTape<State, Action>
  private var candidate: SessionCandidate
  private var end: EditedSession.End?
  private var crash: String?
  private var lostCalls: String?
  private var edited: Set<UInt64>
  /// The run that found nothing more to change.
  private var last = EditedRun()

  init(
    _ minimizer: SessionMinimizer<State, Action>, _ path: String, _ edits: [SessionEdit]
  ) throws(MinimizerError) {
    (self.minimizer, self.path) = (minimizer, path)
    tape = try SessionTape(path: path, through: nil, of: minimizer.replayer)
    evaluator = try minimizer.evaluator(of: tape, CandidateTask(path: path, goal: .end, last: nil))
    candidate = SessionCandidate(keeping: tape.steps.indices)
    candidate.omitsCalls = tape.events.isEmpty
    edited = Set(edits.map(\.step))
    for edit in edits {
      let stepIndex = try tape.stepIndex(of: edit)
      if let action = edit.action {
        candidate.actions[stepIndex] = action
        if tape.steps[stepIndex].parent != nil, !candidate.omitsCalls {
          candidate.omitsCalls = true
          lostCalls = "the effect that sent step \(edit.step) got a different answer"
        }
      } else {
        remove([stepIndex])
      }
    }
  }

  mutating func write(to output: String) throws(MinimizerError) -> EditedSession {
    try settle()
    guard candidate.stepCount > 0 else { throw .noSteps(path: path) }
    let goal: MinimizerGoal = crash == nil ? .end : .anyCrash
    let writer =
      crash == nil
      ? evaluator
      : try minimizer.evaluator(of: tape, CandidateTask(path: path, goal: goal, last: nil))
    let report = try minimizer.write(candidate, to: output, writer, goal)
    let numbers = tape.numbers
    return EditedSession(
      path: output, report: report, changes: changes(numbers),
      recordedSteps: Int(clamping: tape.reader.log.stepCount), steps: candidate.stepCount, end: end,
      crash: crash, lostCalls: lostCalls,
      issues: Dictionary(
        uniqueKeysWithValues: last.issues.compactMap { index, issue in
          numbers[index].map { ($0, issue) }
        }), supplied: supplied,
      unknownWork: last.unknownWork.compactMap { numbers[$0] }.sorted(),
      differingStep: differingStep)
  }

  /// The first step that this build performs differently even without an edit.
  private var differingStep: UInt64? {
    let report = minimizer.replays(of: path, withEffects: false, 1)[0]
    if case .diverged(let divergence) = report.verdict { return divergence.step }
    return nil
  }

  /// Changes the candidate until it is what the app does.
  private mutating func settle() throws(MinimizerError) {
    for _ in 0..<Self.maxChanges {
      let run = try evaluator.settle(candidate)
      last = run
      candidate.actions.merge(run.changed) { $1 }
      if let crash = run.crash { return try end(with: crash) }
      switch run.finding {
      case .lost(let stepIndices): remove(stepIndices)
      case .additional(let step):
        candidate.add(step)
        tape.add(step)
      case .reads(let stepIndex, let reads): candidate.supplied[stepIndex] = reads
      case .unanswered(let stepIndex, let problem):
        end = EditedSession.End(step: tape.numbers[stepIndex], problem: problem)
        candidate = candidate.prefix(candidate.stepIndices.count { $0 < stepIndex })
      case nil:
        let actions = candidate.actions
        let lost = try lostByWork()
        if lost.isEmpty, candidate.actions == actions { return }
        remove(lost)
      }
    }
    throw MinimizerError(.unsettled)
  }

  private mutating func end(with crash: EditedRun.Crash) throws(MinimizerError) {
    self.crash = crash.text
    candidate = candidate.prefix(crash.step)
    guard let last = candidate.stepIndices.last else { return }
    // The app's end took the changed actions with it.
    let run = try evaluator.settle(candidate.prefix(crash.step - 1))
    self.last = run
    candidate.actions.merge(run.changed) { $1 }
    if case .additional(let step) = run.finding, tape.steps[last].isSentAtOnce {
      candidate.actions[last] = step.action
    }
    // The effects of a session that crashes cannot be followed to its end.
    if !candidate.omitsCalls { _ = try evaluator.followEffects(of: &candidate, through: last - 1) }
  }

  /// Updates the calls of the candidate's effects, and returns the steps of actions that these no
  /// longer send.
  private mutating func lostByWork() throws(MinimizerError) -> Set<Int> {
    guard !candidate.omitsCalls else { return [] }
    let kept = Set(candidate.stepIndices)
    let recorded = tape.sentSteps(of: SessionCandidate(keeping: tape.steps.indices))
    if let reason = try evaluator.followEffects(of: &candidate, through: nil) {
      lostCalls = reason
    } else if candidate.omitsCalls {
      lostCalls = "its effects make calls that the log lacks"
    }
    if candidate.omitsCalls { return [] }
    return recorded.intersection(kept).subtracting(tape.sentSteps(of: candidate))
  }

  /// Removes steps, and those that followed from them.
  private mutating func remove(_ stepIndices: Set<Int>) {
    var removed = stepIndices
    for index in candidate.stepIndices {
      if let parent = tape.steps[index].parent, removed.contains(parent) { removed.insert(index) }
    }
    candidate = candidate.removing(removed)
  }

  /// The names of the dependencies that are read more often than recorded.
  private var supplied: [String] {
    var names: Set<String> = []
    let dependencies = minimizer.replayer.app.dependencies
    for (index, reads) in candidate.supplied {
      for dependency in Set(reads.map(\.dependency))
      where reads.count(where: { $0.dependency == dependency })
        > tape.steps[index].reads.count(where: { $0.dependency == dependency })
      {
        names.insert(dependencies[dependency].name)
      }
    }
    return names.sorted()
  }

  /// The texts of calls that the log cannot answer, by the index of the step of their effect.
  private var otherCalls: [Int: String] {
    var texts: [Int: String] = [:]
    for event in tape.events {
      guard case .began(let step) = event.event.content, let index = tape.indices[step] else {
        continue
      }
      texts[index] = texts[index] ?? candidate.otherCalls[event.event.effect]
    }
    return texts
  }

  private func changes(_ numbers: [Int: UInt64]) -> [EditedSession.Change] {
    let kept = Set(candidate.stepIndices)
    // Nothing is said about steps after the end.
    let lastShown = crash == nil && end == nil ? Int.max : kept.max() ?? 0
    let otherCalls = otherCalls
    let text = ActionText(schema: tape.header.schema, type: tape.header.action)
    func action(_ action: Action?) -> String {
      action.flatMap { tape.header.value(ofAction: $0) }.map { text.compactText(of: $0) } ?? "…"
    }
    return tape.steps.indices.compactMap { index in
      let step = tape.steps[index]
      let number = numbers[index]
      let isKept = kept.contains(index)
      guard index <= lastShown || number.map(edited.contains) == true else { return nil }
      guard !isKept || number == nil || candidate.actions[index] != nil else { return nil }
      return EditedSession.Change(
        step: number, isEdit: number.map(edited.contains) ?? false,
        sender: step.parent.flatMap { numbers[$0] },
        otherCall: isKept ? nil : step.parent.flatMap { otherCalls[$0] },
        old: number == nil ? nil : action(step.action),
        new: isKept ? action(tape.action(at: index, in: candidate)) : nil)
    }
  }
}

extension SessionTape {
  /// The numbers of the steps in the log by their indices. Added steps have none.
  fileprivate var numbers: [Int: UInt64] {
    Dictionary(uniqueKeysWithValues: indices.map { ($0.value, $0.key) })
  }

  /// Returns the index of the step of an edit, which must be possible.
  fileprivate func stepIndex(of edit: SessionEdit) throws(MinimizerError) -> Int {
    guard let index = indices[edit.step] else {
      throw MinimizerError(.noSuchStep(edit.step, last: indices.keys.max() ?? 0))
    }
    if steps[index].isSentAtOnce, let sender = steps[index].parent.flatMap({ numbers[$0] }) {
      throw MinimizerError(.sentAtOnce(edit.step, sender: sender))
    }
    return index
  }
}
