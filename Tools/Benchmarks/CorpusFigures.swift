import Foundation

/// Measures replays of a folder of short logs by the built executable and its worker processes.
@MainActor
enum CorpusFigures {
  private static let logCount = 5_000
  private static let recordedCount = 500
  private static let stepCount = 200
  private static let jobs = 2

  /// Calls a closure with a temporary corpus of `count` logs: each recorded session under several
  /// names.
  private static func withCorpus<Result>(
    of count: Int, in folder: String, _ body: (String) throws -> Result
  ) throws -> Result {
    let recorded = "\(folder)/recorded"
    let corpus = "\(folder)/corpus"
    defer {
      try? FileManager.default.removeItem(atPath: recorded)
      try? FileManager.default.removeItem(atPath: corpus)
    }
    try FileManager.default.createDirectory(atPath: recorded, withIntermediateDirectories: true)
    for index in 0..<recordedCount {
      _ = try RecordedSession.generate(
        count: stepCount, at: "\(recorded)/\(index).reprise", seed: UInt64(index + 1))
    }
    for part in 0..<count / recordedCount {
      let names = "\(corpus)/\(part)"
      try FileManager.default.createDirectory(atPath: names, withIntermediateDirectories: true)
      for index in 0..<recordedCount {
        let name = "\(index).reprise"
        try FileManager.default.linkItem(
          atPath: "\(recorded)/\(name)", toPath: "\(names)/\(name)")
      }
    }
    return try body(corpus)
  }

  /// Measures the time of a replay, excluding the startup of the program.
  static func time(in folder: String) throws -> Figure {
    try withCorpus(of: logCount, in: folder, time(of:))
  }

  private static func time(of folder: String) throws -> Figure {
    var replay = BestOfRuns()
    var start = BestOfRuns()
    var gzip = BestOfRuns(atLeast: 3)
    repeat {
      replay.add(try milliseconds { try Subprocess.run(program, arguments(folder)) })
      start.add(try milliseconds { try Subprocess.run(program, ["--version"]) })
    } while !replay.isComplete
    repeat {
      let logs = "find '\(folder)' -type f -print0"
      let check = "xargs -0 --max-procs=\(jobs) --max-args=\(logCount / jobs) gzip --test"
      gzip.add(try milliseconds { try Subprocess.run("/bin/sh", ["-c", "\(logs) | \(check)"]) })
    } while !gzip.isComplete
    return Figure(
      "corpus.\(logCount)", replay.value - start.value, unit: "ms",
      Yardstick("gzip --test of the same logs", gzip.value), .ratio(atMost: 3))
  }

  private static let program = Subprocess.sibling("reprise")

  private static func arguments(_ folder: String) -> [String] {
    ["replay", "--jobs", "\(jobs)", folder]
  }
}

#if os(Linux)
  extension CorpusFigures {
    /// Measures the memory of all processes. `longCount` is the number of logs in the large corpus.
    static func memory(longCount: Int, in folder: String) throws -> Figure {
      let small = 2 * recordedCount
      return Figure(
        "corpus.memory",
        try withCorpus(of: longCount, in: folder, peakMebibytes), unit: "MiB in all processes",
        Yardstick(
          "for \(small) logs instead of \(longCount)",
          try withCorpus(of: small, in: folder, peakMebibytes)),
        .value(atMost: 128, ratioAtMost: 1.1))
    }

    /// Returns the sum of the peak memory of the program and its workers, an upper bound for their
    /// total memory at any time.
    private static func peakMebibytes(replaying folder: String) throws -> Double {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments(folder)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      var peaks: [Int32: Double] = [:]
      // Peaks only grow, so polling misses only the last milliseconds of a process.
      while process.isRunning {
        for id in [process.processIdentifier] + children(of: process.processIdentifier) {
          if let peak = peakMebibytes(of: id) { peaks[id] = peak }
        }
        usleep(1_000)
      }
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Subprocess.Failure(
          command: [program] + arguments(folder), status: process.terminationStatus)
      }
      return peaks.values.reduce(0, +)
    }

    private static func children(of process: Int32) -> [Int32] {
      let tasks = "/proc/\(process)/task"
      return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).flatMap { task in
        text(of: "\(tasks)/\(task)/children").split(separator: " ").compactMap { Int32($0) }
      }
    }

    private static func peakMebibytes(of process: Int32) -> Double? {
      text(of: "/proc/\(process)/status").split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first
        .flatMap { Double($0) }.map { $0 / 1024 }
    }

    // `String(contentsOfFile:)` would read files in /proc as empty.
    private static func text(of path: String) -> String {
      let file = FileHandle(forReadingAtPath: path)
      return String(decoding: (try? file?.readToEnd()) ?? Data(), as: UTF8.self)
    }
  }
#endif
