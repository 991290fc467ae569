import Foundation
import Platform
import SessionDocument
import SessionLog
import SessionReplay
import SessionReports

/// A site with the pages and events of logs, and with the actions of an app.
package struct ServedSite: Sendable {
  package enum Route: Equatable, Sendable {
    /// The page of a log or of the folder.
    case page(log: String?)
    /// The overview of the folder, unless the page's last event was the current version.
    case overview(folder: String, lastEvent: String?)
    /// The events of a log, following the last event that the page received.
    case events(path: String, lastEvent: String?)
    /// The app's screen after a step of a log.
    case screen(path: String, step: UInt64)
    /// The result of replaying a log.
    case result(path: String)
    case action(String)
    case completions(String)
    /// The session that follows from a different action in a step, or without one for `nil`.
    case edit(path: String, step: UInt64, action: String?)
  }

  package let check: RequestCheck
  let logs: ServedLogs
  let hasApp: Bool
  let hasScreens: Bool
  let hasResults: Bool
  let hasEdits: Bool
  let edited = EditedLogs()
  let program: String

  package init(
    check: RequestCheck, logs: ServedLogs, hasApp: Bool, hasScreens: Bool = false,
    hasResults: Bool = false, hasEdits: Bool = false, program: String
  ) {
    self.check = check
    self.logs = logs
    self.hasApp = hasApp
    self.hasScreens = hasScreens
    self.hasResults = hasResults
    self.hasEdits = hasEdits
    self.program = program
  }

  /// The path of the folder, or `nil` if a single log is served.
  private var folder: String? {
    if case .folder(let path) = logs { path } else { nil }
  }

  /// Returns the method of a path, or `nil` if there is no such path.
  private func method(of path: String) -> String? {
    switch path {
    case "/", "/events": "GET"
    case "/overview": folder == nil ? nil : "GET"
    case "/actions": hasApp ? "POST" : nil
    case "/complete": hasApp ? "GET" : nil
    case "/screen": hasScreens ? "GET" : nil
    case "/result": hasResults ? "GET" : nil
    case "/edit": hasEdits ? "POST" : nil
    default: nil
    }
  }

  /// Returns the response to a request that is refused because of its head, or `nil`.
  package func refusal(of head: HTTPRequest) -> HTTPResponse? {
    guard check.accepts(head) else { return RequestCheck.refusal }
    guard let method = method(of: head.path) else { return .text(404, "there is no such page") }
    guard head.method == method else {
      return .text(405, "this path requires \(method)", allowed: method)
    }
    return nil
  }

  package func route(for request: HTTPRequest) -> Result<Route, ServedSiteError> {
    switch request.path {
    case "/": return .success(.page(log: request.argument("log")))
    case "/overview":
      guard let folder else { return .failure(.noLog) }
      return .success(.overview(folder: folder, lastEvent: request.lastEvent))
    case "/events", "/screen", "/result", "/edit":
      guard let path = path(ofLog: request.argument("log")) else { return .failure(.noLog) }
      return route(for: request, toLogAt: path)
    case "/actions":
      guard let text = String(validating: request.body, as: UTF8.self) else {
        return .failure(.notUTF8)
      }
      return .success(.action(text))
    default: return .success(.completions(request.argument("text") ?? ""))
    }
  }

  private func route(
    for request: HTTPRequest, toLogAt path: String
  ) -> Result<Route, ServedSiteError> {
    switch request.path {
    case "/events":
      return .success(.events(path: path, lastEvent: request.lastEvent))
    case "/screen":
      guard let step = request.argument("step").flatMap(UInt64.init) else {
        return .failure(.noStep)
      }
      return .success(.screen(path: path, step: step))
    case "/edit":
      guard let step = request.argument("step").flatMap(UInt64.init) else {
        return .failure(.noStep)
      }
      guard let text = String(validating: request.body, as: UTF8.self) else {
        return .failure(.notUTF8)
      }
      return .success(.edit(path: path, step: step, action: text.isEmpty ? nil : text))
    default: return .success(.result(path: path))
    }
  }
}

extension ServedSite {
  func page(ofLog name: String?) -> HTTPResponse {
    if let folder, name == nil {
      return page(
        PageReport(
          title: folder.visible, program: program,
          folder: .updates("overview?token=\(check.token.text)")))
    }
    guard let path = path(ofLog: name) else {
      let message = ServedSiteError.noLog.description
      guard folder != nil else { return .text(404, message) }
      // The log of a link in the overview may have been removed.
      return page(
        PageReport(
          title: (name ?? "").visible, program: program, folder: folderPage, message: message),
        status: 404)
    }
    let token = "token=\(check.token.text)"
    let log = name.map { "&log=\(Self.encoded($0))" } ?? ""
    return page(
      PageReport(
        title: (name ?? path.fileName).visible, program: program,
        live: PageConnection(
          events: "events?\(token)\(log)", actions: hasApp ? "actions?\(token)" : nil,
          complete: hasApp ? "complete?\(token)" : nil,
          screen: hasScreens ? "screen?\(token)\(log)" : nil,
          result: hasResults ? "result?\(token)\(log)" : nil,
          edit: hasEdits ? "edit?\(token)\(log)" : nil),
        folder: folderPage))
  }

  private func path(ofLog name: String?) -> String? {
    edited.path(named: name) ?? logs.path(named: name)
  }

  /// The address of the page of the folder, or `nil` if a single log is served.
  private var folderPage: PageFolderAddress? {
    folder == nil ? nil : .page("?token=\(check.token.text)")
  }

  private func page(_ report: PageReport, status: UInt32 = 200) -> HTTPResponse {
    let page = SessionPage(
      title: report.title, data: [.json(JSONText.line(report), id: "report")], policy: .served)
    return HTTPResponse(
      status: status, type: "text/html; charset=utf-8", body: page.html,
      policy: PagePolicy.served.text)
  }

  /// Returns the address of the page of a log in the folder.
  func address(ofLog name: String) -> String {
    "?token=\(check.token.text)&log=\(Self.encoded(name))"
  }

  /// Returns a string percent-encoded for an argument of a URL.
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

package enum ServedSiteError: Error, Equatable, Sendable {
  case noLog
  case noStep
  case notUTF8

  var response: HTTPResponse {
    switch self {
    case .noLog: .text(404, description)
    case .noStep, .notUTF8: .text(400, description)
    }
  }
}

extension ServedSiteError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noLog: "there is no such log"
    case .noStep: "the request has no number of a step"
    case .notUTF8: "the action is not valid UTF-8"
    }
  }
}
