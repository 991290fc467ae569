import CFuzzer
import Foundation
import FuzzedLogs

/// Tests the readers of logs with inputs from libFuzzer, and accepts libFuzzer's options.
///
/// If `FUZZ_SEEDS` and `FUZZ_SESSIONS` name a folder for inputs and a folder of logs, writes the
/// seeds instead.
@main
struct Fuzzing {
  let log: FuzzedLog
  let check: LogCheck
  let folder: String

  /// A single thread sets this before the first input, and then only reads it.
  private nonisolated(unsafe) static var shared: Fuzzing?

  @MainActor
  static func main() throws {
    let folder = try makeFolder()
    let recorded = try Seeds.record(in: folder)
    let environment = ProcessInfo.processInfo.environment
    if let seeds = environment["FUZZ_SEEDS"], let sessions = environment["FUZZ_SESSIONS"] {
      let inputs = try Seeds.inputs(
        recorded: recorded, ring: Seeds.recordRing(in: folder), sessions: sessions)
      for (number, input) in inputs.enumerated() {
        try Data(input).write(to: URL(fileURLWithPath: "\(seeds)/seed-\(number)"))
      }
      return try FileManager.default.removeItem(atPath: folder)
    }
    shared = Fuzzing(
      log: FuzzedLog(header: try Seeds.header(of: recorded)), check: LogCheck(folder: folder),
      folder: folder)
    // The driver exits the process itself.
    atexit {
      if let folder = Fuzzing.shared?.folder { try? FileManager.default.removeItem(atPath: folder) }
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
      Fuzzing.test(Array(UnsafeBufferPointer(start: start, count: count)))
      return 0
    }
  }

  private static func test(_ input: [UInt8]) {
    guard let shared else { return }
    do throws(LogCheckFailure) {
      try shared.check.check(shared.log.bytes(for: input))
    } catch {
      fatalError(error.description)
    }
  }

  /// Creates a folder in memory, if the system supports it.
  private static func makeFolder() throws -> String {
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    let folder = "\(parent)/reprise-fuzzing-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }
}
