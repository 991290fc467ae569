import SessionReplay
import SessionReports

/// Serves the page of logs, and of the app that runs.
final class PageServer: Sendable {
  /// The address of the page, with the token.
  let url: String
  /// Whether programs of other machines can connect.
  let isOpen: Bool
  private let served: ServedLogs
  private let logs: LiveLogs
  private let server: HTTPServer

  /// Begins to serve.
  init(
    _ served: ServedLogs, at place: ServeOptions, app: ServedApp? = nil, program: String,
    token: AccessToken = .random()
  ) throws(HTTPServerError) {
    let digits = place.address ?? ServedAddress.loopback
    let socket = try ListeningSocket(address: digits, port: place.port ?? 0)
    let address = ServedAddress(digits: digits, port: socket.port)
    let site = ServedSite(
      check: RequestCheck(token: token, address: address), logs: served, hasApp: app != nil,
      program: program)
    self.served = served
    logs = LiveLogs()
    url = address.url(token)
    isOpen = !address.isLoopback
    server = try HTTPServer(socket: socket, service: SiteService(site: site, logs: logs, app: app))
  }

  deinit {
    server.stop(within: .zero)
  }

  /// Goes on with another log, where one log is served.
  func goOn(inLogAt path: String) {
    if case .log(let first) = served { logs.replace(logAt: first, by: path) }
  }

  /// Sends the last steps to the pages, and ends.
  func stop() {
    logs.close()
    server.stop(within: .seconds(5))
  }

  /// What a person is told where others can connect.
  static let warning =
    "anybody who has the address can see the session and send actions; leave --address out to be "
    + "reached from this machine alone"
}

/// Where a page is served.
package struct ServeOptions: Equatable, Sendable {
  /// The address in digits; `nil` for that of the machine itself.
  package var address: String?
  /// The port; `nil` for any that is free.
  package var port: UInt16?

  /// Takes the defaults where nothing is given.
  package init(address: String? = nil, port: UInt16? = nil) {
    self.address = address
    self.port = port
  }
}

/// The app that runs, as the page reaches it.
struct ServedApp: Sendable {
  /// Sends the action that a text says; returns what is wrong with it, if anything is.
  let send: @Sendable @MainActor (String) -> String?
  /// The texts with which a text goes on that is to be an action.
  let complete: @Sendable @MainActor (String) -> [String]
}

/// Answers requests with what is served.
private struct SiteService: HTTPService {
  let site: ServedSite
  let logs: LiveLogs
  let app: ServedApp?

  func accepts(_ head: HTTPRequest) -> Bool { site.check.accepts(head) }

  func refusal(of head: HTTPRequest) -> HTTPResponse? { site.refusal(of: head) }

  func answer(_ request: HTTPRequest) -> HTTPAnswer {
    switch site.wish(of: request) {
    case .failure(let error): return .response(error.response)
    case .success(.page(let log)): return .response(site.page(ofLog: log))
    case .success(.events(let path, let lastEvent)):
      return .events(logs.events(ofLog: path, after: lastEvent))
    case .success(.action(let text)):
      guard let app else { return .response(.text(404, "there is no app here")) }
      return .later { await app.send(text).map { .text(400, $0) } ?? .done }
    case .success(.completions(let text)):
      guard let app else { return .response(.text(404, "there is no app here")) }
      return .later {
        let texts = await app.complete(text)
        return HTTPResponse(
          status: 200, type: "application/json", body: Array(JSONText.line(texts).utf8))
      }
    }
  }
}
