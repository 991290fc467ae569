import Foundation
import SessionDocument
import TestSupport
import Testing

/// Tests a program that links SessionDocument and its dependencies, but no runtime.
struct StepListerTests {
  private static let sessions =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../Sessions").standardizedFileURL

  private func steps(of log: String) throws -> [[Substring]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try builtProgram("StepLister"))
    process.arguments = [Self.sessions.appendingPathComponent(log).path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
  }

  @Test("A program without the runtime lists the actions of a golden session")
  func actions() throws {
    let script = try String(
      contentsOf: Self.sessions.appendingPathComponent("Scripts/prime-modal.txt"), encoding: .utf8)
    let written = script.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let sent = try steps(of: "prime-modal.reprise").filter { $0[1] == "sent" }
    #expect(sent.map { $0[2] } == written)
  }

  @Test("A program without the runtime lists the paths that a step changed")
  func paths() throws {
    let step = try #require(
      steps(of: "prime-modal.reprise").first { $0[2] == "counter.incrTapped" })
    #expect(step[3] == "counter.count,history.past")
  }
}
