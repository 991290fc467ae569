/// A block as a member of a log, which is given its number when it is appended to one.
package struct LogMember: Sendable {
  private var header: MemberHeader
  /// The compressed payload, and what ends the member.
  private let body: ArraySlice<UInt8>

  /// The number of the first step.
  package var firstStep: UInt64 { header.position }
  /// How many steps the block holds.
  package var stepCount: Int { Int(header.stepCount) }
  /// The number of the last step, or of the one before the first if there is none.
  package var lastStep: UInt64 { header.position + UInt64(header.stepCount) - 1 }
  /// The length of the member in bytes.
  package var length: Int { Int(header.memberLength) }

  /// Compresses a block; `nil` if zlib fails, for want of memory as a rule.
  init?(_ block: LogBlock, binding: UInt32) {
    let header = MemberHeader(
      kind: .block, startsWithKeyframe: block.startsWithKeyframe, followsGap: block.followsGap,
      sequence: 0, position: block.firstStep, stepCount: UInt32(block.stepCount),
      binding: binding)
    guard var bytes = try? header.member(holding: block.bytes, level: LogMember.level) else {
      return nil
    }
    let limit = max(LogFormat.plainRawLength, LogFormat.maximumExpansion * bytes.count)
    if block.bytes.count > limit {
      // A reader takes no more than this for each byte of the member.
      guard
        let longer = try? header.member(
          holding: block.bytes, level: LogMember.level, repeating: false)
      else { return nil }
      bytes = longer
    }
    self.init(bytes)
  }

  /// Takes the bytes of a whole member; `nil` if they are none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= LogFormat.endMemberLength,
      let header = try? MemberHeader(decoding: bytes), Int(header.memberLength) == bytes.count
    else { return nil }
    self.header = header
    body = bytes[LogFormat.memberHeaderLength...]
  }

  /// The bytes of the member as the one of this number in a log; the header of the log is 0.
  package func bytes(sequence: UInt32) -> [UInt8] {
    var header = header
    header.sequence = sequence
    return header.encoded + body
  }

  /// Members of a few steps are made many times a second, and gain nothing from more.
  private static let level = 6
}
