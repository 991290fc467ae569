import Foundation

enum Subprocess {
  struct Failure: Error {
    let command: [String]
    let status: Int32
  }

  /// Runs a program and returns its output. Its standard error can be discarded.
  @discardableResult
  static func run(
    _ path: String, _ arguments: [String], hidingErrors: Bool = false
  ) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = output
    if hidingErrors { process.standardError = FileHandle.nullDevice }
    // `waitUntilExit()` polls at intervals longer than the times measured here.
    let hasExited = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in hasExited.signal() }
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    hasExited.wait()
    guard process.terminationStatus == 0 else {
      throw Failure(command: [path] + arguments, status: process.terminationStatus)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the path of a program that was built together with this one.
  static func sibling(_ name: String) -> String {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appendingPathComponent(name).path
  }
}
