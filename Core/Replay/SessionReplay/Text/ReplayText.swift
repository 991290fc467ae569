import Platform
import SessionDocument
import SessionLog

/// A formatter of replay results for people.
package struct ReplayText: Sendable {
  package let paint: Paint
  package let isVerbose: Bool
  /// The maximum number of lines of a difference to print, unless verbose.
  private var differenceLimit = 40
  /// The number of characters after which a line is truncated; `nil` for no limit.
  private var width: Int?

  /// The option that shows omitted lines; `nil` if there is none.
  let remedy: String?

  package init(
    paint: Paint = .none, isVerbose: Bool = false, remedy: String? = "--verbose"
  ) {
    self.paint = paint
    self.isVerbose = isVerbose
    self.remedy = remedy
  }

  /// A formatter with short results. Several logs then fit on a screen.
  package var brief: ReplayText {
    var text = self
    text.differenceLimit = 8
    text.width = 200
    return text
  }

  package func shortened(_ text: String) -> String {
    guard let width, !isVerbose, text.count > width else { return text }
    return "\(text.prefix(width - 1))…"
  }

  package func lines(for report: ReplayReport) -> [String] {
    verdictLines(for: report) + fitLines(for: report) + undescribedLines(for: report)
  }

  /// Returns the remarks on references. A log of version 0.1 that matches needs none.
  private func undescribedLines(for report: ReplayReport) -> [String] {
    if case .match = report.verdict, report.undescribed.paths.isEmpty { return [] }
    return report.undescribed.lines.map { "  remark: \($0.visible)" }
  }

  private func verdictLines(for report: ReplayReport) -> [String] {
    let path = report.path.visible
    switch report.verdict {
    case .match:
      let steps =
        report.isEmpty
        ? "the session is empty: it has no steps"
        : "\(report.verifiedSteps.counted("step")) verified\(lossText(of: report))"
          + (report.effects?.text.visible ?? "")
      return ["\(path): \(paint("match", as: .good)), \(steps)"]
        + survivalLines(for: report) + unverifiedLines(for: report)
    case .diverged(let divergence):
      let name = paint(divergence.name, as: .expected)
      return ["\(path): \(name) \(location(of: divergence, in: report))"]
        + lines(for: divergence) + featureLines(for: report) + contextLines(for: report)
    case .crashed(let crash):
      return crashLines(path, crash, report)
    case .incompatible(let log):
      let message = log.description.withoutPath(report.path).visible
      return ["\(path): \(paint("incompatible", as: .warning)): \(message)"]
    case .damaged(let log):
      return damageLines(path, report, log)
    case .failed(let message):
      return ["\(path): \(paint("internal error", as: .expected)): \(message.visible)"]
    }
  }

  /// Returns a line for each effect that could not be verified.
  private func unverifiedLines(for report: ReplayReport) -> [String] {
    let effects = report.effects?.unverified ?? []
    let shown = isVerbose ? effects[...] : effects.prefix(Self.maxUnverified)
    let rest = UInt64(effects.count - shown.count)
    return shown.map { "  not verified: \($0.description.visible)" }
      + (rest > 0 ? ["  … \(rest.counted("more effect"))"] : [])
  }

  private static let maxUnverified = 3
  /// The number of characters for a path and two values on a line of 80 columns.
  private static let lineRoom = 56

  package func summary(of tally: ReplayTally) -> String {
    guard tally.logs > 0 else { return "0 logs" }
    let kinds = Verdict.Kind.allCases.compactMap { kind -> String? in
      let count = tally.count(of: kind)
      return count > 0 ? "\(count) \(kind.summaryName)" : nil
    }
    // List what was verified, or other parts could be taken for verified.
    let verified =
      "\(tally.verifiedSteps.counted("step")) verified (state, sent actions and effect shapes, "
      + "from the recorded initial state; "
      + (tally.verifiedEffects.map { "\($0.counted("effect")) run and verified)" }
        ?? "effects were not run)")
    let survived = UInt64(tally.survivals)
    let gone =
      survived > 0
      ? "; \(survived.counted("crash", "crashes")) \(survived == 1 ? "is" : "are") gone" : ""
    return "\(UInt64(tally.logs).counted("log")): \(kinds.joined(separator: ", ")); "
      + verified + lossText(steps: tally.lostSteps, gaps: tally.gaps) + gone
  }

  private func location(of divergence: Divergence, in report: ReplayReport) -> String {
    let count = countText(of: report, from: divergence.step)
    guard divergence.since + 1 < divergence.step else {
      return "at step \(divergence.step)\(count): \(divergence.action.visible)"
    }
    return "in one of the steps \(divergence.since + 1) to \(divergence.step)\(count), "
      + "between which the log contains no states to compare"
  }

  /// Returns the total number of steps, as a suffix to a step number; empty if unknown.
  func countText(of report: ReplayReport, from step: UInt64) -> String {
    let count = report.stepCount + report.lostSteps
    return count >= step ? " of \(count)" : ""
  }

  func featureLines(for report: ReplayReport) -> [String] {
    report.feature.map { ["  the action is one of \($0.visible)"] } ?? []
  }

  package func lines(for divergence: Divergence) -> [String] {
    (divergence.unrecorded.map { ["  \($0.description.visible)"] } ?? [])
      + lines(for: divergence.kind)
  }

  private func lines(for kind: Divergence.Kind) -> [String] {
    switch kind {
    case .state(let state): return lines(for: state)
    case .effect(let expected, let actual):
      return [
        "  the effect: expected \(paint(shortened(expected.visible), as: .expected)), "
          + "actual \(paint(shortened(actual.visible), as: .actual))"
      ]
    case .sender(let startedBy, let effect):
      return [
        "  the sender: expected \(paint("the effect of step \(startedBy)", as: .expected)), "
          + "which now is \(paint(shortened(effect.visible), as: .actual))"
      ]
    case .call(let call):
      let effect = "  effect \(call.position) of the step \(call.cause.rawValue)"
      if let difference = call.difference { return [effect] + lines(for: difference) }
      return [
        "\(effect): expected "
          + paint(shortened(call.expected.visible), as: .expected) + ", actual "
          + paint(shortened(call.actual.visible), as: .actual)
      ]
    case .dependency(let problem):
      return ["  \(problem.visible)"]
    case .unanswered(let name):
      return ["  \(Divergence.text(ofUnanswered: name).visible)"]
    case .unrecorded:
      return []
    }
  }

  private func lines(for state: StateDivergence) -> [String] {
    let path = state.path.isEmpty ? "the state" : shortened(state.path.visible)
    let expected = paint(shortened(state.expected.visible), as: .expected)
    let actual = paint(shortened(state.actual.visible), as: .actual)
    let isShort = path.count + state.expected.count + state.actual.count <= Self.lineRoom
    let values =
      isShort
      ? ["  \(path): expected \(expected), actual \(actual)"]
      : ["  \(path):", "    expected \(expected)", "    actual   \(actual)"]
    return values + differenceLines(state.difference)
  }

  private func differenceLines(_ difference: [String]) -> [String] {
    let limit = isVerbose ? difference.count : differenceLimit
    var lines = difference.prefix(limit).map { line in
      "    \(painted(differenceLine: shortened(line.visible)))"
    }
    let rest = difference.count - lines.count
    if rest > 0 {
      let remedy = remedy.map { ", with \($0)" } ?? ""
      lines.append("    … \(UInt64(rest).counted("more line"))\(remedy)")
    }
    return lines
  }

  private func damageLines(
    _ path: String, _ report: ReplayReport, _ log: DamagedLog
  ) -> [String] {
    let message = log.description.withoutPath(report.path).visible
    var lines = ["\(path): \(paint("damaged", as: .expected)): \(message)"]
    if let divergence = log.divergence {
      let steps = report.verifiedSteps.counted("step")
      lines.append("  the first \(steps) replayed as recorded; then:")
      lines.append(
        "  \(divergence.name) \(location(of: divergence, in: report))")
      lines += self.lines(for: divergence)
    } else if report.verifiedSteps > 0 {
      let steps = report.verifiedSteps.counted("whole step")
      lines.append("  \(steps) replayed as recorded")
    }
    return lines
  }

  private func painted(differenceLine line: String) -> String {
    if line.hasPrefix("-") { return paint(line, as: .expected) }
    return line.hasPrefix("+") ? paint(line, as: .actual) : line
  }
}

extension Verdict.Kind {
  fileprivate var summaryName: String {
    switch self {
    case .match: "match"
    case .diverged: "diverged"
    case .crashed: "crashed"
    case .incompatible: "incompatible"
    case .damaged: "damaged"
    case .failed: "internal error"
    }
  }
}
