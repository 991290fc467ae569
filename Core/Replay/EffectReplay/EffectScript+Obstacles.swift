import SessionModel
import SessionReplay

extension EffectScript {
  /// Notes that an effect uses what a replay cannot observe, or that the reducer does that is
  /// running. This reason replaces others.
  func block(_ obstacle: String, of number: UInt64?) {
    if let number {
      running[number]?.obstacle = obstacle
    } else if let reducedStep {
      issues[reducedStep] = obstacle
    }
  }

  /// Notes that a difference between the tasks of an effect can come from something outside of the
  /// replay, which is never at the same time. Returns whether it can.
  func blockIfRacing(_ effect: RecordedEffect) -> Bool {
    guard effect.isConcurrent, let number = effect.number, tasks.continuedFromOutside(number) else {
      return false
    }
    effect.obstacle =
      effect.obstacle
      ?? "one of its tasks waits for something outside, such as a queue or a real clock"
    return true
  }

  /// The maximum length of an issue in a report, which may contain a state.
  private static let maxIssueLength = 240

  /// Notes the issue of a dependency in an effect, or while the reducer runs that returns one.
  func note(_ issue: String, of number: UInt64?) {
    let text = issue.split(separator: "\n").first.map(String.init) ?? ""
    let end = text.firstRange(of: ". ")?.lowerBound ?? text.endIndex
    let sentence = text[..<end]
    let isLong = sentence.count > Self.maxIssueLength
    let reason =
      "it uses something that is not in the log: \(sentence.prefix(Self.maxIssueLength))"
      + (isLong ? "…" : "")
    if let number {
      if let effect = running[number] { effect.obstacle = effect.obstacle ?? reason }
    } else if let reducedStep {
      issues[reducedStep] = issues[reducedStep] ?? reason
    }
  }

  /// Ends the replay without a divergence, with a reason why an effect is not verified.
  func stop(at effect: RecordedEffect, _ obstacle: String) {
    let reason = "the replay ended before it, at effect \(effect.position) of step \(effect.step)"
    // The effects that have not begun are counted, too.
    while read(self) { items.release(before: items.endIndex) }
    for other in effects where other.obstacle == nil && !other.isFinished {
      other.obstacle = reason
    }
    effect.obstacle = obstacle
    isStopped = true
  }
}
