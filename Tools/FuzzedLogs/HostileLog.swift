/// A log that claims much and holds little.
package struct HostileLog: Sendable {
  /// A file, which may be longer than its bytes, with a hole behind them.
  package struct File: Sendable {
    /// What the file begins with.
    package let bytes: [UInt8]
    /// The length that it claims.
    package let length: UInt64

    init(_ bytes: [UInt8], length: UInt64 = 0) {
      self.bytes = bytes
      self.length = max(length, UInt64(bytes.count))
    }
  }

  /// What it claims, in a few words.
  package let name: String
  private let file: File
  /// The journal beside it; the log is one in the making then.
  package let journal: File?

  init(_ name: String, _ bytes: [UInt8], length: UInt64 = 0, journal: File? = nil) {
    self.name = name
    file = File(bytes, length: length)
    self.journal = journal
  }

  /// What the log begins with.
  package var bytes: [UInt8] { file.bytes }

  /// The length of the log.
  package var length: UInt64 { file.length }

  /// The name of the log's file.
  package var fileName: String {
    name.replacing(" ", with: "-") + (journal == nil ? ".reprise" : ".reprise.partial")
  }
}

/// A hostile log in the making: members with right checksums, one behind the other.
struct HostileLogBuilder {
  private let writer: FuzzedLog
  private let binding: UInt32
  private(set) var bytes: [UInt8] = []
  private var sequence: UInt32 = 0
  private var step: UInt64 = 1
  private var entries: [UInt8] = []

  /// Begins with a header, which says the version.
  init(header: [UInt8]) {
    let line = header + [10]
    writer = FuzzedLog(header: header)
    let isBound = !String(decoding: header.suffix(40), as: UTF8.self).contains("\"version\":1")
    binding = isBound ? writer.checksum(line) : 0
    append(0, line, binding: 0)
  }

  /// The checksum that the members carry.
  var boundTo: UInt32 { binding }

  /// Appends a member of a kind.
  mutating func append(
    _ kind: UInt8, _ payload: [UInt8], position: UInt64 = 0, steps: UInt32 = 0, flags: UInt8 = 0,
    binding: UInt32? = nil, lie: UInt64? = nil
  ) {
    bytes += writer.member(
      kind, payload: payload, sequence: sequence, flags: flags, position: position, steps: steps,
      binding: binding ?? self.binding, lie: lie, level: 9)
    sequence += 1
  }

  /// Appends a block, behind so many lost steps.
  mutating func block(_ payload: [UInt8], steps: UInt32, keyframe: Bool = false, gap: UInt64 = 0) {
    step += gap
    let offset = UInt64(bytes.count)
    let flags: UInt8 = (keyframe ? 1 : 0) | (gap > 0 ? 2 : 0)
    append(1, payload, position: step, steps: steps, flags: flags)
    entries += Self.little(offset) + Self.little(step) + Self.little(steps) + [flags]
    step += UInt64(steps)
  }

  /// Appends an index of the blocks, or another, and the end.
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
  /// An unsigned integer in LEB128.
  static func varint(_ value: Int) -> [UInt8] {
    var rest = UInt64(value)
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// Bytes behind their count.
  static func counted(_ bytes: [UInt8]) -> [UInt8] { varint(bytes.count) + bytes }

  /// A byte so many times.
  static func many(_ count: Int, _ byte: UInt8 = 0) -> [UInt8] {
    Array(repeating: byte, count: count)
  }

  /// The bytes 0 and 1 in turn, so many in all.
  static func alternating(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 2) } }
}
