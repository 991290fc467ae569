import Foundation
import SessionPage
import SessionReplay
import SessionReports

/// What is served, and at which paths: the page, the events of a log, and where actions go.
package struct ServedSite: Sendable {
  /// What a request asks for.
  package enum Wish: Equatable, Sendable {
    /// The page of a log, or the list of the logs.
    case page(log: String?)
    /// The steps of a log.
    case events(path: String, lastEvent: String?)
    /// An action for the app.
    case action(String)
    /// How a text goes on that is to be an action.
    case completions(String)
  }

  let check: RequestCheck
  let logs: ServedLogs
  /// Whether there is an app that takes actions.
  let hasApp: Bool
  /// The app and its version.
  let program: String

  /// Describes what is served to whom.
  package init(check: RequestCheck, logs: ServedLogs, hasApp: Bool, program: String) {
    self.check = check
    self.logs = logs
    self.hasApp = hasApp
    self.program = program
  }

  /// The methods of each path.
  private var methods: [String: String] {
    let pages = ["/": "GET", "/events": "GET"]
    return hasApp ? pages.merging(["/actions": "POST", "/complete": "GET"]) { $1 } : pages
  }

  /// The answer to a request that is refused without looking at its body; `nil` for any other.
  package func refusal(of head: HTTPRequest) -> HTTPResponse? {
    guard check.accepts(head) else { return RequestCheck.refusal }
    guard let method = methods[head.path] else { return .text(404, "there is nothing here") }
    guard head.method == method else {
      return .text(405, "this is asked for with \(method)", allowed: method)
    }
    return nil
  }

  /// Reads a request that was not refused.
  package func wish(of request: HTTPRequest) -> Result<Wish, ServedSiteError> {
    switch request.path {
    case "/": return .success(.page(log: request.argument("log")))
    case "/events":
      guard let path = logs.path(named: request.argument("log")) else { return .failure(.noLog) }
      return .success(
        .events(path: path, lastEvent: request.headers(named: "last-event-id").first))
    case "/actions":
      guard let text = String(validating: request.body, as: UTF8.self) else {
        return .failure(.notUTF8)
      }
      return .success(.action(text))
    default: return .success(.completions(request.argument("text") ?? ""))
    }
  }
}

// MARK: Documents

extension ServedSite {
  /// The page of a log, or the list of the logs of a folder.
  func page(ofLog name: String?) -> HTTPResponse {
    if case .folder(let folder) = logs, name == nil { return list(of: folder) }
    guard let path = logs.path(named: name) else {
      return .text(404, ServedSiteError.noLog.description)
    }
    let token = "token=\(check.token.text)"
    let log = name.map { "&log=\(Self.encoded($0))" } ?? ""
    let report = PageReport(
      title: (name ?? path.fileName).visible, program: program,
      live: PageConnection(
        events: "events?\(token)\(log)", actions: hasApp ? "actions?\(token)" : nil,
        complete: hasApp ? "complete?\(token)" : nil))
    let page = SessionPage(
      title: report.title, data: [.json(JSONText.line(report), id: "report")], policy: .served)
    return HTTPResponse(
      status: 200, type: "text/html; charset=utf-8", body: page.html,
      policy: PagePolicy.served.text)
  }

  private func list(of folder: String) -> HTTPResponse {
    do throws(ServedLogsError) {
      let document = LogList(
        folder: folder, entries: try logs.entries(),
        address: { "?token=\(check.token.text)&log=\(Self.encoded($0))" })
      return HTTPResponse(
        status: 200, type: "text/html; charset=utf-8", body: Array(document.html.utf8))
    } catch {
      return .text(500, error.description)
    }
  }

  /// A text as an argument of an address.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

/// Why a request cannot be done.
package enum ServedSiteError: Error, Equatable, Sendable {
  /// The log is not one of those that are served.
  case noLog
  /// The action is no text.
  case notUTF8

  /// The answer to the request.
  var response: HTTPResponse {
    switch self {
    case .noLog: .text(404, description)
    case .notUTF8: .text(400, description)
    }
  }
}

extension ServedSiteError: CustomStringConvertible {
  /// What failed.
  package var description: String {
    switch self {
    case .noLog: "there is no such log here"
    case .notUTF8: "the action is not text in UTF-8"
    }
  }
}
