import Foundation
import SessionDocument
import SessionLog
import SessionReplay
import Synchronization
import TestSupport
import Testing

/// Kills an app at random times. The app counts the actions that its reducer has received.
@Suite("Killing a counting app", .timeLimit(.minutes(30)))
struct CountedKillTests {
  /// The number of kills. `make kills` sets a larger number, and several seeds.
  private static let kills = number("KILLS") ?? 20
  private static let firstSeed = number("KILLS_FROM") ?? 0
  private static let steps: UInt64 = 2_000

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("The file contains every step that the reducer has received")
  func kills() async throws {
    let input = try folder.write(
      String(repeating: "dig\n", count: Int(2 * Self.steps)), as: "script.txt")
    for seed in Self.firstSeed..<Self.firstSeed + Self.kills {
      let entered = try await killedRecording(seed, input: input)
      let name = "s-\(seed).reprise"
      let reader = try SessionReader(path: folder.file(name + ".partial"))
      let unfinished: UInt64 = reader.log.unfinishedStep == nil ? 0 : 1
      let whole = reader.log.wholeStepCount()
      // An action is stored before the reducer runs, and its changes before the next action at the
      // latest.
      #expect(whole >= entered, "seed \(seed)")
      #expect(whole <= entered + 1, "seed \(seed)")
      #expect(whole - unfinished + 1 >= entered, "seed \(seed)")
    }
  }

  /// Kills a recording after a number of steps given by the seed. Returns the number of steps that
  /// the reducer received.
  private func killedRecording(_ seed: UInt64, input: String) async throws -> UInt64 {
    let count = try folder.write(String(repeating: "\0", count: 8), as: "count-\(seed)")
    let file = open(count, O_RDWR)
    defer { close(file) }
    let memory = try #require(mmap(nil, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
    try #require(memory != MAP_FAILED)
    defer { munmap(memory, 8) }
    let child = try Child(
      ["record", "s-\(seed).reprise", "--quiet", "--script", input], of: "FaultyApp", in: folder)
    child.process.environment?["FAULTY_COUNT"] = count
    // Multiplying by a large odd number spreads the times.
    let told = (seed &* 0x9E37_79B9_7F4A_7C15) >> 32 % Self.steps + 1
    child.process.environment?["FAULTY_COUNT_TOLD"] = String(told)
    let signal = try SignalPipe(at: folder.file("signal-\(seed)"))
    child.process.environment?["FAULTY_SIGNAL"] = signal.path
    try child.start(input: "")
    // The app keeps running, so the kill happens during a later step.
    await signal.wait()
    kill(child.process.processIdentifier, SIGKILL)
    _ = try await child.outcome()
    let number = memory.assumingMemoryBound(to: Atomic<UInt64>.self)
    return number.pointee.load(ordering: .acquiring)
  }
}
