import Foundation

/// A program that ends by itself, and what it printed.
struct ChildProcess {
  let output: String
  let hasSucceeded: Bool

  /// Runs a program that is found by its name, and waits for it. Its output goes through a file,
  /// because a pipe would fill up.
  static func run(
    _ arguments: [String], in folder: String? = nil, log: String
  ) throws(PortError) -> ChildProcess {
    try call {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      // Warnings of an app must not be errors.
      process.arguments = ["-u", "CI"] + arguments
      if let folder { process.currentDirectoryURL = URL(filePath: folder) }
      try Data().write(to: URL(filePath: log))
      let file = try FileHandle(forWritingTo: URL(filePath: log))
      process.standardOutput = file
      process.standardError = file
      process.standardInput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      let output = try Data(contentsOf: URL(filePath: log))
      return ChildProcess(
        output: String(decoding: output, as: UTF8.self),
        hasSucceeded: process.terminationStatus == 0)
    }
  }

  /// The words of a build. A plan that the package manager keeps may be that of an earlier form of
  /// the package.
  static func build(_ folder: String, scratch: String) -> [String] {
    [
      swift, "build", "--package-path", folder, "--scratch-path", scratch,
      "--disable-build-manifest-caching",
    ]
  }

  /// The package manager's command.
  static var swift: String { ProcessInfo.processInfo.environment["SWIFT"] ?? "swift" }
}
