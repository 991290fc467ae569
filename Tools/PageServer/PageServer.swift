import SessionDocument
import SessionReplay
import SessionReports

package final class PageServer: Sendable {
  package let url: String
  /// Whether other machines can connect.
  package let isOpen: Bool
  private let served: ServedLogs
  private let feeds: LiveFeeds
  private let server: HTTPServer

  package init(
    _ served: ServedLogs, at serving: ServeOptions, app: ServedApp? = nil,
    views: ServedViews? = nil, program: String, token: AccessToken = .random()
  ) throws(HTTPServerError) {
    let digits = serving.address ?? ServedAddress.loopback
    let socket = try ListeningSocket(address: digits, port: serving.port ?? 0)
    let address = ServedAddress(digits: digits, port: socket.port)
    let site = ServedSite(
      check: RequestCheck(token: token, address: address), logs: served, hasApp: app != nil,
      hasScreens: views != nil, hasResults: views?.replay != nil,
      // Others who can see the page must not write files here.
      hasEdits: views?.edit != nil && address.isLoopback, program: program)
    self.served = served
    feeds = LiveFeeds()
    url = address.url(token)
    isOpen = !address.isLoopback
    server = try HTTPServer(
      socket: socket,
      service: SiteService(
        site: site, feeds: feeds,
        overview: FolderOverview(of: served, views: views) { site.address(ofLog: $0) }, app: app,
        views: views))
  }

  deinit {
    server.stop(within: .zero)
  }

  /// Serves a different log instead of the first one. Has no effect if a folder is served.
  package func switchToLog(at path: String) {
    if case .log(let first) = served { feeds.replace(logAt: first, by: path) }
  }

  package func stop() {
    feeds.close()
    server.stop(within: .seconds(5))
  }

  package static let warning =
    "anyone with the address can see the session and send actions; omit --address to allow only "
    + "this machine"
}

package struct ServeOptions: Equatable, Sendable {
  /// The numeric address, or `nil` for the loopback address.
  package var address: String?
  /// The port, or `nil` for a free one.
  package var port: UInt16?

  package init(address: String? = nil, port: UInt16? = nil) {
    self.address = address
    self.port = port
  }
}

/// The operations of a running app that are available to its page.
package struct ServedApp: Sendable {
  /// Parses and sends an action. Returns an error message if it is invalid.
  let send: @Sendable @MainActor (String) -> String?
  let complete: @Sendable @MainActor (String) -> [String]

  package init(
    send: @escaping @Sendable @MainActor (String) -> String?,
    complete: @escaping @Sendable @MainActor (String) -> [String]
  ) {
    self.send = send
    self.complete = complete
  }
}

private struct SiteService: HTTPService {
  let site: ServedSite
  let feeds: LiveFeeds
  let overview: FolderOverview
  let app: ServedApp?
  let views: ServedViews?

  func accepts(_ head: HTTPRequest) -> Bool { site.check.accepts(head) }

  func refusal(of head: HTTPRequest) -> HTTPResponse? { site.refusal(of: head) }

  func answer(_ request: HTTPRequest) -> HTTPAnswer {
    switch site.route(for: request) {
    case .failure(let error): return .response(error.response)
    case .success(.page(let log)): return .response(site.page(ofLog: log))
    case .success(.events(let path, let lastEvent)):
      return .events(feeds.events(ofLog: path, after: lastEvent))
    case .success(.overview(let folder, let lastEvent)):
      return .events(feeds.events(ofFolder: folder, overview, after: lastEvent))
    case .success(.screen(let path, let step)):
      return .later {
        await Self.json(views?.screen(currentPath(of: path), step))
      }
    case .success(.result(let path)):
      return .later {
        let report = await views?.replay?([currentPath(of: path)]).first
        let log = report.map { PageReport.Log(name: path, bytes: 0, report: $0) }
        return Self.json(log?.result.map(JSONText.line))
      }
    case .success(.edit(let path, let step, let action)):
      return .later { await edit(currentPath(of: path), step, action) }
    case .success(.action(let text)):
      guard let app else { return .response(.text(404, "there is no app here")) }
      return .later { await app.send(text).map { .text(400, $0) } ?? .done }
    case .success(.completions(let text)):
      guard let app else { return .response(.text(404, "there is no app here")) }
      return .later {
        return await Self.json(JSONText.line(app.complete(text)))
      }
    }
  }

  private func edit(_ path: String, _ step: UInt64, _ action: String?) async -> HTTPResponse {
    guard let edit = views?.edit else { return .text(404, "logs cannot be edited here") }
    switch await edit(path, step, action) {
    case .refused(let reason): return .text(400, reason)
    case .written(let path, let report):
      let name = site.edited.add(path)
      return Self.json(
        JSONText.line(EditAnswer(name: name, address: site.address(ofLog: name), report: report)))
    }
  }

  /// Returns the current path of the log that is served under a path.
  private func currentPath(of path: String) -> String {
    ServedLogs.currentPath(of: feeds.source(of: path))
  }

  /// Returns a response with JSON, or `null` for a missing value.
  private static func json(_ text: String?) -> HTTPResponse {
    HTTPResponse(status: 200, type: "application/json", body: Array((text ?? "null").utf8))
  }
}

/// The answer to the edit of a step.
private struct EditAnswer: Encodable {
  let name: String
  let address: String
  let report: [String]
}
