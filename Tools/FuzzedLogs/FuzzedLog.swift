import CZlib

/// A log put together from an input, so that its checksums let the fuzzer through to what they guard.
///
/// The first byte of an input says how the rest is meant; every input is a log of some kind.
package struct FuzzedLog {
  /// How the rest of an input is meant.
  enum Kind: UInt8, CaseIterable {
    /// The bytes of the file.
    case file
    /// The blocks of a log of the app.
    case blocks
    /// A header, by its length, and the blocks of its log.
    case headerAndBlocks
    /// Members with right checksums in any order, and what they claim.
    case members
  }

  /// A block of which an input is made.
  struct Block {
    let payload: [UInt8]
    let stepCount: Int
    let startsWithKeyframe: Bool
    /// The number of the first step, where it does not follow from the blocks before.
    let firstStep: UInt64?
  }

  /// The header of a log of the app, without its newline.
  private let header: [UInt8]

  /// Puts logs together under the header of a log of the app.
  package init(header: [UInt8]) {
    self.header = header
  }

  /// The bytes of the log that an input stands for.
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

  /// The input that stands for a header, or for the app's if there is none, and blocks.
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

  /// The input that stands for a log of one keyframe, in which a byte stands two to a power of times.
  static func input(
    header: [UInt8], blown payload: [UInt8], at place: Int, exponent: UInt8
  ) -> [UInt8] {
    [Kind.headerAndBlocks.rawValue] + little(UInt16(header.count)) + header + [5, 0, 0]
      + little(UInt16(payload.count)) + payload
      + [exponent, UInt8(place >> 8), UInt8(truncatingIfNeeded: place)]
  }

  /// The input that stands for a file.
  static func input(file: [UInt8]) -> [UInt8] { [Kind.file.rawValue] + file }

  private func log(_ header: [UInt8], _ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var log = member(0, payload: header + [10], sequence: 0)
    let isBound = String(decoding: header, as: UTF8.self).contains("\"version\":2")
    let binding = isBound ? checksum(header + [10]) : 0
    var sequence: UInt32 = 1
    var step: UInt64 = 1
    while let flags = rest.popFirst() {
      // A log may begin with a later step.
      if flags & 8 != 0 { step = number(&rest, bytes: 4) }
      let steps = UInt32(number(&rest, bytes: 2))
      let length = Int(number(&rest, bytes: 2))
      // A jump forward makes a gap.
      if flags & 3 == 3 { step += 5 }
      var payload = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      if flags & 4 != 0 { payload = Self.blown(payload, &rest) }
      log += member(
        1, payload: payload, sequence: sequence, flags: flags & 3, position: step, steps: steps,
        binding: binding)
      step &+= UInt64(steps)
      sequence += 1
    }
    return log
  }

  /// A payload in which a byte stands so many times, as in what deflate makes small.
  private static func blown(
    _ payload: [UInt8], _ rest: inout ArraySlice<UInt8>
  ) -> [UInt8] {
    let count = 1 << Int((rest.popFirst() ?? 0) % 22)
    let place = Int(rest.popFirst() ?? 0) << 8 | Int(rest.popFirst() ?? 0)
    guard payload.indices.contains(place) else { return payload }
    var payload = payload
    payload.replaceSubrange(
      place...place, with: [UInt8](repeating: payload[place], count: count))
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
        position: position, steps: steps, lie: head & 0x10 == 0 ? nil : number(&rest, bytes: 4))
      rest = rest.dropFirst(length)
      if head & 8 != 0 { bytes[bytes.count - 6] ^= 1 }
      log += bytes
    }
    return log
  }

  private func number(_ rest: inout ArraySlice<UInt8>, bytes count: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<count { value |= UInt64(rest.popFirst() ?? 0) << (8 * UInt64(place)) }
    return value
  }

  /// A member as the description of the format has it, with its payload in a stored block if that has
  /// room for it; `lie` is the length that it claims instead of its own.
  func member(
    _ kind: UInt8, payload: [UInt8], sequence: UInt32, flags: UInt8 = 0, position: UInt64 = 0,
    steps: UInt32 = 0, binding: UInt32 = 0, lie: UInt64? = nil, level: Int32 = 1
  ) -> [UInt8] {
    let deflated = Self.deflated(payload, level: level)
    let length = lie.map { UInt32(truncatingIfNeeded: $0) } ?? UInt32(52 + deflated.count + 8)
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
    // A zlib stream is a deflate stream between two bytes of header and four of checksum.
    return Array(stream[2..<Int(length) - 4])
  }

  func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
