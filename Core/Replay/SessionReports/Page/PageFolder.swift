package import SessionReplay

/// The logs of a served folder and their overview, which the page of the folder shows.
package struct PageFolder: Encodable, Sendable {
  package struct Log: Encodable, Sendable {
    package enum State: String, Encodable, Sendable {
      case beingWritten
      /// The log was added or changed, and is replayed soon.
      case waiting
    }

    let name: String
    /// The address of the page of the log.
    let page: String
    let bytes: UInt64
    /// `nil` if the log was not replayed.
    let steps: UInt64?
    let state: State?
    let result: Result?

    /// Creates the row of a log. Without a report, the log has no verdict.
    package init(
      name: String, page: String, bytes: UInt64, state: State? = nil, report: ReplayReport? = nil
    ) {
      self.name = name
      self.page = page
      self.bytes = bytes
      self.state = state
      steps = report?.stepCount
      result = report.flatMap { report in
        report.isOfOtherApp ? nil : Result(report)
      }
    }
  }

  /// The verdict on a log, without the texts that explain it.
  package struct Result: Encodable, Sendable {
    let verdict: String
    let verifiedSteps: UInt64
    /// The step at which the replay failed, if any.
    let step: UInt64?
    let effects: Effects?

    init(_ report: ReplayReport) {
      verdict = report.verdict.name
      verifiedSteps = report.verifiedSteps
      step =
        if case .crashed(let crash) = report.verdict { crash.step } else {
          report.verdict.divergence?.step
        }
      effects = report.effects.map(Effects.init)
    }
  }

  /// The result of running the effects of a log, without the reasons for the unverified ones.
  package struct Effects: Encodable, Sendable {
    let verified: Int
    /// The number of effects that could not be verified.
    let unverified: Int
    /// The reason why no effect of the log can be verified.
    let message: String?

    init(_ effects: EffectReport) {
      verified = effects.verifiedCount
      unverified = effects.unverified.count
      message = effects.obstacle
    }
  }

  let logs: [Log]
  let overview: PageOverview
  /// The reason why the folder can't be read.
  let message: String?

  package init(logs: [Log], overview: PageOverview, message: String? = nil) {
    self.logs = logs
    self.overview = overview
    self.message = message
  }
}

extension ReplayReport {
  /// Whether the log belongs to a different app. Nothing is wrong with such a log.
  var isOfOtherApp: Bool {
    if case .incompatible(let log) = verdict, case .otherApp = log.reason { true } else { false }
  }
}
