import Foundation
import SessionLog
import SessionModel
import SessionReplay
import TestSupport
import Testing

@Suite("Killing a recorder", .timeLimit(.minutes(30)))
struct KillTests {
  /// The output and the log of a killed recorder.
  private struct Remains {
    let seed: UInt64
    let reportedSteps: Int
    /// The path of the log; `nil` if the recorder was killed before it wrote the header.
    let log: String?
  }

  /// The object that `replay --json` prints.
  private struct Replayed: Decodable {
    struct Log: Decodable {
      let path: String
      let verdict: String
      let verifiedSteps: UInt64
    }

    let logs: [Log]
  }

  private static let kills: UInt64 = 200
  private static let steps: UInt64 = 24

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("After 200 kills every reported step is kept, and replay and recover agree on the count")
  func kills() async throws {
    let remains = try await killRecorders()
    let logs = remains.compactMap(\.log)
    #expect(logs.count > 150, "most recorders live to write a header")
    #expect(remains.reduce(0) { $0 + $1.reportedSteps } > 1_500, "most live to record steps")
    let replayed = try await replay(logs)

    var recovered: [String: UInt64] = [:]
    for remains in remains {
      guard let log = remains.log else {
        #expect(remains.reportedSteps == 0, "seed \(remains.seed)")
        continue
      }
      let reader = try LogReader(path: log, options: .session)
      let whole = reader.wholeStepCount()
      #expect(whole >= remains.reportedSteps, "seed \(remains.seed)")
      let finished = whole - (reader.unfinishedStep == nil ? 0 : 1)
      #expect(replayed[log]?.verifiedSteps == finished, "seed \(remains.seed)")
      let copy = folder.file("recovered-\(remains.seed).reprise")
      let summary = try recoverLog(
        from: log, to: copy, overwrite: false, readerOptions: .session)
      #expect(summary.log.steps == whole, "seed \(remains.seed)")
      recovered[copy] = finished
    }
    let again = try await replay(recovered.keys.sorted())
    for (path, steps) in recovered {
      #expect(again[path]?.verdict == "match")
      #expect(again[path]?.verifiedSteps == steps)
    }
  }

  /// Kills recorders, two at a time.
  private func killRecorders() async throws -> [Remains] {
    try await withThrowingTaskGroup(of: [Remains].self) { group in
      for first in 0..<2 as Range<UInt64> {
        group.addTask {
          var remains: [Remains] = []
          for seed in stride(from: first, to: Self.kills, by: 2) {
            remains.append(try await killRecorder(seed))
          }
          return remains
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Starts a recorder and kills it after a number of printed steps given by the seed.
  private func killRecorder(_ seed: UInt64) async throws -> Remains {
    let name = "killed-\(seed).reprise"
    let child = try Child(["record", name, "--durability", "step"], in: folder)
    let pipe = Pipe()
    let lines = (0..<Self.steps).map { step in
      step % 3 == 0 ? "primeModal.saveFavoritePrimeTapped" : "counter.incrTapped"
    }
    try child.start(input: lines.joined(separator: "\n") + "\n", standardOutput: pipe)
    try pipe.fileHandleForWriting.close()
    // Multiplying by a large odd number spreads the times.
    let wanted = Int((seed &* 0x9E37_79B9_7F4A_7C15) >> 32 % (Self.steps + 1))
    var output = Data()
    while output.count(of: newline) < wanted {
      let piece = pipe.fileHandleForReading.availableData
      if piece.isEmpty { break }
      output += piece
    }
    kill(child.process.processIdentifier, SIGKILL)
    output += try pipe.fileHandleForReading.readToEnd() ?? Data()
    _ = try await child.outcome()

    let candidates = [folder.file(name), folder.file(name + ".partial")]
    let log = candidates.first { (try? LogReader(path: $0, options: .session)) != nil }
    return Remains(
      seed: seed, reportedSteps: min(output.count(of: newline), Int(Self.steps)), log: log)
  }

  private func replay(_ logs: [String]) async throws -> [String: Replayed.Log] {
    let outcome = try await Program.run(["replay", "--json"] + logs, in: folder)
    let replayed = try JSONDecoder().decode(Replayed.self, from: Data(outcome.output.utf8))
    return Dictionary(uniqueKeysWithValues: replayed.logs.map { ($0.path, $0) })
  }
}

private let newline = UInt8(ascii: "\n")

extension Data {
  fileprivate func count(of byte: UInt8) -> Int { count { $0 == byte } }
}
