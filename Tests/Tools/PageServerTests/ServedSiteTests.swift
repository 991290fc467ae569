import Foundation
import PageServer
import Testing
import TestSupport

@Suite("The routes of a site")
struct ServedSiteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func site(hasApp: Bool = true, _ logs: ServedLogs? = nil) -> ServedSite {
    ServedSite(
      check: RequestCheck(
        token: AccessToken("t"), address: ServedAddress(digits: "127.0.0.1", port: 1)),
      logs: logs ?? .log("a.reprise"), hasApp: hasApp, program: "Tally 1")
  }

  private func request(
    _ method: String, _ path: String, _ arguments: [HTTPField] = [], body: String = ""
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, path: path, arguments: [HTTPField("token", "t")] + arguments,
      headers: [HTTPField("Host", "127.0.0.1:1")], body: Array(body.utf8))
  }

  @Test("A refused request gets the same empty response at every path")
  func refusal() throws {
    for (method, path) in [("GET", "/"), ("GET", "/nothing"), ("DELETE", "/"), ("GET", "/actions")]
    {
      let answer = site().refusal(of: HTTPRequest(method: method, path: path))
      #expect(answer?.status == 403)
      #expect(answer?.body == [])
    }
  }

  @Test("Unknown paths and methods are refused with a status")
  func methods() {
    #expect(site().refusal(of: request("GET", "/")) == nil)
    #expect(site().refusal(of: request("POST", "/actions")) == nil)
    #expect(site().refusal(of: request("GET", "/../etc/passwd"))?.status == 404)
    #expect(site().refusal(of: request("GET", "/page.html"))?.status == 404)
    for method in ["GET", "PUT", "OPTIONS", "HEAD"] {
      let answer = site().refusal(of: request(method, "/actions"))
      #expect(answer?.status == 405)
      #expect(answer?.headers.contains(HTTPField("Allow", "POST")) == true)
    }
  }

  @Test("Screens and results are served only if the code of the app is available")
  func views() {
    let views = ServedSite(
      check: site().check, logs: .log("a.reprise"), hasApp: false, hasScreens: true,
      hasResults: true, program: "Tally 1")
    for path in ["/screen", "/result"] {
      #expect(site().refusal(of: request("GET", path))?.status == 404)
      #expect(views.refusal(of: request("GET", path)) == nil)
      #expect(views.refusal(of: request("POST", path))?.status == 405)
    }
    #expect(
      views.route(for: request("GET", "/screen", [HTTPField("step", "7")]))
        == .success(.screen(path: "a.reprise", step: 7)))
    for step in ["", "-1", "x", "99999999999999999999"] {
      #expect(
        views.route(for: request("GET", "/screen", [HTTPField("step", step)]))
          == .failure(.noStep))
    }
    #expect(views.route(for: request("GET", "/screen")) == .failure(.noStep))
    #expect(
      views.route(for: request("GET", "/result", [HTTPField("log", "../a")])) == .failure(.noLog))
    #expect(views.route(for: request("GET", "/result")) == .success(.result(path: "a.reprise")))
  }

  @Test("Steps are edited only where others cannot connect, and no body leaves out a step")
  func edits() {
    let edits = ServedSite(
      check: site().check, logs: .log("a.reprise"), hasApp: false, hasEdits: true,
      program: "Tally 1")
    #expect(site().refusal(of: request("POST", "/edit"))?.status == 404)
    #expect(edits.refusal(of: request("GET", "/edit"))?.status == 405)
    #expect(edits.refusal(of: request("POST", "/edit")) == nil)
    let step = [HTTPField("step", "7")]
    #expect(
      edits.route(for: request("POST", "/edit", step, body: "add(1)"))
        == .success(.edit(path: "a.reprise", step: 7, action: "add(1)")))
    #expect(
      edits.route(for: request("POST", "/edit", step))
        == .success(.edit(path: "a.reprise", step: 7, action: nil)))
    #expect(edits.route(for: request("POST", "/edit")) == .failure(.noStep))
    #expect(
      edits.route(for: request("POST", "/edit", step + [HTTPField("log", "../a")]))
        == .failure(.noLog))
    var broken = request("POST", "/edit", step)
    broken.body = [0xFF]
    #expect(edits.route(for: broken) == .failure(.notUTF8))
  }

  @Test("A site without an app refuses actions")
  func noApp() {
    #expect(site(hasApp: false).refusal(of: request("POST", "/actions"))?.status == 404)
    #expect(site(hasApp: false).refusal(of: request("GET", "/complete"))?.status == 404)
  }

  @Test("Every response has the headers that restrict browsers, and no other origin is allowed")
  func headers() {
    for response in [site().refusal(of: HTTPRequest()), site().refusal(of: request("GET", "/x"))] {
      let headers = Dictionary(
        (response?.headers ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      #expect(headers["X-Content-Type-Options"] == "nosniff")
      #expect(headers["Referrer-Policy"] == "no-referrer")
      #expect(headers["Cache-Control"] == "no-store")
      #expect(headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
      #expect(headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
      #expect(!headers.keys.contains { $0.hasPrefix("Access-Control") })
    }
  }

  @Test("An action is the body, which must be valid UTF-8")
  func actions() {
    #expect(
      site().route(for: request("POST", "/actions", body: "add(1)")) == .success(.action("add(1)")))
    var broken = request("POST", "/actions")
    broken.body = [0xFF]
    #expect(site().route(for: broken) == .failure(.notUTF8))
    #expect(
      site().route(for: request("GET", "/complete", [HTTPField("text", "ad")]))
        == .success(.completions("ad")))
  }

  @Test("A site with a single log refuses requests for other logs")
  func oneLog() {
    #expect(
      site().route(for: request("GET", "/events"))
        == .success(.events(path: "a.reprise", lastEvent: nil)))
    #expect(
      site().route(for: request("GET", "/events", [HTTPField("log", "/etc/passwd")]))
        == .failure(.noLog))
  }

  @Test("Only a site with a folder has an overview")
  func overview() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("logs"), withIntermediateDirectories: true)
    let path = folder.file("logs")
    let site = site(hasApp: false, try ServedLogs(path: path))
    #expect(site.refusal(of: request("GET", "/overview")) == nil)
    var again = request("GET", "/overview")
    again.headers.append(HTTPField("Last-Event-ID", "3"))
    #expect(site.route(for: again) == .success(.overview(folder: path, lastEvent: "3")))
    #expect(self.site().refusal(of: request("GET", "/overview"))?.status == 404)
  }

  @Test("A site with a folder serves only logs in the folder")
  func folderOfLogs() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("logs/deep"), withIntermediateDirectories: true)
    try folder.write("x", as: "outside.reprise")
    try folder.write("x", as: "logs/a.reprise")
    try folder.write("x", as: "logs/deep/b.reprise.partial")
    try folder.write("x", as: "logs/notes.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("logs/link.reprise"), withDestinationPath: "/etc/passwd")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("logs/up"), withDestinationPath: folder.path)
    let logs = try ServedLogs(path: folder.file("logs"))
    #expect(try logs.list().entries.map(\.name) == ["a.reprise", "deep/b.reprise.partial"])
    #expect(
      logs.path(named: "deep/b.reprise.partial") == folder.file("logs/deep/b.reprise.partial"))
    for name in [
      "../outside.reprise", "notes.txt", "link.reprise", "/etc/passwd", "", "deep", "./a.reprise",
      folder.file("logs/a.reprise"), "a.reprise\0", "a.reprise\0.reprise", "up/outside.reprise",
      "deep/../a.reprise", "deep//b.reprise.partial", "deep/../../outside.reprise",
    ] {
      #expect(logs.path(named: name) == nil, "\(name)")
    }
    #expect(logs.path(named: nil) == nil)
  }
}
