import Dispatch
import SessionLog
import SessionDocument

/// The result of replaying a log: its verdict and the text that explains it.
///
///     let report = SessionReplayer { AppFeature() }.replay(URL(fileURLWithPath: "s.reprise"))
///     print(report)
public struct ReplayReport: Sendable {
  /// The path of the log.
  public package(set) var path: String
  /// The verdict.
  public package(set) var verdict: Verdict
  /// The number of steps that were as recorded before the first step that differs.
  public package(set) var verifiedSteps: UInt64
  /// The number of steps in the log, as far as it can be read.
  public package(set) var stepCount: UInt64
  /// The number of steps that were lost to damage before the log was recovered.
  public package(set) var lostSteps: UInt64
  package var gapCount: Int
  /// The last step, if the recorded app ended in it and the replayed app finished it.
  package var survivedStep: UInt64?
  /// The fit of the log with this build's types; `nil` if it has the same types.
  package var fit: SchemaFit?
  /// The recorded steps up to and including the first step that differs.
  package var context: [ContextStep] = []
  package var feature: String?
  /// The version of the app that recorded a log that differs. If the version is the same, a build
  /// with other types.
  package var otherVersion: String?
  /// The duration of the replay in microseconds.
  package var microseconds: UInt64 = 0
  /// The steps that differ when each begins with the recorded state; `nil` if not requested.
  package var differing: DifferingSteps?

  /// The references of the session that the log does not describe.
  package var undescribed = UndescribedReferences()

  /// The effects that were run; `nil` if none were.
  package var effects: EffectReport?

  /// Whether the session has no steps. A replay then verifies nothing.
  package var isEmpty: Bool {
    guard case .match = verdict else { return false }
    return stepCount == 0 && verifiedSteps == 0 && lostSteps == 0 && survivedStep == nil
  }

  package init(
    path: String, verdict: Verdict, verifiedSteps: UInt64 = 0, stepCount: UInt64 = 0,
    lostSteps: UInt64 = 0, gapCount: Int = 0, survivedStep: UInt64? = nil
  ) {
    self.path = path
    self.verdict = verdict
    self.verifiedSteps = verifiedSteps
    self.stepCount = stepCount
    self.lostSteps = lostSteps
    self.gapCount = gapCount
    self.survivedStep = survivedStep
  }
}

// Encoded only between workers and the process that started them; not part of the interface.
@_documentation(visibility: internal)
extension ReplayReport: Codable {}

package struct DifferingSteps: Codable, Sendable {
  /// The maximum number of steps to list; further steps are only counted.
  private static let limit = 100
  /// The maximum number of runs to list; further steps are only counted.
  private static let maxRanges = 1_000

  package private(set) var count: UInt64 = 0
  package private(set) var first: [Divergence] = []
  /// The numbers of the steps that differ, as runs of consecutive steps.
  package private(set) var ranges: [ClosedRange<UInt64>] = []
  /// The number of steps in no run, since the maximum number of runs was reached.
  package private(set) var unlisted: UInt64 = 0

  mutating func append(_ divergence: Divergence) {
    count += 1
    if first.count < Self.limit { first.append(divergence) }
    if let last = ranges.last, unlisted == 0, last.upperBound + 1 == divergence.step {
      ranges[ranges.count - 1] = last.lowerBound...divergence.step
    } else if ranges.count < Self.maxRanges {
      ranges.append(divergence.step...divergence.step)
    } else {
      unlisted += 1
    }
  }
}

extension ReplayReport: CustomStringConvertible {
  /// The verdict with the step, its action, the difference and the preceding steps, in lines.
  public var description: String {
    ReplayText(remedy: nil).lines(for: self).joined(separator: "\n")
  }
}

extension ReplayReport {
  mutating func describe(_ reader: SessionReader) {
    stepCount = reader.log.stepCount
    lostSteps = reader.log.lostSteps
    gapCount = reader.log.gaps.count
    undescribed = UndescribedReferences(in: reader.header)
  }

  package mutating func describe(_ context: StepContext) {
    self.context = context.steps
    feature = context.feature
  }

  package static func timed(_ replay: () -> ReplayReport) -> ReplayReport {
    let start = DispatchTime.now().uptimeNanoseconds
    var report = replay()
    report.microseconds = (DispatchTime.now().uptimeNanoseconds - start) / 1_000
    return report
  }

  /// Changes the verdict of a log with lost steps to damaged, unless it is already worse.
  mutating func refuseGaps() {
    guard gapCount > 0, verdict.kind < .crashed else { return }
    let error = SessionReadError.lostSteps(path: path, steps: lostSteps, gaps: gapCount)
    verdict = .damaged(DamagedLog(error, verdict.divergence))
  }
}

extension ReplayReport {
  /// Whether the log matches and the report has nothing but counts to add.
  package var isPlainMatch: Bool {
    guard case .match = verdict else { return false }
    return lostSteps == 0 && gapCount == 0 && survivedStep == nil && fit == nil
      && context.isEmpty && differing == nil && effects == nil
      && undescribed.paths.isEmpty
  }
}
