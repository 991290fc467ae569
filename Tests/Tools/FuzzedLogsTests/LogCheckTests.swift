import Foundation
import FuzzedLogs
import Platform
import SessionDocument
import SessionLog
import SessionModel
import SessionReplay
import TestSupport
import Testing

/// Repeats the tests of `make fuzz` with a few inputs instead of millions.
@MainActor @Suite struct LogCheckTests {
  private let folder: TemporaryFolder
  private let recorded: String
  private let log: FuzzedLog

  init() throws {
    folder = try TemporaryFolder()
    recorded = try Seeds.record(in: folder.path)
    log = FuzzedLog(header: try Seeds.header(of: recorded))
  }

  private func inputs() throws -> [[UInt8]] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try Seeds.inputs(
      recorded: recorded, ring: Seeds.recordRing(in: folder.path),
      sessions: tests.appendingPathComponent("Sessions").path)
  }

  @Test func `The seeds of the fuzzer pass`() throws {
    let check = LogCheck(folder: folder.path)
    let inputs = try inputs()

    #expect(inputs.count > 4)
    for input in inputs { try check.check(log.bytes(for: input)) }
  }

  @Test func `An input of blocks represents a readable log`() throws {
    // Inputs of the other kind are not logs that a recorder would write.
    for input in try inputs() where input.first != 3 {
      let path = "\(folder.path)/made.reprise"
      try Data(log.bytes(for: input)).write(to: URL(fileURLWithPath: path))

      let reader = try LogReader(path: path, options: .session)
      #expect(reader.stepCount > 0 || reader.blocks.count < 2)
    }
  }

  @Test func `Some inputs are rings with marks, as a file and as blocks`() throws {
    var kinds: Set<UInt8?> = []
    for input in try inputs() where input.first != 3 {
      let path = "\(folder.path)/made.reprise"
      try Data(log.bytes(for: input)).write(to: URL(fileURLWithPath: path))
      let reader = try SessionReader(path: path)
      guard reader.log.stepsBeforeStart > 0 else { continue }
      var cursor = try SessionCursor(reader)
      var markCount = 0
      while let step = try cursor.next() { markCount += step.kind == .mark ? 1 : 0 }
      if markCount > 0 { kinds.insert(input.first) }
    }
    #expect(kinds == [0, 2])
  }

  @Test func `Some inputs are logs whose state is far longer than the file`() throws {
    var longest = 0
    for input in try inputs() where input.first != 3 {
      let path = "\(folder.path)/made.reprise"
      try Data(log.bytes(for: input)).write(to: URL(fileURLWithPath: path))
      let reader = try LogReader(path: path, options: .session)
      guard let block = reader.blocks.first, reader.lastStep == 0 else { continue }
      let length = try #require(reader.payloadLength(of: block))
      longest = max(longest, length / Int(reader.fileLength))
      var cursor = try SessionCursor(SessionReader(path: path))
      #expect(try cursor.next() == nil)
    }
    #expect(longest > 20)
  }

  @Test func `Damaged inputs pass`() throws {
    let check = LogCheck(folder: folder.path)
    var random = Seeded(state: 1)
    for input in try inputs() {
      for _ in 0..<8 { try check.check(log.bytes(for: random.damaged(input))) }
    }
  }

  @Test func `The check detects a recovery that damages its output`() throws {
    var operations = LogFileOperations.system
    operations.write = { file, bytes, offset throws(SystemError) in
      let damaged = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      defer { damaged.deallocate() }
      damaged.copyMemory(from: bytes)
      // Damages the payload after the header. The log can still be opened.
      if offset > 0, damaged.count > 60 { damaged[58] ^= 1 }
      return try LogFileOperations.system.write(file, UnsafeRawBufferPointer(damaged), offset)
    }
    let check = LogCheck(folder: folder.path, operations: operations)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: recorded)))

    #expect {
      try check.check(bytes)
    } throws: { error in
      guard case .recoveredDiffers? = error as? LogCheckFailure else { return false }
      return "\(error)".hasPrefix("the recovered log is not what was written: ")
    }
  }
}

/// A generator whose random numbers are the same in every run (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Returns an input with a few flipped bits and, in one of four cases, truncated. The kind of the
  /// input may change.
  mutating func damaged(_ input: [UInt8]) -> [UInt8] {
    var bytes = input
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      bytes[.random(in: 1..<bytes.count, using: &self)] ^=
        1 << UInt8.random(in: 0...7, using: &self)
    }
    guard UInt8.random(in: 0...3, using: &self) == 0 else { return bytes }
    return Array(bytes.prefix(.random(in: 1..<bytes.count, using: &self)))
  }
}
