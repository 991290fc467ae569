import AppShell
import ComposableArchitecture
import Foundation
import Platform
import PageServer
import SessionReplay
import TestSupport
import Testing

/// Tests of the page of a running app, over real connections.
@MainActor
@Suite("The page of a running app", .timeLimit(.minutes(30)))
struct ServedSessionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("The page is served with its policy and the addresses of events and actions")
  func page() async throws {
    let app = try ShownApp(folder)
    let answer = try await app.page.answer(app.page.target("/"))
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
    #expect(answer.headers["content-security-policy"]?.contains("connect-src 'self'") == true)
    #expect(answer.headers["access-control-allow-origin"] == nil)
    #expect(answer.body.contains("\"events\":\"events?token=\(app.page.token)\""))
    #expect(answer.body.contains("\"actions\":\"actions?token=\(app.page.token)\""))
    _ = app.session.finish()
  }

  @Test("A request without the token, for a foreign host or from a foreign origin is refused")
  func refusals() async throws {
    let app = try ShownApp(folder)
    let page = app.page
    let target = page.target("/")
    let refused = [
      try await page.answer("/"), try await page.answer("/?token=\(page.token.dropLast())0x"),
      try await page.answer("/events"), try await page.answer("/nothing"),
      try await page.answer("/actions", method: "POST", body: "add(1)"),
      try await page.answer(target, headers: ["Host: evil.example:\(page.port)"]),
      try await page.answer(target, headers: [page.host, "Origin: http://evil.example"]),
      try await page.answer(target, headers: [page.host, "Sec-Fetch-Site: cross-site"]),
      try await page.answer(
        page.target("/actions"), method: "POST", headers: [page.host, "Origin: null"],
        body: "add(1)"),
    ]
    for answer in refused {
      #expect(answer.status == 403)
      #expect(answer.body.isEmpty)
    }
    #expect(try await page.answer(target, method: "OPTIONS").status == 405)
    #expect(try await page.answer(target, method: "PUT").status == 405)
    #expect(try await page.answer(page.target("/etc/passwd")).status == 404)
    #expect(app.session.store.state == TallyApp.State())
    _ = app.session.finish()
  }

  @Test("A hundred silent clients don't block a page")
  func silentClients() async throws {
    let app = try ShownApp(folder)
    let page = app.page
    let status = try await onThread {
      let silent = try (0..<100).map { _ in try WebClient(port: page.port) }
      // A server that keeps silent connections would keep them for longer than this timeout.
      let client = try WebClient(port: page.port, timeout: 20)
      try client.request(page.target("/"), headers: [page.host])
      let status = try client.answer().status
      // These connections were dropped for later clients.
      for client in silent.prefix(68) { try client.waitForEnd() }
      return status
    }
    #expect(status == 200)
    _ = app.session.finish()
  }

  @Test("A client that doesn't send the token in time is dropped, and other clients are kept")
  func slowClient() async throws {
    let app = try ShownApp(folder)
    let page = app.page
    let (status, isComplete) = try await onThread {
      let known = try WebClient(port: page.port)
      try known.request(page.target("/"), headers: [page.host])
      _ = try known.answer()
      let slow = try WebClient(port: page.port)
      let request = Array("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 1000))".utf8)
      let isComplete = try slow.trickle(request, milliseconds: 10)
      try known.request(page.target("/"), headers: [page.host])
      return (try known.answer().status, isComplete)
    }
    #expect(!isComplete)
    #expect(status == 200)
    _ = app.session.finish()
  }

  @Test("An action is sent to the app, and an invalid action gets the error of the shell")
  func actions() async throws {
    let app = try ShownApp(folder)
    #expect(try await app.page.send("add(2)  # a comment").status == 204)
    #expect(app.session.store.state.count == 2)
    let wrong = try await app.page.send("ad(2)")
    #expect(wrong.status == 400)
    #expect(wrong.body == "there is no action 'ad'; did you mean 'add'?")
    #expect(wrong.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(try await app.page.send("quit").status == 400)
    #expect(try await app.page.send("").status == 400)
    #expect(try await app.page.send(".screen").status == 204)
    let completions = try await app.page.answer(app.page.target("/complete", "&text=no"))
    #expect(completions.body == #"["note("]"#)
    #expect(app.session.store.state.note == "screen")
    _ = app.session.finish()
  }

  @Test("A body that is too long is refused, with or without a stated length")
  func longBodies() async throws {
    let app = try ShownApp(folder)
    let text = "note(\"" + String(repeating: "x", count: 60 << 10) + "\")"
    #expect(try await app.page.send(text).status == 204)
    #expect(try await app.page.send(text + String(repeating: " ", count: 5 << 10)).status == 413)
    let (page, part) = (app.page, String(repeating: "x", count: 16 << 10))
    let answer = try await onThread {
      let client = try WebClient(port: page.port)
      var lines = ["POST \(page.target("/actions")) HTTP/1.1", page.host]
      lines += ["Transfer-Encoding: chunked", "", ""]
      let chunk = "\(String(part.utf8.count, radix: 16))\r\n\(part)\r\n"
      try client.send(
        Array((lines.joined(separator: "\r\n") + String(repeating: chunk, count: 5)).utf8))
      try client.send(Array("0\r\n\r\n".utf8))
      return try client.answer()
    }
    #expect(answer.status == 413)
    _ = app.session.finish()
  }

  @Test("Ten pages receive every step of a fast session")
  func tenPages() async throws {
    let steps = 300
    let app = try ShownApp(folder, record: folder.file("s.reprise"))
    let page = app.page
    let pages = (0..<10).map { _ in
      Task { try await onThread { try Self.follow(page, until: steps) } }
    }
    // A few hundred steps a second are sent while the pages connect, follow and take turns.
    for number in 1...steps { #expect(try await page.send("add(\(number))").status == 204) }
    for page in pages {
      let log = try await page.value
      #expect(try Self.replayed(log, folder) == UInt64(steps))
      #expect(log.restarts == 0)
    }
    #expect(app.session.finish() == 0)
  }

  /// The log that a page received, with the numbers of its restarts and connections.
  private struct Followed: Sendable {
    var log: [UInt8] = []
    var restarts = -1
    var connections = 0
  }

  /// Returns the number of steps in the blocks of a log.
  private nonisolated static func stepCount(_ log: [UInt8]) -> Int {
    func field(_ offset: Int) -> Int {
      log[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    var (count, offset) = (0, 0)
    while offset + 52 <= log.count {
      count += field(offset + 40)
      offset += field(offset + 24)
    }
    return count
  }

  /// Follows a session up to a step like a browser, which reconnects when a connection ends.
  private nonisolated static func follow(
    _ page: ShownPage, until steps: Int = .max
  ) throws -> Followed {
    var followed = Followed()
    var last = ""
    while true {
      let client: WebClient
      do {
        client = try WebClient(port: page.port)
        followed.connections += 1
        try client.request(
          page.target("/events"),
          headers: [page.host] + (last.isEmpty ? [] : ["Last-Event-ID: \(last)"]))
        guard try client.head().status == 200 else { return followed }
      } catch {
        // The server has stopped.
        return followed
      }
      while let event = try client.event() {
        last = event.id
        switch event.name {
        case "log":
          followed.log = event.bytes
          followed.restarts += 1
        case "block": followed.log += event.bytes
        default: return followed
        }
        if stepCount(followed.log) >= steps { return followed }
      }
    }
  }

  /// Returns the number of steps in a page's log that replay as recorded.
  private static func replayed(_ page: Followed, _ folder: TemporaryFolder) throws -> UInt64 {
    let path = folder.file("page.reprise.partial")
    try write(page.log, to: path)
    let replayer = SessionReplayer(
      ReplayedApp(
        identity: AppIdentity(name: "Tally", version: "1.2.3", build: "test"),
        dependencies: TallyApp.recordedDependencies
      ) { TallyApp.feature.assemble() })
    let report = replayer.follow(path: path) { false }
    #expect(report.verdict.divergence == nil)
    return report.verifiedSteps
  }

  @Test("A session that is only shown leaves no files, and its page ends with the session")
  func temporary() async throws {
    let app = try ShownApp(folder)
    let log = try #require(app.session.served?.log)
    let page = app.page
    #expect(FileManager.default.fileExists(atPath: log + ".partial"))
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: log).deletingLastPathComponent().path)[.posixPermissions]
      as? Int
    #expect(mode == 0o700)
    let follower = Task { try await onThread { try Self.follow(page) } }
    #expect(try await page.send("add(1)").status == 204)
    #expect(app.session.finish() == 0)
    _ = try await follower.value
    #expect(!FileManager.default.fileExists(atPath: log))
    #expect(
      !FileManager.default.fileExists(
        atPath: URL(fileURLWithPath: log).deletingLastPathComponent().path))
    #expect(throws: POSIXError.self) { try WebClient(port: page.port) }
  }

  @Test("Releasing an app ends its pages")
  func release() async throws {
    let (connections, continuation) = AsyncStream.makeStream(of: Void.self)
    let follower: Task<Int, any Error>
    do {
      let app = try ShownApp(folder)
      let page = app.page
      follower = Task {
        try await onThread {
          defer { continuation.finish() }
          let client = try WebClient(port: page.port)
          try client.request(page.target("/events"), headers: [page.host])
          let status = try client.head().status
          continuation.finish()
          while try client.event() != nil {}
          return status
        }
      }
      for await _ in connections {}
    }
    #expect(try await follower.value == 200)
  }

  @Test("A page that reads nothing blocks neither the app nor other pages")
  func stuckPage() async throws {
    let app = try ShownApp(folder)
    let page = app.page
    let stuck = try WebClient(port: page.port, buffer: 4096)
    try stuck.request(page.target("/events"), headers: [page.host])
    // The text exceeds the system's buffers for a connection.
    for turn in UInt64(1)...60 {
      let noise = (UInt64(1)...4096).map {
        String(($0 &* 0x9E37_79B9_7F4A_7C15) ^ (turn &* 0xBF58_476D_1CE4_E5B9), radix: 16)
      }
      app.session.store.send(.note(noise.joined()))
    }
    let follower = Task { try await onThread { try Self.follow(page, until: 61) } }
    #expect(try await page.send("add(1)").status == 204)
    #expect(try await Self.replayed(follower.value, folder) == 61)
    _ = app.session.finish()
    withExtendedLifetime(stuck) {}
  }

  @Test("A used port is reported with a remedy")
  func port() async throws {
    let app = try ShownApp(folder)
    var serving = ServeOptions()
    serving.port = app.page.port
    do {
      _ = try ServedSession<TallyApp>(
        record: nil, at: serving, views: Shell<TallyApp>.servedScreens)
      Issue.record("the port is taken")
    } catch {
      #expect(error.description.contains("Address already in use"))
      #expect(error.description.contains("--port"))
    }
    _ = app.session.finish()
  }
}
