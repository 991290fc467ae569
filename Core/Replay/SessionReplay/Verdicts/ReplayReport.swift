import Dispatch
import SessionLog

/// The result of replaying one log: its verdict, and all there is to say of it as text.
///
///     let report = SessionReplayer { AppFeature() }.replay(URL(fileURLWithPath: "s.reprise"))
///     print(report)
public struct ReplayReport: Sendable {
  /// The path of the log.
  public package(set) var path: String
  /// The verdict.
  public package(set) var verdict: Verdict
  /// The number of steps that were as recorded, before the first that was not.
  public package(set) var verifiedSteps: UInt64
  /// The number of steps that the log has, as far as it can be read.
  public package(set) var stepCount: UInt64
  /// The number of steps that were lost before the log was recovered from damage.
  public package(set) var lostSteps: UInt64
  /// In how many gaps they were.
  package var gapCount: Int
  /// The last step, if the app ended in it when the log was recorded, and it ran to its end now.
  package var survivedStep: UInt64?
  /// How the log fits today's types; `nil` if it is of these types.
  package var fit: SchemaFit?
  /// The recorded steps that lead to the first that differs, and that one.
  package var context: [ContextStep] = []
  /// The feature that declares the action of that step.
  package var feature: String?
  /// Which other version recorded a log that differs: the app's version or, where that is the same,
  /// other types; `nil` if this version did.
  package var otherVersion: String?
  /// How long the log took, in microseconds.
  package var microseconds: UInt64 = 0
  /// The steps that differ if each begins with the recorded state; `nil` if they were not asked for.
  package var differing: DifferingSteps?

  /// Whether the session has no steps, so that a replay verifies nothing.
  package var isEmpty: Bool {
    guard case .match = verdict else { return false }
    return stepCount == 0 && verifiedSteps == 0 && lostSteps == 0 && survivedStep == nil
  }

  /// Describes what came of a log as far as it is known.
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

// Workers send it to the process that started them; its coded form is no part of the interface.
@_documentation(visibility: internal)
extension ReplayReport: Codable {}

/// The steps of a log that differ, each from its recorded state.
package struct DifferingSteps: Codable, Sendable {
  /// More steps than this are counted only.
  private static let limit = 100
  /// More runs of steps than this are counted only.
  private static let mostRanges = 1_000

  /// How many there are.
  package private(set) var count: UInt64 = 0
  /// The first of them.
  package private(set) var first: [Divergence] = []
  /// The numbers of the steps, as runs of steps that follow each other.
  package private(set) var ranges: [ClosedRange<UInt64>] = []
  /// How many steps are in none of these, since they are behind more runs than are kept.
  package private(set) var unlisted: UInt64 = 0

  mutating func append(_ divergence: Divergence) {
    count += 1
    if first.count < Self.limit { first.append(divergence) }
    if let last = ranges.last, unlisted == 0, last.upperBound + 1 == divergence.step {
      ranges[ranges.count - 1] = last.lowerBound...divergence.step
    } else if ranges.count < Self.mostRanges {
      ranges.append(divergence.step...divergence.step)
    } else {
      unlisted += 1
    }
  }
}

extension ReplayReport: CustomStringConvertible {
  /// The verdict with the step, its action, what differs and the steps before, in lines.
  public var description: String {
    ReplayText(remedy: nil).lines(for: self).joined(separator: "\n")
  }
}

extension ReplayReport {
  /// Takes over how many steps a log has, and how many it has lost.
  mutating func describe(_ reader: SessionReader) {
    stepCount = reader.log.stepCount
    lostSteps = reader.log.lostSteps
    gapCount = reader.log.gaps.count
  }

  /// Takes over what leads to a step that differs.
  mutating func describe(_ context: StepContext) {
    self.context = context.steps
    feature = context.feature
  }

  /// Runs a replay and notes how long it takes.
  static func timed(_ replay: () -> ReplayReport) -> ReplayReport {
    let start = DispatchTime.now().uptimeNanoseconds
    var report = replay()
    report.microseconds = (DispatchTime.now().uptimeNanoseconds - start) / 1_000
    return report
  }

  /// Judges a log that has lost steps as a damaged one, unless something worse is known of it.
  mutating func refuseGaps() {
    guard gapCount > 0, verdict.kind < .crashed else { return }
    let error = SessionReadError.lostSteps(path: path, steps: lostSteps, gaps: gapCount)
    verdict = .damaged(DamagedLog(error, verdict.divergence))
  }
}

extension ReplayReport {
  /// Whether the log matches, and numbers tell all there is to say.
  package var isPlainMatch: Bool {
    guard case .match = verdict else { return false }
    return lostSteps == 0 && gapCount == 0 && survivedStep == nil && fit == nil
      && context.isEmpty && differing == nil
  }
}
