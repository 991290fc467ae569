import TestSupport
import Foundation
import Platform

/// A running program whose output goes to files, because an unread pipe would block it.
final class Child {
  let process = Process()
  private let folder: TemporaryFolder
  private let output: String
  private let errors: String
  private let end = Ending()
  /// The files opened for the program. They are closed when it has ended. Foundation would keep
  /// them open, and trap when a process with more than a thousand open files starts a process.
  private var handles: [FileHandle] = []

  init(_ arguments: [String], of program: String = "reprise", in folder: TemporaryFolder) throws {
    self.folder = folder
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    output = "output-\(number).txt"
    errors = "errors-\(number).txt"
    process.executableURL = URL(fileURLWithPath: try Program.path(program))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let inherited = ProcessInfo.processInfo.environment
    process.environment = [
      "HOME": folder.path, "XDG_DATA_HOME": folder.file("data"),
      "PATH": inherited["PATH"] ?? "/usr/bin:/bin",
      // The options of the sanitizer with which the program was built.
      "ASAN_OPTIONS": inherited["ASAN_OPTIONS"] ?? "",
      "TSAN_OPTIONS": inherited["TSAN_OPTIONS"] ?? "",
    ]
    let end = end
    process.terminationHandler = { _ in end.reached() }
  }

  private static let count = Mutex(0)

  /// Starts the program. Its output goes to a file unless `standardOutput` is given.
  func start(input: String, standardOutput: Pipe? = nil) throws {
    let input = try folder.write(input, as: "input-\(output)")
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: input))
    handles.append(handle)
    try start(standardInput: handle, standardOutput: standardOutput)
  }

  /// Starts the program with an open input. The output can be a pipe or a file.
  func start(standardInput: FileHandle, standardOutput: Any? = nil) throws {
    let standardError = try file(errors)
    handles.append(standardError)
    process.standardInput = standardInput
    process.standardError = standardError
    if let standardOutput {
      process.standardOutput = standardOutput
    } else {
      let standardOutput = try file(output)
      handles.append(standardOutput)
      process.standardOutput = standardOutput
    }
    try process.run()
  }

  /// Waits until the program has ended. Kills it if the test exceeds its time limit.
  func outcome() async throws -> Program.Outcome {
    let number = process.processIdentifier
    await withTaskCancellationHandler {
      await end.wait()
    } onCancel: {
      kill(number, SIGKILL)
    }
    for handle in handles { try? handle.close() }
    handles = []
    let code = process.terminationStatus
    let hasOutput = FileManager.default.fileExists(atPath: folder.file(output))
    return Program.Outcome(
      code: process.terminationReason == .exit ? code : -code,
      output: hasOutput ? try folder.text(output) : "", errors: try folder.text(errors))
  }

  private func file(_ name: String) throws -> FileHandle {
    let path = try folder.write("", as: name)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
}

/// An event that happens once. It can be awaited before and after it happens.
private final class Ending: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Void, Never>)
    case reached
  }

  private let state = Mutex(State.open)

  func reached() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .reached }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state -> Bool in
        if case .reached = state { return true }
        state = .awaited(continuation)
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}
