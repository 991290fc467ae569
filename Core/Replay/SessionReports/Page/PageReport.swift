package import SessionReplay

/// What the page for the browser shows: its logs, and what came of their replays.
///
/// The page's script reads it as JSON; what does not apply is left out.
package struct PageReport: Encodable, Sendable {
  /// A log.
  package struct Log: Encodable, Sendable {
    /// What the page calls it.
    package let name: String
    package let path: String
    /// The id of the element with its bytes; `nil` if only its result is in the page.
    package var log: String?
    package let bytes: UInt64
    package let steps: UInt64
    /// What came of its replay; `nil` if it was not replayed.
    package let result: ReplayResults.Log?
    /// The id of the element with the app's screens.
    package var screens: String?

    /// Describes a log that was replayed, or at least looked at.
    package init(name: String, bytes: UInt64, report: ReplayReport) {
      self.name = name
      path = report.path
      self.bytes = bytes
      steps = report.stepCount
      if case .incompatible(let log) = report.verdict, case .otherApp = log.reason {
        // It is shown all the same, and nothing is wrong with it.
        result = nil
      } else {
        result = ReplayResults.Log(report)
      }
    }
  }

  package let title: String
  /// The app and its version, whose replay it was.
  package let program: String
  package var logs: [Log]
  /// What is to be said of several logs together.
  package var overview: PageOverview?
  package var live: PageConnection?

  /// Creates the report of some logs.
  package init(
    title: String, program: String, logs: [Log] = [], overview: PageOverview? = nil,
    live: PageConnection? = nil
  ) {
    self.title = title
    self.program = program
    self.logs = logs
    self.overview = overview
    self.live = live
  }
}

/// Where a page that is served gets its steps from, and sends actions to: paths on its server.
package struct PageConnection: Encodable, Sendable {
  package let events: String
  package let actions: String?
  package let complete: String?

  /// Names the paths; those that are `nil` are not offered.
  package init(events: String, actions: String? = nil, complete: String? = nil) {
    self.events = events
    self.actions = actions
    self.complete = complete
  }
}
