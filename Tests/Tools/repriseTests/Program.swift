import Foundation
import TestSupport
import Testing

/// The executables built with the tests.
enum Program {
  /// The note in the summary of several logs about the extent of the verification.
  static let extent =
    """
     (state, sent actions and effect shapes, from the recorded initial state; effects were not run)
    """

  struct Outcome: Sendable {
    let code: Int32
    let output: String
    var errors: String

    var outputLines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Returns the path of an executable of the package or of the system.
  static func path(_ name: String = "reprise") throws -> String {
    name.hasPrefix("/") ? name : try builtProgram(name)
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
