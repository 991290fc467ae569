import SessionReplay
import RecordCoding
import ReducerRuntime
import ReplayCorpus
import SessionModel

/// A replay of the effects of candidates, which determines the calls that they still make.
///
/// Effects run on the main actor, while the search waits on a different thread.
final class CandidateEffects<State: Recordable, Action: Recordable>: Sendable {
  private let effects: EffectReplayer<State, Action>

  init(_ replayer: SessionReplayer<State, Action>) {
    var replayer = replayer
    // The main thread must not use the objects that this thread reuses.
    replayer.reuse = nil
    effects = EffectReplayer(replayer)
  }

  /// Updates the events of a candidate, up to a step, to match its effects.
  ///
  /// The events of an effect end where the effect differs from its recording. If `takesActions` is
  /// true, an effect that only sends a different action continues, and the candidate gets that
  /// action.
  func adjust(
    _ candidate: inout SessionCandidate, of tape: SessionTape<State, Action>, upTo last: Int?,
    takesActions: Bool = false
  ) throws(MinimizerError) {
    var whole = SessionCandidate(keeping: tape.steps.indices)
    // If an effect differs even in the whole session, its output from there on shows the fault.
    _ = try follow(&whole, of: tape, upTo: last)
    (candidate.cuts, candidate.omitsCalls) = (whole.cuts, whole.omitsCalls)
    // The session ends there, and what effects did later depends on later steps.
    candidate.lastStepWithEvents = candidate.stepIndices.last
    _ = try follow(&candidate, of: tape, upTo: last, takesActions: takesActions)
  }

  /// Returns whether the effects of a candidate still send all actions that the candidate keeps.
  ///
  /// An effect that makes a different call, or uses different arguments, would get a different
  /// answer.
  func keepsAnswers(
    _ candidate: SessionCandidate, of tape: SessionTape<State, Action>, upTo last: Int?
  ) throws(MinimizerError) -> Bool {
    var whole = SessionCandidate(keeping: tape.steps.indices)
    whole.cuts = candidate.cuts
    let needed = tape.sentSteps(of: whole).intersection(candidate.stepIndices)
    guard !needed.isEmpty else { return true }
    var followed = candidate
    followed.lastStepWithEvents = candidate.stepIndices.last
    _ = try follow(&followed, of: tape, upTo: last)
    return followed.omitsCalls || tape.sentSteps(of: followed).isSuperset(of: needed)
  }

  /// Cuts off the events of each effect where the effect differs from its recording, until the
  /// divergence of a goal occurs. Returns whether it occurs.
  func cut(
    _ candidate: inout SessionCandidate, of tape: SessionTape<State, Action>, goal: CallGoal
  ) throws(MinimizerError) -> Bool {
    try follow(&candidate, of: tape, upTo: nil, goal: goal)
  }

  /// The maximum number of changes to the events of a candidate.
  private static var maxChanges: Int { 200 }

  private func follow(
    _ candidate: inout SessionCandidate, of tape: SessionTape<State, Action>, upTo last: Int?,
    goal: CallGoal? = nil, takesActions: Bool = false
  ) throws(MinimizerError) -> Bool {
    for _ in 0..<Self.maxChanges {
      let events = tape.events(of: candidate)
      guard !events.isEmpty else { return false }
      let session = Session(tape, candidate, events, upTo: last)
      let result = try replay(session, tape)
      guard let divergence = result.report.divergence, case .call(let call) = divergence.kind else {
        let missing = result.missing.compactMap { session.effect(at: $0.position, of: $0.step) }
        if missing.isEmpty { return false }
        for effect in missing { candidate.cuts[effect] = -1 }
        continue
      }
      let stepIndex = candidate.stepIndices[Int(clamping: divergence.step) - 1]
      if let goal, goal.isMet(by: call, ofStepAt: stepIndex) { return true }
      if takesActions, let action = result.sentAction,
        let sent = session.lastStep(neededAt: result.item),
        candidate.stepIndices.indices.contains(sent)
      {
        candidate.actions[candidate.stepIndices[sent]] = action
        continue
      }
      guard let (effect, count) = session.cut(at: result.item, of: call.position, divergence.step)
      else { break }
      candidate.cuts[effect] = count
      if call.cause == .otherCall { candidate.otherCalls[effect] = call.actual }
    }
    candidate.omitsCalls = true
    return false
  }

  /// Returns the divergence of the effects of a whole session and the index of the last step that
  /// it needs; `nil` if they do what is recorded.
  func divergence(
    of tape: SessionTape<State, Action>
  ) throws(MinimizerError) -> (goal: CallGoal, last: Int)? {
    let whole = SessionCandidate(keeping: tape.steps.indices)
    let events = tape.events(of: whole)
    guard !events.isEmpty else { return nil }
    let session = Session(tape, whole, events, upTo: nil)
    let result = try replay(session, tape)
    guard let divergence = result.report.divergence, case .call(let call) = divergence.kind else {
      return nil
    }
    let goal = CallGoal(
      key: VerdictKey(divergence), stepIndex: Int(clamping: divergence.step) - 1, call: call)
    return (goal, session.lastStep(neededAt: result.item) ?? tape.steps.count - 1)
  }

  /// Replays the effects of a log whose steps match.
  func report(onLogAt path: String) -> EffectReport {
    MainThread.run { [effects] in await effects.replay(path: path) }
  }

  private func replay(
    _ session: Session, _ tape: SessionTape<State, Action>
  ) throws(MinimizerError) -> EffectSessionResult {
    let initialState: State
    do throws(ReplayStop) {
      initialState = try tape.initialState()
    } catch {
      throw .cannotReplay(SessionReplayer<State, Action>.verdict(of: error, after: nil))
    }
    // Used only on the main actor, while this thread waits.
    nonisolated(unsafe) let (state, items) = (initialState, session.items)
    return MainThread.run { [effects] in
      var session = effects.session(from: state)
      session.items = items
      return await effects.replay(session)
    }
  }
}

extension CandidateEffects {
  /// The steps and events of a candidate in their order.
  private struct Session {
    private(set) var items: [EffectSession<State, Action>.Item] = []
    /// The recorded event of each item that is an event.
    private var recorded: [EffectEvent?] = []

    init(
      _ tape: SessionTape<State, Action>, _ candidate: SessionCandidate, _ events: [KeptEvent],
      upTo last: Int?
    ) {
      let source = KeptSteps(tape, candidate)
      var events = events[...]
      for (index, stepIndex) in candidate.stepIndices.enumerated() {
        guard stepIndex <= last ?? .max, let action = tape.action(at: stepIndex, in: candidate)
        else { return }
        let step = source.step(at: stepIndex)
        items.append(.step(step, action, references: tape.steps[stepIndex].references))
        recorded.append(nil)
        while let event = events.first, event.step <= UInt64(index + 1) {
          items.append(.event(event.event))
          recorded.append(event.recorded)
          events.removeFirst()
        }
      }
    }

    /// Returns the index of the last step up to an item that is due at a divergence. If an effect
    /// sends an action with this item, the action's step is the last one.
    func lastStep(neededAt item: Int?) -> Int? {
      guard let item else { return nil }
      let steps = items[...item].count { if case .step = $0 { true } else { false } }
      if case .event(let event) = items[item], event.content == .sent { return steps }
      return steps - 1
    }

    /// Returns how many of an effect's first events are cancellations of calls, counted from their
    /// end. The cause of the cancellations is missing if the effect then differs.
    private func cancellations(of effect: UInt64, before count: Int) -> Int {
      let events = recorded.compactMap { $0 }.filter { $0.effect == effect }.dropFirst()
      return events.prefix(count).reversed().prefix { event in
        if case .ended(_, .canceled) = event.content { true } else { false }
      }.count
    }

    /// Returns the recorded number of the effect at a position among the effects of a step, from 1.
    func effect(at position: Int, of step: UInt64) -> UInt64? {
      let starts = items.indices.filter { index in
        if case .event(let event) = items[index] {
          event.content == .began(step: step)
        } else {
          false
        }
      }
      return starts.indices.contains(position - 1) ? recorded[starts[position - 1]]?.effect : nil
    }

    /// Returns the effect that diverges when an item is due, and how many of its events to keep.
    func cut(at item: Int?, of position: Int, _ step: UInt64) -> (effect: UInt64, count: Int)? {
      guard let effect = effect(at: position, of: step) else { return nil }
      let all = recorded.count { $0?.effect == effect } - 1
      guard all > 0 else { return nil }
      var count = item.map { recorded[..<$0].count { $0?.effect == effect } - 1 } ?? all - 1
      count -= cancellations(of: effect, before: count)
      return (effect, max(0, min(count, all - 1)))
    }
  }
}
