import RecordedValues

/// A key that is equal for sessions that fail in the same way.
package struct VerdictKey: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case state, effect, sender, call, dependency, unrecorded, crash
  }

  package let kind: Kind
  package let verdict: String
  /// The case names of the action, without values.
  package let action: String
  /// The field, effect, dependency or message at fault, without values that differ between logs.
  package let subject: String

  package init(_ kind: Kind, verdict: String, action: String, subject: String) {
    self.kind = kind
    self.verdict = verdict
    self.action = action
    self.subject = subject
  }

  package init(_ divergence: Divergence) {
    let (kind, subject): (Kind, String) =
      switch divergence.kind {
      case .state(let state): (.state, state.path.withoutValues)
      // The actions that an effect sends may depend on the remaining rows.
      case .effect: (.effect, "")
      case .sender: (.sender, "")
      case .call(let call): (.call, call.cause.rawValue)
      case .dependency(let problem): (.dependency, problem.withoutValues)
      case .unanswered(let name): (.dependency, name)
      case .unrecorded: (.unrecorded, divergence.unrecorded?.blame ?? "")
      }
    self.init(
      kind, verdict: divergence.name, action: divergence.action.caseNames, subject: subject)
  }

  package init(_ crash: Crash) {
    self.init(
      .crash, verdict: "crashed", action: crash.action.caseNames, subject: crash.subject)
  }

  /// Creates the key of a verdict; `nil` if it is neither a divergence nor a crash.
  package init?(_ verdict: Verdict) {
    switch verdict {
    case .diverged(let divergence): self.init(divergence)
    case .crashed(let crash): self.init(crash)
    case .match, .incompatible, .damaged, .failed: return nil
    }
  }

  package var description: String {
    verdict + (action.isEmpty ? "" : " in \(action)") + (subject.isEmpty ? "" : ": \(subject)")
  }
}

extension Crash {
  /// The cause of the crash, without values that differ between logs and lines that differ between
  /// versions.
  package var subject: String {
    let cause =
      switch self.cause {
      case .signal, .exit: self.cause.description
      case .stackOverflow, .timeout, .memory: self.cause.name
      }
    let frame = frames.first.map { " in \($0.function)" } ?? ""
    guard let message else { return cause + frame }
    // The source location is part of the cause, but numbers in the app's own message aren't.
    for end in [" error: ", " failed: "] {
      guard let range = message.firstRange(of: end) else { continue }
      return message[..<range.upperBound] + String(message[range.upperBound...]).withoutValues
        + frame
    }
    return message.withoutValues + frame
  }
}
