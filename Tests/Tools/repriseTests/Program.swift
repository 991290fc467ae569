import Foundation
import TestSupport
import Testing

/// The executables built with the tests.
enum Program {
  /// The note in the summary of several logs about the extent of the verification.
  static let extent =
    " (state, sent actions and effect shapes, from the recorded initial state; effects were not run)"

  struct Outcome: Sendable {
    let code: Int32
    let output: String
    let errors: String

    var outputLines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Returns the path of an executable of the package or of the system.
  static func path(_ name: String = "reprise") throws -> String {
    if name.hasPrefix("/") { return name }
    // The path of the test bundle is the program on Linux, and an argument on other systems.
    let bundle = try #require(
      CommandLine.arguments.first { $0.contains(".xctest") },
      "the bundle of tests is not among the arguments")
    var folder = URL(fileURLWithPath: bundle)
    while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(name).path
  }

  static func run(
    _ arguments: [String], input: String = "", in folder: TemporaryFolder
  ) async throws -> Outcome {
    let child = try Child(arguments, in: folder)
    try child.start(input: input)
    return try await child.outcome()
  }

  static func run(
    tool: String, _ arguments: [String], in folder: TemporaryFolder
  ) async throws -> Outcome {
    let child = try Child(["-c", "exec \"$0\" \"$@\"", tool] + arguments, in: folder)
    child.process.executableURL = URL(fileURLWithPath: "/bin/sh")
    try child.start(input: "")
    return try await child.outcome()
  }
}
