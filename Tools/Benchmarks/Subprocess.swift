import Foundation

/// Programs that are run to be measured, or to measure with.
enum Subprocess {
  /// A program that did not do what it should.
  struct Failure: Error {
    let command: [String]
    let status: Int32
  }

  /// Runs a program and gives what it prints; what it says on standard error may be left out.
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
    // `waitUntilExit()` looks only every so often, for longer than what is measured takes.
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

  /// The path of a program that was built along with this one.
  static func sibling(_ name: String) -> String {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appendingPathComponent(name).path
  }
}
