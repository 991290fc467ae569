import CZlib

/// Converts inputs to logs with valid checksums, which lets the fuzzer get past them. The first
/// byte determines how the rest is interpreted. Every input is a log of some kind.
package struct FuzzedLog {
  enum Kind: UInt8, CaseIterable {
    case file
    /// The blocks of a log with the app's header.
    case blocks
    /// The length of a header, the header, and the blocks of its log.
    case headerAndBlocks
    /// Members with valid checksums, in any order and with any fields.
    case members
  }

  struct Block {
    let payload: [UInt8]
    let stepCount: Int
    let startsWithKeyframe: Bool
    /// The number of the first step, unless it follows from the previous blocks.
    let firstStep: UInt64?
  }

  private let header: [UInt8]

  package init(header: [UInt8]) {
    self.header = header
  }

  package func bytes(for input: [UInt8]) -> [UInt8] {
    guard let first = input.first else { return [] }
    var rest = input.dropFirst()
    switch Kind(rawValue: first % UInt8(Kind.allCases.count)) {
    case .blocks:
      return log(header, &rest)
    case .headerAndBlocks:
      let length = Int(number(&rest, bytes: 2))
      let header = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      return log(header, &rest)
    case .members:
      return member(0, payload: header + [10], sequence: 0) + members(&rest)
    case .file, nil:
      return Array(rest)
    }
  }

  /// Returns the input for a log with these blocks and this header, or the app's header if it is
  /// `nil`.
  static func input(header: [UInt8]?, blocks: [Block]) -> [UInt8] {
    var input = [Kind.blocks.rawValue]
    if let header {
      input = [Kind.headerAndBlocks.rawValue] + little(UInt16(header.count)) + header
    }
    for block in blocks {
      input += [(block.startsWithKeyframe ? 1 : 0) | (block.firstStep == nil ? 0 : 8)]
      if let step = block.firstStep { input += little(UInt32(truncatingIfNeeded: step)) }
      input += little(UInt16(truncatingIfNeeded: block.stepCount))
      input += little(UInt16(truncatingIfNeeded: block.payload.count)) + block.payload
    }
    return input
  }

  /// Returns the input for a log with a keyframe in which one byte is repeated 2^`exponent` times.
  static func input(
    header: [UInt8], repeated payload: [UInt8], at index: Int, exponent: UInt8
  ) -> [UInt8] {
    [Kind.headerAndBlocks.rawValue] + little(UInt16(header.count)) + header + [5, 0, 0]
      + little(UInt16(payload.count)) + payload
      + [exponent, UInt8(index >> 8), UInt8(truncatingIfNeeded: index)]
  }

  static func input(file: [UInt8]) -> [UInt8] { [Kind.file.rawValue] + file }

  private func log(_ header: [UInt8], _ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var log = member(0, payload: header + [10], sequence: 0)
    let binding = checksum(header + [10])
    var sequence: UInt32 = 1
    var step: UInt64 = 1
    while let flags = rest.popFirst() {
      // A log may begin with a later step.
      if flags & 8 != 0 { step = number(&rest, bytes: 4) }
      let steps = UInt32(number(&rest, bytes: 2))
      let length = Int(number(&rest, bytes: 2))
      // A jump forward creates a gap.
      if flags & 3 == 3 { step += 5 }
      var payload = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      if flags & 4 != 0 { payload = Self.repeated(payload, &rest) }
      log += member(
        1, payload: payload, sequence: sequence, flags: flags & 3, position: step, steps: steps,
        binding: binding)
      step &+= UInt64(steps)
      sequence += 1
    }
    return log
  }

  /// Returns a payload with one byte repeated many times, which deflate compresses well.
  private static func repeated(
    _ payload: [UInt8], _ rest: inout ArraySlice<UInt8>
  ) -> [UInt8] {
    let count = 1 << Int((rest.popFirst() ?? 0) % 22)
    let index = Int(rest.popFirst() ?? 0) << 8 | Int(rest.popFirst() ?? 0)
    guard payload.indices.contains(index) else { return payload }
    var payload = payload
    payload.replaceSubrange(
      index...index, with: [UInt8](repeating: payload[index], count: count))
    return payload
  }

  private func members(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var log: [UInt8] = []
    while let head = rest.popFirst() {
      // Garbage between members.
      if head & 0x80 != 0 { log += Array(rest.prefix(3)) }
      let flags = rest.popFirst() ?? 0
      let sequence = UInt32(number(&rest, bytes: head & 4 == 0 ? 1 : 4))
      let position = number(&rest, bytes: head & 0x40 == 0 ? 1 : 8)
      let steps = UInt32(truncatingIfNeeded: number(&rest, bytes: head & 0x20 == 0 ? 1 : 4))
      let length = Int(number(&rest, bytes: 1))
      var bytes = member(
        head & 3, payload: Array(rest.prefix(length)), sequence: sequence, flags: flags & 7,
        position: position, steps: steps,
        claimedLength: head & 0x10 == 0 ? nil : number(&rest, bytes: 4))
      rest = rest.dropFirst(length)
      if head & 8 != 0 { bytes[bytes.count - 6] ^= 1 }
      log += bytes
    }
    return log
  }

  private func number(_ rest: inout ArraySlice<UInt8>, bytes count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(rest.popFirst() ?? 0) << (8 * UInt64(index)) }
    return value
  }

  /// Returns a member in the documented format, with its payload in a stored block if it fits.
  /// `claimedLength` replaces the length in its header.
  func member(
    _ kind: UInt8, payload: [UInt8], sequence: UInt32, flags: UInt8 = 0, position: UInt64 = 0,
    steps: UInt32 = 0, binding: UInt32 = 0, claimedLength: UInt64? = nil, level: Int32 = 1
  ) -> [UInt8] {
    let deflated = Self.deflated(payload, level: level)
    let length =
      claimedLength.map { UInt32(truncatingIfNeeded: $0) } ?? UInt32(52 + deflated.count + 8)
    var data: [UInt8] = [kind, flags, 0, 0]
    data += Self.little(sequence) + Self.little(length) + Self.little(UInt32(payload.count))
    data += Self.little(position) + Self.little(steps) + Self.little(binding)
    data += Self.little(checksum(data))
    let prefix: [UInt8] = [
      0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 40, 0, 0x52, 0x50, 36, 0,
    ]
    return prefix + data + deflated + Self.little(checksum(payload))
      + Self.little(UInt32(payload.count))
  }

  private static func deflated(_ payload: [UInt8], level: Int32) -> [UInt8] {
    if payload.isEmpty { return [3, 0] }
    if level == 1, let count = UInt16(exactly: payload.count) {
      return [1] + little(count) + little(~count) + payload
    }
    var length = compressBound(uLong(payload.count))
    var stream = [UInt8](repeating: 0, count: Int(length))
    compress2(&stream, &length, payload, uLong(payload.count), level)
    // A deflate stream is a zlib stream without its two bytes of header and four of checksum.
    return Array(stream[2..<Int(length) - 4])
  }

  func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
