import RecordCoding
import RecordedValues
import ReducerRuntime
import SchemaEvolution
import SessionDocument
package import SessionReplay

/// The object that `replay --json` prints, without its list of logs.
///
/// Logs are encoded one at a time, because there may be more of them than memory can hold.
package struct ReplayResults: Sendable {
  package struct Log: Encodable, Sendable {
    let path: String
    let verdict: String
    let steps: UInt64
    let verifiedSteps: UInt64
    /// The result of running the effects, or `nil` if they were not run.
    var effects: Effects?
    var lostSteps: UInt64?
    /// The number of gaps that contain the lost steps.
    var gaps: Int?
    /// The last step, if the app ended in it during the recording but not in the replay.
    var survivedStep: UInt64?
    var divergence: Step?
    var crash: CrashResult?
    var message: String?
    var fit: Fit?
    var context: [String]?
    /// The feature that declares the action of the first step that differs.
    var feature: String?
    var differingSteps: UInt64?
    var differingRanges: [Range]?
    var differing: [Step]?
  }

  package struct Effects: Encodable, Sendable {
    let verified: Int
    /// Descriptions of the effects that could not be verified.
    let unverified: [String]
    /// The reason why no effect of the log can be verified.
    let message: String?

    init(_ effects: EffectReport) {
      verified = effects.verifiedCount
      unverified = effects.unverified.map(\.description)
      message = effects.obstacle
    }
  }

  package struct Range: Encodable, Sendable {
    let first: UInt64
    let last: UInt64
  }

  package struct Group: Encodable, Sendable {
    let verdict: String
    var action: String?
    /// The field, effect, dependency or message at fault.
    var subject: String?
    let count: Int
    /// The paths of the logs, beginning with the log that has the fewest steps.
    let logs: [String]

    init(_ group: ReportGroup) {
      verdict = group.cause.verdict
      action = group.cause.action.isEmpty ? nil : group.cause.action
      subject = group.cause.subject.isEmpty ? nil : group.cause.subject
      count = group.count
      logs = group.paths
    }
  }

  package struct Fit: Encodable, Sendable {
    let grade: ResolutionGrade
    let changes: [String]

    init(_ fit: SchemaFit) {
      grade = fit.grade
      changes = fit.lines
    }
  }

  /// A step that differs from its recording.
  package struct Step: Encodable, Sendable {
    let kind: String
    let step: UInt64
    let action: String
    var path: String?
    var expected: String?
    var actual: String?
    var difference: [String]?
    var message: String?
    /// The effect that differs, if the step is as recorded.
    var effect: Effect?
  }

  /// An effect that differs from its recording.
  package struct Effect: Encodable, Sendable {
    /// The number of the effect in the log, as in `show --calls --json`.
    let number: UInt64
    /// The position among the effects of the step, from 1.
    let position: Int
    /// The number of its calls before the difference.
    let calls: Int
    /// `true` if its next recorded call is the expected one, and `nil` otherwise.
    let expectsCall: Bool?
  }

  package struct CrashResult: Encodable, Sendable {
    let step: UInt64
    /// The position of the running effect among the effects of the step.
    let effect: Int?
    let action: String
    let cause: String
    let message: String
    let lastLine: String?
    let frames: [String]
    let asRecorded: Bool

    init(_ crash: Crash) {
      step = crash.step
      effect = crash.effect
      action = crash.action
      cause = crash.cause.name
      message = crash.description
      lastLine = crash.lastLine
      frames = crash.frames.map(\.description)
      asRecorded = crash.isAsRecorded
    }
  }

  private struct Head: Encodable {
    let exitCode: Int32
    let groups: [Group]
    /// The number of logs that weren't replayed because the replay stopped before them.
    let leftOut: Int?
  }

  private let head: Head
  private let verdict: String

  package init(_ overview: ReplayOverview, exitCode: Int32) {
    verdict = overview.verdict
    head = Head(
      exitCode: exitCode,
      groups: overview.groups.filter { $0.kind != .match }.map(Group.init),
      leftOut: overview.leftOut > 0 ? overview.leftOut : nil)
  }

  /// The text of the object before and after the elements of its list of logs.
  package var frame: (opening: String, closing: String) {
    // The keys are sorted, as in all results.
    (#"\#(JSONText.line(head).dropLast()),"logs":["#, #"],"verdict":\#(JSONText.line(verdict))}"#)
  }

  package static func element(_ report: ReplayReport) -> String { JSONText.line(Log(report)) }
}

extension ReplayResults.Log {
  init(_ report: ReplayReport) {
    path = report.path
    verdict = report.verdict.name
    steps = report.stepCount
    verifiedSteps = report.verifiedSteps
    effects = report.effects.map(ReplayResults.Effects.init)
    lostSteps = report.lostSteps > 0 ? report.lostSteps : nil
    gaps = report.gapCount > 0 ? report.gapCount : nil
    survivedStep = report.survivedStep
    fit = report.fit.map(ReplayResults.Fit.init)
    context = report.context.isEmpty ? nil : report.context.flatMap { StepLine.lines(of: $0) }
    feature = report.feature
    differingSteps = report.differing?.count
    differingRanges = report.differing?.ranges.map {
      ReplayResults.Range(first: $0.lowerBound, last: $0.upperBound)
    }
    differing = report.differing?.first.map { ReplayResults.Step($0) }
    switch report.verdict {
    case .match: break
    case .diverged(let divergence): self.divergence = ReplayResults.Step(divergence)
    case .crashed(let crash): self.crash = ReplayResults.CrashResult(crash)
    case .incompatible(let log): message = log.description
    case .damaged(let log):
      message = log.description
      self.divergence = log.divergence.map { ReplayResults.Step($0) }
    case .failed(let message): self.message = message
    }
  }
}

extension ReplayResults.Step {
  init(_ divergence: Divergence) {
    kind = divergence.name
    step = divergence.step
    action = divergence.action
    switch divergence.kind {
    case .state(let state):
      path = state.path
      expected = state.expected
      actual = state.actual
      difference = state.difference
    case .effect(let expected, let actual):
      self.expected = expected
      self.actual = actual
    case .sender(let startedBy, let effect):
      message = "the effect of step \(startedBy), which is recorded as the sender, is \(effect)"
    case .call(let call):
      message = "effect \(call.position) of the step \(call.cause.rawValue)"
      expected = call.expected
      actual = call.actual
      path = call.difference?.path
      difference = call.difference?.difference
      effect = call.recorded.map {
        ReplayResults.Effect(
          number: $0.number, position: call.position, calls: $0.callCount,
          expectsCall: $0.nextCall == call.expected ? true : nil)
      }
    case .dependency(let problem):
      message = problem
    case .unanswered(let name):
      message = Divergence.text(ofUnanswered: name)
    case .unrecorded: break
    }
    if let unrecorded = divergence.unrecorded {
      message = ([unrecorded.description] + (message.map { [$0] } ?? [])).joined(separator: "; ")
    }
  }
}

/// The object that `replay --update --json` prints.
package struct UpdateResults: Encodable, Sendable {
  struct Log: Encodable {
    let path: String
    let outcome: String
    var divergence: ReplayResults.Step?
    var message: String?
    var lostCalls: String?
    var calls: [Call]?
  }

  /// A call of the old log, and the call that replaces it.
  struct Call: Encodable {
    let step: UInt64
    let effect: Int
    let recorded: String
    let actual: String?
  }

  let exitCode: Int32
  let groups: [ReplayResults.Group]
  let logs: [Log]

  /// Creates the object from the outcomes of several logs and the causes of their differences.
  package init(_ reports: [UpdateReport], groups: [ReportGroup], exitCode: Int32) {
    self.exitCode = exitCode
    self.groups = groups.map { ReplayResults.Group($0) }
    logs = reports.map { report in
      var log = Log(path: report.path, outcome: report.outcome.name)
      log.lostCalls = report.lostCalls
      if !report.changedCalls.isEmpty {
        log.calls = report.changedCalls.map {
          Call(step: $0.step, effect: $0.position, recorded: $0.old, actual: $0.new)
        }
      }
      switch report.outcome {
      case .unchanged: break
      case .otherVersion(let version, let divergence):
        log.divergence = ReplayResults.Step(divergence)
        log.message = "recorded by \(version)"
      case .pending(let divergence), .updated(let divergence),
        .refused(.diverged(let divergence)):
        log.divergence = ReplayResults.Step(divergence)
      case .refused(let verdict):
        log.message = ReplayText().lines(for: ReplayReport(path: report.path, verdict: verdict))
          .joined(separator: "\n")
      case .notWritten(let message): log.message = message
      }
      return log
    }
  }
}
