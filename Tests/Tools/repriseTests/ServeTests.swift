import Foundation
import TestSupport
import Testing

@Suite("Serving pages", .timeLimit(.minutes(30)))
struct ServeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts a server. Returns the process and the page whose address it printed.
  private func serve(_ arguments: [String]) throws -> (child: Child, page: ShownPage) {
    let child = try Child(["serve"] + arguments, in: folder)
    let output = Pipe()
    try child.start(input: "", standardOutput: output)
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let messages = try errors()
    return (child, try #require(ShownPage(line), "\(line), \(messages)"))
  }

  /// Returns the messages of all programs.
  private func errors() throws -> String {
    try folder.names().filter { $0.hasPrefix("errors") }.map { try folder.text($0) }.joined()
  }

  /// Starts recording a session with lines from a pipe. Returns the process and its pipes.
  private func record(_ arguments: [String], _ lines: String) throws -> (
    child: Child, input: FileHandle, output: FileHandle
  ) {
    let child = try Child(arguments, in: folder)
    let (input, output) = (Pipe(), Pipe())
    try child.start(
      standardInput: input.fileHandleForReading, standardOutput: output)
    try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
    // When the line of a step is printed, the log already contains the step.
    _ = output.fileHandleForReading.availableData
    return (child, input.fileHandleForWriting, output.fileHandleForReading)
  }

  /// Connects to the event stream of a page.
  private func events(_ page: ShownPage, _ more: String = "") async throws -> Stream {
    try await stream(page.target("/events", more), of: page)
  }

  private func stream(_ target: String, of page: ShownPage) async throws -> Stream {
    try await onThread {
      let client = try WebClient(port: page.port)
      try client.request(target, headers: [page.host])
      #expect(try client.head().status == 200)
      return Stream(client: client)
    }
  }

  /// A client that only one thread uses at a time.
  private struct Stream: @unchecked Sendable {
    // Each test awaits a read before it starts the next.
    let client: WebClient

    func next() async throws -> WebClient.Event? { try await onThread { try client.event() } }
  }

  @Test(
    "serve ends with its terminal and with other signals, and closes its port",
    arguments: [
      SIGHUP, SIGINT, SIGTERM,
    ])
  func signals(number: Int32) async throws {
    let recorded = try await Program.run(
      ["record", "s.reprise"], input: "counter.incrTapped\n", in: folder)
    #expect(recorded.code == 0)
    let (child, page) = try serve(["s.reprise"])
    let stream = try await events(page)
    #expect(try await stream.next()?.name == "log")
    #expect(try await stream.next()?.name == "end")
    kill(child.process.processIdentifier, number)
    let outcome = try await child.outcome()
    #expect(outcome.code == 128 + number)
    #expect(outcome.errors.isEmpty)
    #expect(throws: POSIXError.self) { try WebClient(port: page.port) }
  }

  @Test("The page gets each step of a recording in a different process, and its end")
  func growing() async throws {
    let (recorder, input, _) = try record(["record", "s.reprise"], "counter.incrTapped\n")
    let (child, page) = try serve(["s.reprise"])
    let stream = try await events(page)
    var log = try #require(try await stream.next()).bytes
    for _ in 0..<20 {
      try input.write(contentsOf: Data("counter.incrTapped\n".utf8))
      let event = try #require(try await stream.next())
      #expect(event.name == "block")
      log += event.bytes
    }
    try input.close()
    #expect(try await recorder.outcome().code == 0)
    #expect(try await stream.next()?.name == "end")
    try write(log, to: folder.file("page.reprise.partial"))
    let replayed = try await Program.run(["replay", "page.reprise.partial"], in: folder)
    #expect(replayed.output.contains("21 whole steps replayed as recorded"), "\(replayed.output)")
    let tested = try await Program.run(
      tool: "/bin/gzip", ["--test", "--suffix", ".partial", "page.reprise.partial"], in: folder)
    #expect(tested.code == 0, "\(tested.errors)")
    kill(child.process.processIdentifier, SIGTERM)
    _ = try await child.outcome()
  }

  @Test("The page keeps the steps of a killed recorder and is notified")
  func killed() async throws {
    let (recorder, input, _) = try record(["record", "s.reprise"], "counter.incrTapped\n")
    let (child, page) = try serve(["s.reprise.partial"])
    let stream = try await events(page)
    #expect(try await stream.next()?.name == "log")
    kill(recorder.process.processIdentifier, SIGKILL)
    _ = try await recorder.outcome()
    let event = try await stream.next()
    #expect(event?.name == "failure")
    #expect(event?.data.contains("recover") == true)
    withExtendedLifetime(input) {}
    kill(child.process.processIdentifier, SIGTERM)
    _ = try await child.outcome()
  }

  @Test("serve shows the logs in a folder with their verdicts, and the page of each log")
  func logsOfFolder() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("logs"), withIntermediateDirectories: true)
    let name = "a<b>&\"'.reprise"
    let recorded = try await Program.run(
      ["record", "logs/\(name)"], input: "counter.incrTapped\n", in: folder)
    #expect(recorded.code == 0, "\(recorded.errors)")
    let (child, page) = try serve(["logs"])
    #expect(try await page.answer(page.target("/")).status == 200)
    let query = "&log=a%3Cb%3E%26%22%27.reprise"
    let overview = try await stream(page.target("/overview"), of: page)
    while let event = try await overview.next() {
      #expect(event.name == "folder")
      #expect(event.data.contains("\"page\":\"?token=\(page.token)\(query)\""))
      if event.data.contains("\"verdict\":\"match\"") { break }
    }
    let added = try await Program.run(
      ["record", "logs/b.reprise"], input: "counter.incrTapped\n", in: folder)
    #expect(added.code == 0, "\(added.errors)")
    while let event = try await overview.next() {
      if event.data.contains("\"name\":\"b.reprise\"") { break }
    }
    #expect(try await page.answer(page.target("/", query)).status == 200)
    #expect(try await events(page, query).next()?.name == "log")
    #expect(try await page.answer(page.target("/events", "&log=../logs/a")).status == 404)
    kill(child.process.processIdentifier, SIGTERM)
    _ = try await child.outcome()
  }

  @Test("serve reports paths that it cannot serve")
  func refusals() async throws {
    let missing = try await Program.run(["serve", "none.reprise"], in: folder)
    #expect(missing.code == 2)
    #expect(missing.errors.contains("'none.reprise'") || missing.errors.contains("none.reprise"))
    #expect(missing.output.isEmpty)
    try folder.write("no log", as: "text.reprise")
    #expect(try await Program.run(["serve", "text.reprise"], in: folder).code == 4)
    let name = try await Program.run(["serve", ".", "--address", "localhost"], in: folder)
    #expect(name.code == 2)
    #expect(name.errors.contains("expected a numeric address"))
    let alone = try await Program.run(["run", "--port", "4711"], in: folder)
    #expect(alone.code == 2)
    #expect(alone.errors.contains("--serve"))
  }

  @Test("A served app accepts actions, prints them, and leaves no files")
  func app() async throws {
    let (child, input, output) = try record(["run", "--serve"], "counter.incrTapped\n")
    let errors = try errors()
    let page = try #require(ShownPage(errors), "\(errors)")
    let log = try #require(errors.firstMatch(of: /'([^']*session.reprise)'/)).1
    let stream = try await events(page)
    #expect(try await stream.next()?.name == "log")
    #expect(try await page.send("counter.decrTapped").status == 204)
    #expect(try await stream.next()?.name == "block")
    #expect(
      String(decoding: output.availableData, as: UTF8.self).contains("counter.decrTapped"))
    #expect(try await page.send("counter.dcrTapped").status == 400)
    #expect(FileManager.default.fileExists(atPath: "\(log).partial"))
    kill(child.process.processIdentifier, SIGTERM)
    #expect(try await stream.next()?.name == "end")
    #expect(try await child.outcome().code == 128 + SIGTERM)
    #expect(!FileManager.default.fileExists(atPath: "\(log).partial"))
    #expect(!FileManager.default.fileExists(atPath: String(log)))
    withExtendedLifetime(input) {}
  }
}
