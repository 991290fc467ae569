/// A block as a member of a log, which gets its index when it is appended.
package struct LogMember: Sendable {
  private var header: MemberHeader
  private let body: ArraySlice<UInt8>

  package var firstStep: UInt64 { header.position }
  package var stepCount: Int { Int(header.stepCount) }
  /// The number of the last step, or of the preceding step if the block has none.
  package var lastStep: UInt64 { header.position + UInt64(header.stepCount) - 1 }
  package var length: Int { Int(header.memberLength) }

  /// Compresses a block. Returns `nil` if zlib fails, usually because of insufficient memory.
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
      // A reader accepts no higher ratio of the payload to the member.
      guard
        let longer = try? header.member(
          holding: block.bytes, level: LogMember.level, repeating: false)
      else { return nil }
      bytes = longer
    }
    self.init(bytes)
  }

  /// Creates a member from its bytes. Returns `nil` if they are not exactly one member.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= LogFormat.endMemberLength,
      let header = try? MemberHeader(decoding: bytes), Int(header.memberLength) == bytes.count
    else { return nil }
    self.header = header
    body = bytes[LogFormat.memberHeaderLength...]
  }

  /// Returns the bytes of the member at an index in a log. The header of a log has index 0.
  package func bytes(sequence: UInt32) -> [UInt8] {
    var header = header
    header.sequence = sequence
    return header.encoded + body
  }

  /// Members of a few steps are created many times a second, and gain nothing from a higher level.
  private static let level = 6
}
