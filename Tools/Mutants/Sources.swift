import Foundation

enum Sources {
  /// The keys are paths relative to the folder.
  static func read(_ folder: URL) throws -> [String: String] {
    var sources: [String: String] = [:]
    let files = FileManager.default.enumerator(atPath: folder.path)
    while let path = files?.nextObject() as? String {
      guard path.hasSuffix(".swift") else { continue }
      sources[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    return sources
  }
}

struct ChildProcess {
  private let process = Process()

  /// Prepares a program that writes its output, and its errors unless they are ignored, to a file.
  init(
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

  func run() throws -> Bool {
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
