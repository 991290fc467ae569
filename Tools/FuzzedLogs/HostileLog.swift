/// A small log whose fields claim far more data than it contains.
package struct HostileLog: Sendable {
  /// A file whose length may exceed its bytes. The rest is a hole.
  package struct File: Sendable {
    package let bytes: [UInt8]
    package let length: UInt64

    init(_ bytes: [UInt8], length: UInt64 = 0) {
      self.bytes = bytes
      self.length = max(length, UInt64(bytes.count))
    }
  }

  package let name: String
  private let file: File
  /// The journal of an unfinished log, or `nil` if the log is finished.
  package let journal: File?

  init(_ name: String, _ bytes: [UInt8], length: UInt64 = 0, journal: File? = nil) {
    self.name = name
    file = File(bytes, length: length)
    self.journal = journal
  }

  package var bytes: [UInt8] { file.bytes }

  package var length: UInt64 { file.length }

  package var fileName: String {
    name.replacing(" ", with: "-") + (journal == nil ? ".reprise" : ".reprise.partial")
  }
}

/// Builds an unfinished hostile log from consecutive members with valid checksums.
struct HostileLogBuilder {
  private let writer: FuzzedLog
  /// The checksum of the header in members that are bound to it.
  let binding: UInt32
  private(set) var bytes: [UInt8] = []
  private var sequence: UInt32 = 0
  private var step: UInt64 = 1
  private var entries: [UInt8] = []

  init(header: [UInt8]) {
    let line = header + [10]
    writer = FuzzedLog(header: header)
    binding = writer.checksum(line)
    append(0, line, binding: 0)
  }

  mutating func append(
    _ kind: UInt8, _ payload: [UInt8], position: UInt64 = 0, steps: UInt32 = 0, flags: UInt8 = 0,
    binding: UInt32? = nil, claimedLength: UInt64? = nil
  ) {
    bytes += writer.member(
      kind, payload: payload, sequence: sequence, flags: flags, position: position, steps: steps,
      binding: binding ?? self.binding, claimedLength: claimedLength, level: 9)
    sequence += 1
  }

  /// Appends a block, after a gap of lost steps.
  mutating func block(_ payload: [UInt8], steps: UInt32, keyframe: Bool = false, gap: UInt64 = 0) {
    step += gap
    let offset = UInt64(bytes.count)
    let flags: UInt8 = (keyframe ? 1 : 0) | (gap > 0 ? 2 : 0)
    append(1, payload, position: step, steps: steps, flags: flags)
    entries += Self.little(offset) + Self.little(step) + Self.little(steps) + [flags]
    step += UInt64(steps)
  }

  mutating func end(index: [UInt8]? = nil) {
    let offset = UInt64(bytes.count)
    append(
      2, index ?? Self.little(UInt32(entries.count / 21)) + Self.little(step - 1) + entries)
    append(3, [], position: offset)
  }

  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

extension [UInt8] {
  /// Returns the bytes of an unsigned integer in LEB128.
  static func varint(_ value: Int) -> [UInt8] {
    var rest = UInt64(value)
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// Returns bytes with their count in front.
  static func counted(_ bytes: [UInt8]) -> [UInt8] { varint(bytes.count) + bytes }

  static func many(_ count: Int, _ byte: UInt8 = 0) -> [UInt8] {
    Array(repeating: byte, count: count)
  }

  static func alternating(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 2) } }
}
