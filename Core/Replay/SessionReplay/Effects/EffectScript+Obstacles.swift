import SessionModel

extension EffectScript {
  /// Notes that an effect, or the running reducer, uses something that a replay cannot observe.
  /// This reason replaces others.
  func block(_ obstacle: String, of number: UInt64?) {
    if let number {
      running[number]?.obstacle = obstacle
    } else if let reducedStep {
      issues[reducedStep] = obstacle
    }
  }

  /// Notes that an effect cannot be verified if one of its tasks waited for a real clock while
  /// others ran. The load then decides which of them is first.
  func blockIfRacing(_ effect: RecordedEffect) {
    guard let number = effect.number, tasks.hasSleeperAmongOthers(number) else { return }
    effect.obstacle = effect.obstacle ?? "one of its tasks waits for a real clock, while others run"
  }

  /// The maximum length of an issue in a report, which may contain a state.
  private static let maxIssueLength = 240

  /// Notes the issue of a dependency in an effect, or in a running reducer that returns an effect.
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
