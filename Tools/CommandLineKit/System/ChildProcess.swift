package import Foundation

/// A program that is run to its end, and writes to a file, because a pipe would fill up.
package struct ChildProcess {
  private let process = Process()

  /// Prepares a program that writes its output, and its errors unless they are ignored, to a file.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], output: URL,
    ignoresErrors: Bool = false
  ) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try Data().write(to: output)
    let file = try FileHandle(forWritingTo: output)
    process.standardOutput = file
    process.standardError = ignoresErrors ? FileHandle.nullDevice : file
    process.standardInput = FileHandle.nullDevice
  }

  /// Runs the program, and returns whether it succeeded.
  package func run() throws -> Bool {
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
