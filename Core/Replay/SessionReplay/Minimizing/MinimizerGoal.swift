/// What a smaller session must still show.
package enum MinimizerGoal: Codable, Hashable, Sendable {
  /// The last step differs as the recorded one does.
  case divergence(VerdictKey)
  /// The app ends in a step as it does in the recorded session.
  case crash(VerdictKey)
  /// The app ends in any step, whatever is recorded.
  case anyCrash
  /// A condition holds for the state after some step.
  case condition(String)

  /// Whether the steps are compared with the recorded ones.
  var isDivergence: Bool {
    if case .divergence = self { true } else { false }
  }

  /// In what the last step differs; `nil` for other goals.
  var kind: VerdictKey.Kind? {
    if case .divergence(let key) = self { key.kind } else { nil }
  }
}

extension MinimizerGoal {
  /// The same goal for a step whose action has other names; none for one without a name.
  func naming(action: String) -> MinimizerGoal {
    func named(_ key: VerdictKey) -> VerdictKey {
      key.action.isEmpty
        ? key
        : VerdictKey(key.kind, verdict: key.verdict, action: action, subject: key.subject)
    }
    return switch self {
    case .divergence(let key): .divergence(named(key))
    case .crash(let key): .crash(named(key))
    case .anyCrash, .condition: self
    }
  }
}

/// What two sessions have in common that fail in the same way.
package struct VerdictKey: Codable, Hashable, Sendable {
  /// In what a step differs.
  package enum Kind: String, Codable, Sendable {
    case state, effect, sender, dependency, unrecorded, crash
  }

  /// In what the step differs.
  package let kind: Kind
  /// The name of the verdict.
  package let verdict: String
  /// The cases of the action, without their values.
  package let action: String
  /// The field, effect, dependency or message at fault, without what differs from log to log.
  package let subject: String

  init(_ kind: Kind, verdict: String, action: String, subject: String) {
    self.kind = kind
    self.verdict = verdict
    self.action = action
    self.subject = subject
  }

  /// Describes a divergence by its kind, the action's cases and the path.
  package init(_ divergence: Divergence) {
    let (kind, subject): (Kind, String) =
      switch divergence.kind {
      case .state(let state): (.state, state.path.withoutValues)
      // What is sent may depend on the rows that are left.
      case .effect: (.effect, "")
      case .sender: (.sender, "")
      case .dependency(let problem): (.dependency, problem.withoutValues)
      case .unanswered(let name): (.dependency, name)
      case .unrecorded: (.unrecorded, divergence.unrecorded?.blame ?? "")
      }
    self.init(
      kind, verdict: divergence.name, action: divergence.action.caseNames, subject: subject)
  }

  /// Describes the end of the app by its cause and the innermost function, recorded or not.
  package init(_ crash: Crash) {
    self.init(
      .crash, verdict: "crashed", action: crash.action.caseNames, subject: crash.subject)
  }

  /// Describes a verdict; `nil` for one that is neither a divergence nor a crash.
  package init?(_ verdict: Verdict) {
    switch verdict {
    case .diverged(let divergence): self.init(divergence)
    case .crashed(let crash): self.init(crash)
    case .match, .incompatible, .damaged, .failed: return nil
    }
  }

  /// The key in words.
  package var description: String {
    verdict + (action.isEmpty ? "" : " in \(action)") + (subject.isEmpty ? "" : ": \(subject)")
  }
}

extension Crash {
  /// What ended the app, without what differs from log to log.
  package var subject: String {
    let cause =
      switch self.cause {
      case .signal, .exit: self.cause.description
      case .stackOverflow, .timeout, .memory: self.cause.name
      }
    let frame = frames.first.map { " in \($0)" } ?? ""
    guard let message else { return cause + frame }
    // The line of the source is a part of the reason, the numbers in the app's own words are not.
    for end in [" error: ", " failed: "] {
      guard let range = message.firstRange(of: end) else { continue }
      return message[..<range.upperBound] + String(message[range.upperBound...]).withoutValues
        + frame
    }
    return message.withoutValues + frame
  }
}
