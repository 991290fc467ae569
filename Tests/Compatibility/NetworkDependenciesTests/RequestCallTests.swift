import ComposableArchitecture
import DependencyInjection
import SessionReplay
import Foundation
import FoundationNetworking
import NetworkDependencies
import RecordCoding
import SessionLog
import SessionDocument
import SessionModel
import SessionRecording
import Testing
import TestSupport

@MainActor
@Suite("Requests of effects")
struct RequestCallTests {
  private let server: LoopbackServer
  private let folder: TemporaryFolder
  private let warnings = LockIsolated<[String]>([])

  private var path: String { folder.file("a.reprise") }

  init() throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
  }

  private static func app(
    _ mistake: PageReader.Mistake? = nil
  ) -> ReplayedApp<PageReader.State, PageReader.Action> {
    ReplayedApp(identity: AppIdentity(name: "Reader", version: "1", build: "test")) {
      PageReader(mistake: mistake).assemble()
    }
  }

  /// Records a session whose actions are sent one after the other.
  private func record(_ actions: PageReader.Action...) async throws -> [String] {
    let app = Self.app()
    var options = SessionRecordingOptions(level: .effects, dependencies: app.dependencies)
    options.endpoints = .declared(by: app.assemble)
    options.onLimitation = { [warnings] warning in warnings.withValue { $0.append(warning) } }
    let recorder = try SessionRecorderOf<PageReader>(
      path: path, app: app.identity, initialState: PageReader.State(),
      recorded: "2026-01-01T00:00:00Z", options: options, onFailure: { Issue.record("\($0)") })
    let store = Store(
      initialState: PageReader.State(), reducer: { PageReader() },
      withDependencies: {
        $0.urlSession = URLSession(configuration: .ephemeral)
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { await store.send(action).finish() }
    _ = try recorder.finish()
    return store.withState(\.texts)
  }

  private func replay(_ mistake: PageReader.Mistake? = nil) async -> EffectReport {
    await EffectReplayer(SessionReplayer(Self.app(mistake))).replay(path: path)
  }

  private func calls() throws -> [String] {
    let reader = try SessionReader(path: path)
    let text = CallText(header: reader.header, isWhole: true)
    var texts: [String] = []
    var events = EventReader(reader)
    for block in reader.log.blocks.indices {
      for event in try events.events(ofBlockAt: block) {
        guard case .called(_, let endpoint, let arguments) = event.event.content else { continue }
        texts.append(text.beginning(ofCallOf: endpoint, arguments))
      }
    }
    return texts
  }

  @Test("A request is recorded, and its response answers the effect without a server")
  func answered() async throws {
    let texts = try await record(
      .load(server.url("/page")), .load(server.url("/missing")),
      .publish(server.url("/new"), text: "Hello"))
    server.stop()
    #expect(
      texts == ["200 test /page: GET /page", "404 test /missing: GET /missing", "POST /new"])
    #expect(
      try calls() == [
        #"urlSession.data("GET", "\#(server.url("/page"))", [:], nil)"#,
        #"urlSession.data("GET", "\#(server.url("/missing"))", [:], nil)"#,
        #"urlSession.upload("POST", "\#(server.url("/new"))", [:], .text("Hello"))"#,
      ])
    let report = await replay()
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 3)
    #expect(server.requests.count == 3)
    #expect(warnings.value == [])
  }

  @Test(
    "An effect with a different request is reported",
    arguments: [
      (.path, "urlSession.data", "/pages"), (.method, "urlSession.upload", "PUT"),
      (.body, "urlSession.upload", #""""#), (.header, "urlSession.data", "text/html"),
      (.credentials, "urlSession.data", #"["Accept": "text/plain"]"#),
      (.twice, "urlSession.data", "/page"),
    ] as [(PageReader.Mistake, String, String)])
  func changed(mistake: PageReader.Mistake, endpoint: String, part: String) async throws {
    _ = try await record(
      .load(server.url("/page")), .publish(server.url("/new"), text: "Hello"),
      .send(server.url("/private")))
    server.stop()
    let report = await replay(mistake)
    guard case .call(let call) = report.divergence?.kind else {
      Issue.record("\(report)")
      return
    }
    #expect(call.cause == (mistake == .twice ? .additional : .otherCall))
    #expect(call.actual.hasPrefix(endpoint))
    #expect(call.actual.contains(part))
    #expect(server.requests.count == 3)
  }

  @Test("Credentials are sent to the server, and are not in the log")
  func credentials() async throws {
    let address = server.url("/private").replacingOccurrences(of: "//", with: "//blob:sesame@")
    _ = try await record(.send(server.url("/private")), .load(address))
    server.stop()
    #expect(server.requests.first?.contains("Bearer hunter2") == true)
    let reader = try LogReader(path: path, options: .session)
    var contents = reader.header
    for block in reader.blocks { contents += try reader.payload(of: block) }
    for secret in ["hunter2", "crumb"] {
      #expect(contents.firstRange(of: Array(secret.utf8)) == nil, "\(secret) is in the log")
    }
    #expect(
      try calls() == [
        """
        urlSession.data("GET", "\(server.url("/private"))", \
        ["Accept": "text/plain", "Authorization": "(hidden)"], nil)
        """, #"urlSession.data("GET", "\#(server.url("/private"))", [:], nil)"#,
      ])
    let report = await replay()
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 2)
  }

  @Test("A replayed request fails with the recorded error")
  func failure() async throws {
    server.stop()
    let texts = try await record(.load(server.url("/page")))
    #expect(texts == ["failed \(URLError.Code.cannotConnectToHost.rawValue)"])
    let report = await replay()
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 1)
  }

  @Test("A request that cannot be recorded is named, and not made in a replay")
  func unrecorded() async throws {
    _ = try await record(.download(server.url("/page")), .startTask(server.url("/page")))
    #expect(
      warnings.value == [
        "calls of 'urlSession.download' are not recorded; effects that call it are not verified"
      ])
    let count = server.requests.count
    let report = await replay()
    server.stop()
    #expect(report.divergence?.description == nil)
    #expect(
      report.unverified.map(\.reason) == [
        "calls of 'urlSession.download' are not in the log",
        "calls of 'urlSession.dataTask' are not in the log",
      ])
    #expect(server.requests.count == count)
  }
}
