import Platform
package import ReplayCorpus
import SessionLog
import SessionReplay

extension RecordingVerificationOutcome {
  /// The lines that describe a problem with the recording; empty if it replays as recorded.
  package var problem: [String] {
    switch self {
    case .verified: []
    case .interrupted:
      ["the verification was interrupted; 'replay' verifies the recording"]
    case .differs(let report, let isFirstReplay):
      Self.problem(
        report,
        blame: isFirstReplay ? "" : "values that remain from the first replay change the second; ")
    }
  }

  private static let effectRemedy =
    "  the order of a Set or a Dictionary differs in each process: sort it before a loop, and take "
    + "times and random values from dependencies"

  private static func problem(_ report: ReplayReport, blame: String) -> [String] {
    let text = ReplayText().brief
    switch report.verdict {
    case .match: return []
    case .diverged(let divergence) where divergence.kind == .unrecorded:
      return [
        "the recording is not complete: step \(divergence.step) of \(report.stepCount), "
          + "\(divergence.action.visible), needs an answer that is not in the log"
      ] + text.lines(for: divergence)
    case .diverged(let divergence) where divergence.isOfEffect:
      // Two sets in one process can have different orders, so the first replay is not to blame.
      return [
        "an effect is not deterministic: an effect of step \(divergence.step) of "
          + "\(report.stepCount), \(divergence.action.visible), does not do what was just recorded"
      ] + text.lines(for: divergence) + [Self.effectRemedy]
    case .diverged(let divergence):
      return [
        "the reducer is not deterministic: \(blame)step \(divergence.step) of \(report.stepCount), "
          + "\(divergence.action.visible), does not replay as it was just recorded"
      ] + text.lines(for: divergence)
    case .crashed(let crash) where crash.effect != nil:
      return ["an effect is not deterministic: the app ends in an effect in a replay"]
        + text.lines(for: report)
    case .crashed:
      return ["the reducer is not deterministic: \(blame)the app ends in a replay"]
        + text.lines(for: report)
    case .incompatible, .damaged, .failed:
      return ["the recording could not be verified:"] + text.lines(for: report)
    }
  }
}

extension Divergence {
  fileprivate var isOfEffect: Bool { if case .call = kind { true } else { false } }
}
