import Platform

/// The first damage in a log.
package struct LogDamage: Error, Equatable, Codable, Sendable {
  package enum Part: Equatable, Codable, Sendable {
    case header
    /// The block with a number, counted from 1, or other bytes at its place.
    case block(Int)
    case index
    case headerCopy
    /// The last member, or bytes that follow it.
    case end
  }

  package enum Cause: Error, Equatable, Codable, Sendable {
    /// Nothing is broken, but the log was never finished, so it has no index.
    case unfinished
    /// Nothing is broken, but the log was decompressed on its way, so it has no members.
    case decompressed
    /// Nothing is broken, but the log was compressed again on its way, into different members.
    case recompressed
    /// The file ends before the member does. Lengths are in bytes.
    case truncated(needed: UInt64, found: UInt64)
    case badMemberHeader
    /// The header of the member does not match its own checksum.
    case headerChecksumMismatch
    case checksumMismatch
    case badCompressedData
    case lengthMismatch
    /// The member states a length that is above the limit or cannot be true. Lengths are in bytes.
    case impossibleLength(claimed: UInt64, limit: UInt64)
    /// A member is missing, duplicated or out of order.
    case sequenceGap(expected: Int, found: Int)
    /// The block does not begin with the step after the last step.
    case stepGap(expected: UInt64, found: UInt64)
    case otherHeader
    /// There are more consecutive blocks without steps than a recorder writes.
    case emptyBlocks
    /// The block states that more steps are lost before it than a gap can contain.
    case impossibleGap(claimed: UInt64, limit: UInt64)
    /// The kind of the member is not allowed here, such as a second header.
    case unexpectedMember
    case indexDisagrees
    case dataAfterEnd(bytes: UInt64)
    /// The checksum of the block is correct, but its steps cannot be decoded.
    case unreadableSteps
    case unreadable(code: Int32)
    /// zlib failed, usually because of insufficient memory.
    case zlibFailed(code: Int32)
  }

  package var cause: Cause
  package var part: Part
  package var offset: UInt64
  package var wholeSteps: UInt64

  package init(cause: Cause, part: Part, offset: UInt64, wholeSteps: UInt64) {
    self.cause = cause
    self.part = part
    self.offset = offset
    self.wholeSteps = wholeSteps
  }

  package var block: Int? {
    if case .block(let number) = part { number } else { nil }
  }
}

extension LogDamage.Cause {
  fileprivate var leavesStepsWhole: Bool {
    [.unfinished, .decompressed, .recompressed].contains(self)
  }
}

extension LogDamage: CustomStringConvertible {
  package var description: String {
    if cause.leavesStepsWhole { return "\(cause); it has \(steps(wholeSteps)), all whole." }
    return "\(part) at offset \(grouped(offset)) is damaged: \(cause). "
      + "\(steps(wholeSteps)) before it \(wholeSteps == 1 ? "is" : "are") whole."
  }
}

extension LogDamage.Part: CustomStringConvertible {
  package var description: String {
    switch self {
    case .header: "the header"
    case .block(let number): "block \(grouped(number))"
    case .index: "the index"
    case .headerCopy: "the copy of the header"
    case .end: "the end of the log"
    }
  }
}

extension LogDamage.Cause: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unfinished: "the recording was not finished"
    case .decompressed: "the log was decompressed on its way"
    case .recompressed: "the log was decompressed and compressed again on its way"
    case .truncated(let needed, let found):
      "it needs \(grouped(needed)) bytes and the file has \(grouped(found)) left"
    case .badMemberHeader: "its bytes are not a part of a log"
    case .headerChecksumMismatch: "the checksum of its own description does not match"
    case .checksumMismatch: "its checksum does not match"
    case .badCompressedData: "its compressed bytes cannot be decompressed"
    case .lengthMismatch: "it is not as long as it says"
    case .impossibleLength(let claimed, let limit):
      "it claims \(grouped(claimed)) bytes where at most \(grouped(limit)) can be"
    case .sequenceGap(let expected, let found):
      "it should be part \(grouped(expected)) of the file and says it is part \(grouped(found))"
    case .stepGap(let expected, let found):
      "it should begin with step \(grouped(expected)) and begins with step \(grouped(found))"
    case .otherHeader: "it belongs to the header of another log"
    case .emptyBlocks: "it holds no steps, nor do the two blocks before it"
    case .impossibleGap(let claimed, let limit):
      """
      it claims that \(grouped(claimed)) steps before it are lost, and at most \(grouped(limit)) \
      can be
      """
    case .unexpectedMember: "a part of this kind is not allowed there"
    case .indexDisagrees: "the index and the blocks do not agree"
    case .dataAfterEnd(let bytes): "the log ends there but \(grouped(bytes)) more bytes follow"
    case .unreadableSteps: "its steps cannot be decoded, though its checksum matches"
    case .unreadable(let code): "the system cannot read it (\(SystemError.text(for: code)))"
    case .zlibFailed(let code): "zlib failed with code \(code), as when memory is short"
    }
  }
}
