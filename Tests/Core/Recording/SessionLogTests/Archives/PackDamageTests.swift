import Foundation
import SessionLog
import TestSupport
import Testing

@Suite("Damaged packs and indexes")
struct PackDamageTests {
  /// Overwrites a file in place. Only its bytes show that it has changed.
  private func change(_ path: String, _ body: (inout [UInt8]) throws -> Void) throws {
    var content = try bytes(of: path)
    try body(&content)
    try write(content, to: path)
  }

  private func state(_ logs: LogFolder) throws -> TarArchive.IndexState {
    let archive = try TarArchive(path: logs.tar)
    try archive.forEachLog { _, _ in }
    return archive.indexState
  }

  @Test("A pack without its index is read by its headers")
  func missing() throws {
    let logs = try LogFolder(LogFolder.all)
    try logs.pack()
    try FileManager.default.removeItem(atPath: logs.index)
    try logs.expectLogs(state: .missing)
  }

  @Test("A change of any byte of the index is detected, and the logs are listed correctly")
  func flippedIndex() throws {
    let logs = try LogFolder(LogFolder.all)
    try logs.pack()
    let whole = try bytes(of: logs.index)
    let expected = logs.names.map { "\(logs.tar)/\($0)" }
    for position in whole.indices {
      var damaged = whole
      damaged[position] ^= 1 << UInt8(position % 8)
      try write(damaged, to: logs.index)
      #expect(try logs.listed() == expected, "byte \(position)")
      #expect(try state(logs) != .used, "byte \(position)")
    }
    for length in 0..<whole.count {
      try write(Array(whole[..<length]), to: logs.index)
      #expect(try logs.listed() == expected && state(logs) != .used, "\(length) bytes")
    }
  }

  @Test("Any number in an index is listed correctly or rejected, also if all checksums are right")
  func indexNumbers() throws {
    let logs = try LogFolder()
    try logs.pack()
    let (index, tar) = (try bytes(of: logs.index), try bytes(of: logs.tar))
    let expected = logs.names.map { "\(logs.tar)/\($0)" }
    let directory = Int(index.number(at: 32, length: 8))
    let fields =
      [(16, 8), (24, 8), (32, 8), (40, 8)]
      + [(0, 8), (8, 4), (12, 4), (20, 4)].map { (directory + $0, $1) }
      + [(0, 8), (8, 8), (16, 4)].map { (64 + $0, $1) }
    for (offset, length) in fields {
      for number in HostileNumbers.words {
        var (index, tar) = (index, tar)
        index.put(number, at: offset, length: length)
        // These are the checksums of the chunk, of the directory and of the header.
        if directory + 24 <= index.count {
          index.put(UInt64(checksum(of: index[64..<directory])), at: directory + 16, length: 4)
        }
        let sum = UInt64(checksum(of: index[directory...]))
        index.put(sum, at: 12, length: 4)
        index.put(UInt64(checksum(of: index[..<60])), at: 60, length: 4)
        tar.put(sum, at: 504, length: 4)
        tar.sealHeader()
        try write(index, to: logs.index)
        try write(tar, to: logs.tar)
        do throws(TarError) {
          let found = try logs.listed()
          if offset < 64 || offset >= directory {
            #expect(found == expected, "\(offset), \(number)")
          }
        } catch {
          #expect(error.description.contains(logs.tar))
        }
        for name in logs.names { _ = try? LogReader(path: "\(logs.tar)/\(name)") }
      }
    }
  }

  @Test("Any number in a tar's header is read or rejected")
  func headerNumbers() throws {
    let logs = try LogFolder(["a.reprise", "b.reprise"])
    try logs.pack()
    try FileManager.default.removeItem(atPath: logs.index)
    let whole = try bytes(of: logs.tar)
    for field in [124..<136, 136..<148] {
      for number in HostileNumbers.words {
        // The number is in binary, like GNU tar writes it, or in octal digits of a smaller range.
        for isBinary in [true, false] {
          var tar = whole
          var rest = number
          for index in field.reversed() {
            tar[index] = isBinary ? UInt8(truncatingIfNeeded: rest) : 48 + UInt8(rest & 7)
            rest >>= isBinary ? 8 : 3
          }
          if isBinary { tar[field.lowerBound] = 0x80 }
          tar.sealHeader()
          try write(tar, to: logs.tar)
          do throws(TarError) {
            for log in try logs.listed() {
              _ = try? LogReader(path: log)
              _ = LogStamp(of: log)
            }
          } catch {
            #expect(error.description.contains(logs.tar))
          }
        }
      }
    }
  }

  @Test("Logs are found although their chunk of the index is damaged")
  func damagedChunk() throws {
    let logs = try LogFolder()
    try logs.pack()
    try change(logs.index) { $0[70] ^= 1 }
    for name in logs.names { try logs.expectLog(name) }
  }

  @Test("A listing continues after the last log when a later chunk of the index is damaged")
  func damagedLaterChunk() throws {
    let logs = try LogFolder(["a.reprise"])
    let names = (0..<600).map { String(format: "%05d.reprise", $0) }
    let writer = try TarWriter(path: logs.tar, overwrite: false, operations: .unsynced)
    for name in names { try writer.append(logs.path(of: "a.reprise"), as: name) }
    _ = try writer.finish()
    // Chunks have 256 members of 33 bytes.
    try change(logs.index) { $0[64 + 300 * 33] ^= 1 }
    #expect(try logs.listed() == names.map { "\(logs.tar)/\($0)" })
    #expect(try state(logs) == .damaged)
  }

  @Test("An index is ignored if a different tar replaced its tar, even with the same length")
  func stale() throws {
    let logs = try LogFolder()
    try logs.pack()
    let index = try bytes(of: logs.index)
    let length = try bytes(of: logs.tar).count
    // The same bytes under other names.
    let renamed = ["e.reprise", "f.reprise", "sub/g.reprise", "sub/deep/h.reprise"]
    let other = try LogFolder(renamed)
    try other.pack(as: logs.tar, overwrite: true)
    #expect(try bytes(of: logs.tar).count == length)
    try write(index, to: logs.index)
    #expect(
      try logs.listed() == other.names.map { "\(logs.tar)/\($0)" })
    #expect(try state(logs) == .stale)
    #expect(throws: LogReaderError.self) { try LogReader(path: "\(logs.tar)/a.reprise") }
  }

  @Test("A pack to which a log was added by another program is read by its headers")
  func appended() throws {
    let logs = try LogFolder()
    try logs.pack(Array(logs.names.dropLast()))
    let last = try #require(logs.names.last)
    #expect(try run("tar", ["-C", logs.root, "-rf", logs.tar, last]).status == 0)
    try logs.expectLogs(state: .stale)
  }

  @Test("No log is opened when the tar has a different log than the index says")
  func swapped() throws {
    let logs = try LogFolder(["a.reprise", "b.reprise", "c.reprise"])
    for name in logs.names {
      try writeLog(
        logs.path(of: name), sampleBlocks,
        options: LogWriterOptions(overwrite: true, mergedBlockLength: 0))
    }
    try logs.pack()
    try change(logs.tar) { tar in
      let length = (tar.count - 1024) / 3
      let (b, c) = (Array(tar[length..<(2 * length)]), Array(tar[(2 * length)..<(3 * length)]))
      tar.replaceSubrange(length..<(3 * length), with: c + b)
    }
    try logs.expectLog("a.reprise")
    for name in ["b.reprise", "c.reprise"] {
      #expect(throws: LogReaderError.archive(.indexDisagrees(path: logs.tar, member: name))) {
        try LogReader(path: "\(logs.tar)/\(name)")
      }
    }
    try FileManager.default.removeItem(atPath: logs.index)
    #expect(try logs.listed() == logs.names.map { "\(logs.tar)/\($0)" })
  }

  @Test("A tar that is cut off anywhere is rejected, unless only zeros at its end are missing")
  func cut() throws {
    let logs = try LogFolder(["a.reprise", "b.reprise"])
    try logs.pack()
    let whole = try bytes(of: logs.tar)
    let expected = try logs.listed()
    for length in 0..<whole.count {
      try write(Array(whole[..<length]), to: logs.tar)
      if length >= whole.count - 512 {
        #expect(try logs.listed() == expected, "\(length) bytes")
      } else {
        #expect(throws: TarError.self, "\(length) bytes") { try logs.listed() }
      }
    }
  }

  @Test("A tar with any byte of a header changed is rejected or read as before")
  func flippedHeader() throws {
    let logs = try LogFolder(["a.reprise", "b.reprise"])
    try logs.pack()
    try FileManager.default.removeItem(atPath: logs.index)
    let whole = try bytes(of: logs.tar)
    let expected = try logs.listed()
    let second =
      (whole.count - 1024) - 512 - 512
      * ((try bytes(of: logs.path(of: "b.reprise")).count + 511) / 512)
    var refused = 0
    for position in second..<(second + 512) {
      var damaged = whole
      damaged[position] ^= 4
      try write(damaged, to: logs.tar)
      do throws(TarError) {
        let found = try logs.listed()
        #expect(found == expected, "byte \(position - second)")
      } catch {
        #expect(error == .badHeader(path: logs.tar, offset: UInt64(second)))
        refused += 1
      }
    }
    #expect(refused >= 510)
  }

  @Test("With an index, a damaged header costs only the log after it")
  func damagedHeader() throws {
    let logs = try LogFolder()
    try logs.pack()
    let second = 512 + 512 * ((try bytes(of: logs.path(of: "a.reprise")).count + 511) / 512)
    try change(logs.tar) { $0[second + 20] ^= 1 }
    #expect(throws: LogReaderError.archive(.badHeader(path: logs.tar, offset: UInt64(second)))) {
      try LogReader(path: "\(logs.tar)/b.reprise")
    }
    for name in logs.names where name != "b.reprise" { try logs.expectLog(name) }
    #expect(try logs.listed().count == logs.names.count)
  }

  @Test("A damaged byte of a log is reported in a tar like in a separate file")
  func damagedLog() throws {
    let logs = try LogFolder()
    try logs.pack()
    try change(logs.tar) { $0[512 + 200] ^= 1 }
    try change(logs.path(of: "a.reprise")) { $0[200] ^= 1 }
    let (own, packed) = (
      try LogReader(path: logs.path(of: "a.reprise")), try LogReader(path: "\(logs.tar)/a.reprise")
    )
    #expect(own.verify() != nil && own.verify() == packed.verify())
  }

  @Test("Errors name the tar and the remedy")
  func wording() {
    let path = "/x/c.tar"
    #expect(
      TarError.badHeader(path: path, offset: 5120).description
        == "/x/c.tar: the header at offset 5,120 does not agree with its checksum. "
        + "Find a whole copy, or pack the logs again.")
    #expect(
      TarError.indexDisagrees(path: path, member: "a").description
        == "/x/c.tar: the tar does not have 'a' where its index says. Remove /x/c.tar.index "
        + "to read the tar without it.")
    #expect(TarError.notATar(path: path).description.contains("not compressed"))
    #expect(TarError.truncated(path: path, offset: 1).description.contains("cut off"))
    #expect(TarArchive.IndexState.used.note(on: path) == nil)
    #expect(TarArchive.IndexState.stale.note(on: path)?.contains("of another tar") == true)
  }
}

extension [UInt8] {
  fileprivate func number(at offset: Int, length: Int) -> UInt64 {
    self[offset..<(offset + length)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  fileprivate mutating func put(_ number: UInt64, at offset: Int, length: Int) {
    for index in 0..<length {
      self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))
    }
  }

  /// Writes the checksum of the first header of a tar.
  fileprivate mutating func sealHeader() {
    replaceSubrange(148..<156, with: [UInt8](repeating: 32, count: 8))
    let sum = String(self[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = String(repeating: "0", count: 6 - sum.utf8.count) + sum
    replaceSubrange(148..<156, with: Array(digits.utf8) + [0, 32])
  }
}
