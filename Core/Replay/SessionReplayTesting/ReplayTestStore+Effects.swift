import DependencyInjection
import SessionReplay
import Issues
import RecordCoding
import ReplayCorpus
import SessionModel

/// A step of a test that was as expected, for the replay of the effects.
struct ReducedStep<Action> {
  let step: ReplayedStep
  let action: Action
  let references: [UInt8]
}

extension ReplayTestStore {
  /// Returns the effect with a number, for statements of what it does. Effects are numbered from 1
  /// in the order in which they begin.
  public func effect(_ number: Int) -> ExpectedEffect {
    ExpectedEffect(number: UInt64(clamping: number), story: story)
  }

  /// The calls of detached tasks, threads and queues, which no longer belong to an effect.
  public var detachedWork: ExpectedEffect {
    ExpectedEffect(number: EffectEvent.strayCalls, story: story)
  }

  /// Returns the call with a number, for statements of its answers.
  public func call(_ number: Int) -> ExpectedCall {
    ExpectedCall(number: UInt64(clamping: number), story: story)
  }

  /// Runs the effects of all steps so far from the initial state, and expects them to do what the
  /// test states.
  ///
  /// Calls of clients are answered by the test's statements, and time is virtual. The first
  /// statement that an effect does not meet fails at its line. Nothing is run after a step that
  /// differs. A note reports each effect that cannot be verified, with the reason. An effect that
  /// does nothing for `timeout` seconds and never suspends ends the process, after a message.
  /// `withOlderClocks` expects calls of clocks as in logs of version 0.1, in which a timer reads
  /// its clock later.
  @MainActor
  public func runEffects(
    timeout: Int = 60, withOlderClocks: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    guard !hasFailed, !story.hasFailed else { return }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let watch = EffectWatch(of: nil, in: "runEffects", at: location, seconds: timeout)
    defer { watch.end() }
    var steps = SessionReplayer(app)
    steps.progress = watch.progress
    var replayer = EffectReplayer(steps)
    replayer.givesUp = true
    var session = replayer.session(from: initialState, hasClockDurations: !withOlderClocks)
    session.items = story.entries.map { entry, _ in
      switch entry {
      case .step(let index):
        .step(
          self.steps[index].step, self.steps[index].action,
          references: self.steps[index].references)
      case .event(let event): .event(event)
      }
    }
    let result = await replayer.replay(session)
    let report = result.report
    if let divergence = report.divergence, case .call(let call) = divergence.kind {
      hasFailed = true
      let place = result.item.map { story.entries[$0].location } ?? location
      place.report(
        """
        effect \(call.position) of step \(divergence.step), \(divergence.action), \
        \(call.cause.rawValue):
        - \(call.expected)
        + \(call.actual)

        (- expected, + actual)
        """)
    } else if let obstacle = report.obstacle {
      location.note("effects are not verified: \(obstacle)")
    }
    for effect in report.unverified where report.divergence == nil {
      location.note(
        "effect \(effect.position) of step \(effect.step) is not verified: \(effect.reason)")
    }
  }
}
