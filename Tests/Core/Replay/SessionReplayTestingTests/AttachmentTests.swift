import Foundation
import SessionRecording
import SessionReplayTesting
import Simulation
import Testing
import TestSupport

/// Runs failing tests of this bundle in a separate process, which keeps their attachments.
@Suite("Attachments of failed tests")
struct AttachmentTests {
  private static let folder = ProcessInfo.processInfo.environment["FAILING_TESTS_FOLDER"]

  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  @Test("The log of a failed exploration is attached")
  func exploration() async throws {
    let output = try await run("failingExploration")
    let attached = try attachments()
    #expect(attached.map(\.lastPathComponent) == ["PrimeFinder-seed-0.reprise"], "\(output)")
    let path = try #require(output.firstMatch(of: /log: (\S+\.reprise)/)?.output.1)
    let log = try Data(contentsOf: URL(fileURLWithPath: String(path)))
    #expect(try attached.map { try Data(contentsOf: $0) } == [log])
  }

  @Test("Only sessions that were recorded again are attached")
  @MainActor
  func rerecording() async throws {
    let session = try await PrimeFinder.record(in: temporary)
    let before = try Data(contentsOf: session.url)
    _ = try await run("failingReplay")
    #expect(try attachments().isEmpty)
    _ = try await run("failingReplay", rerecording: "1")
    let attached = try attachments()
    #expect(attached.map(\.lastPathComponent) == ["s.reprise"])
    let log = try Data(contentsOf: session.url)
    #expect(try attached.map { try Data(contentsOf: $0) } == [log])
    #expect(log != before)
  }

  @Test("An exploration that fails", .enabled(if: folder != nil))
  func failingExploration() async throws {
    try await explore(
      PrimeFinder(), from: PrimeFinder.State(), seeds: 0..<1,
      invariants: [Invariant("It finds nothing") { $0.numbers.isEmpty }])
  }

  @Test("A replay that fails", .enabled(if: folder != nil))
  func failingReplay() async throws {
    let session = try #require(Sessions.in(Self.folder ?? "").first)
    try await expectReplay(of: session, by: PrimeFinder(adds: 1))
  }

  private var attachmentsFolder: URL {
    URL(fileURLWithPath: temporary.file("attachments"))
  }

  private func attachments() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: attachmentsFolder, includingPropertiesForKeys: nil)
  }

  /// Runs a test, which must fail, and returns its output.
  private func run(_ test: String, rerecording: String? = nil) async throws -> String {
    try FileManager.default.createDirectory(
      at: attachmentsFolder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(CommandLine.arguments.first))
    process.arguments = [
      "--testing-library", "swift-testing", "--filter", "AttachmentTests/\(test)",
      "--attachments-path", attachmentsFolder.path,
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["FAILING_TESTS_FOLDER"] = temporary.path
    environment["REPRISE_RERECORD"] = rerecording
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == EXIT_FAILURE, "\(text)")
    return text
  }
}
