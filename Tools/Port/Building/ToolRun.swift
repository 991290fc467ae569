import CommandLineKit
import Foundation

/// A run of the package manager or of git, and what it printed.
struct ToolRun {
  let output: String
  let hasSucceeded: Bool

  /// Runs a program that is found by its name, and waits for it.
  init(_ arguments: [String], log: String) throws(PortError) {
    (output, hasSucceeded) = try call {
      let file = URL(filePath: log)
      // Warnings of an app must not be errors.
      let process = try ChildProcess("/usr/bin/env", ["-u", "CI"] + arguments, output: file)
      let hasSucceeded = try process.run()
      return (String(decoding: try Data(contentsOf: file), as: UTF8.self), hasSucceeded)
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
