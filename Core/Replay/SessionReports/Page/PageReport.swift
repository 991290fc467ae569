package import SessionReplay

/// The contents of the browser page: its logs and the results of their replays.
///
/// The page's script reads the report as JSON, in which `nil` values are omitted.
package struct PageReport: Encodable, Sendable {
  package struct Log: Encodable, Sendable {
    package let name: String
    package let path: String
    /// The id of the element with the log's bytes; `nil` if the page has only the result.
    package var log: String?
    package let bytes: UInt64
    package let steps: UInt64
    /// The result of the replay; `nil` if the log was not replayed.
    package let result: ReplayResults.Log?
    /// The id of the element with the app's screens.
    package var screens: String?

    /// Creates the entry for a log from its report, even if the log could not be replayed.
    package init(name: String, bytes: UInt64, report: ReplayReport) {
      self.name = name
      path = report.path
      self.bytes = bytes
      steps = report.stepCount
      result = report.isOfOtherApp ? nil : ReplayResults.Log(report)
    }
  }

  package let title: String
  /// The name and version of the app that replayed the logs.
  package let program: String
  package var logs: [Log]
  package var overview: PageOverview?
  package var live: PageConnection?
  package var folder: PageFolderAddress?
  /// The reason why there is no log to show.
  package var message: String?

  package init(
    title: String, program: String, logs: [Log] = [], overview: PageOverview? = nil,
    live: PageConnection? = nil, folder: PageFolderAddress? = nil, message: String? = nil
  ) {
    self.title = title
    self.program = program
    self.logs = logs
    self.overview = overview
    self.live = live
    self.folder = folder
    self.message = message
  }
}

/// The path of a served folder for a page of the folder or of one of its logs.
package enum PageFolderAddress: Encodable, Sendable {
  /// The path from which the page of the folder gets its `PageFolder`.
  case updates(String)
  /// The page of the folder, to which the page of a log leads back.
  case page(String)

  private enum CodingKeys: CodingKey {
    case updates, page
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .updates(let path): try container.encode(path, forKey: .updates)
    case .page(let path): try container.encode(path, forKey: .page)
    }
  }
}

/// The paths on a server from which a page gets its steps, and to which the page sends actions.
package struct PageConnection: Encodable, Sendable {
  package let events: String
  package let actions: String?
  package let complete: String?
  package let screen: String?
  package let result: String?
  package let edit: String?

  /// Creates a connection. A feature whose path is `nil` isn't offered.
  package init(
    events: String, actions: String? = nil, complete: String? = nil, screen: String? = nil,
    result: String? = nil, edit: String? = nil
  ) {
    self.events = events
    self.actions = actions
    self.complete = complete
    self.screen = screen
    self.result = result
    self.edit = edit
  }
}
