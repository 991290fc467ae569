/// The first place where a log is not whole.
package struct LogDamage: Error, Equatable, Codable, Sendable {
  /// A part of the file.
  package enum Part: Equatable, Codable, Sendable {
    /// The member before all blocks.
    case header
    /// A block, counted from 1; also what stands where that block was expected.
    case block(Int)
    /// The list of the blocks.
    case index
    /// The header once more, behind the index.
    case headerCopy
    /// The last member, and what should not follow it.
    case end
  }

  /// What is wrong there.
  package enum Cause: Error, Equatable, Codable, Sendable {
    /// Nothing is broken, but the log was never finished: it has no index.
    case unfinished
    /// The file ends before the member does. Lengths are in bytes.
    case truncated(needed: UInt64, found: UInt64)
    /// The bytes do not begin a member of this format.
    case badMemberHeader
    /// The member's description of itself does not agree with its own checksum.
    case headerChecksumMismatch
    /// The payload does not agree with its checksum.
    case checksumMismatch
    /// The compressed bytes are not a deflate stream.
    case badCompressedData
    /// The payload is not as long as the member says.
    case lengthMismatch
    /// The member claims a length that is beyond the limit, or cannot be true. In bytes.
    case impossibleLength(claimed: UInt64, limit: UInt64)
    /// A member is missing, doubled or out of order.
    case sequenceGap(expected: Int, found: Int)
    /// The block does not begin with the step after the last.
    case stepGap(expected: UInt64, found: UInt64)
    /// The member belongs to the header of another log.
    case otherHeader
    /// More blocks without steps follow each other than a recorder writes.
    case emptyBlocks
    /// The block claims that more steps are lost before it than a gap can hold.
    case impossibleGap(claimed: UInt64, limit: UInt64)
    /// A member that may not stand here, as a second header.
    case unexpectedMember
    /// The index does not describe the blocks that are there.
    case indexDisagrees
    /// This many bytes follow the end.
    case dataAfterEnd(bytes: UInt64)
    /// The system could not read the file; `code` is its `errno`.
    case unreadable(code: Int32)
    /// zlib could not do its work, for want of memory as a rule.
    case zlibFailed(code: Int32)
  }

  /// What is wrong.
  package var cause: Cause
  /// In which part of the file.
  package var part: Part
  /// The offset in the file where that part begins.
  package var offset: UInt64
  /// How many steps precede the damage.
  package var wholeSteps: UInt64

  /// Describes damage by all its parts.
  package init(cause: Cause, part: Part, offset: UInt64, wholeSteps: UInt64) {
    self.cause = cause
    self.part = part
    self.offset = offset
    self.wholeSteps = wholeSteps
  }

  /// The number of the damaged block, if it is a block.
  package var block: Int? {
    if case .block(let number) = part { number } else { nil }
  }
}

extension LogDamage: CustomStringConvertible {
  /// Says what is damaged, where, how, and how many steps are whole.
  package var description: String {
    if cause == .unfinished {
      return "the recording was not finished; it has \(steps(wholeSteps)), all whole."
    }
    return "\(part) at offset \(grouped(offset)) is damaged: \(cause). "
      + "\(steps(wholeSteps)) before it \(wholeSteps == 1 ? "is" : "are") whole."
  }
}

extension LogDamage.Part: CustomStringConvertible {
  /// The name of the part in a sentence.
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
  /// A clause that says what is wrong.
  package var description: String {
    switch self {
    case .unfinished: "it was never finished"
    case .truncated(let needed, let found):
      "it needs \(grouped(needed)) bytes and the file has \(grouped(found)) left"
    case .badMemberHeader: "its bytes are not those of a part of a log"
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
      "it claims that \(grouped(claimed)) steps before it are lost, and at most \(grouped(limit)) can be"
    case .unexpectedMember: "it is another kind of part than can stand there"
    case .indexDisagrees: "the index and the blocks do not agree"
    case .dataAfterEnd(let bytes): "the log ends there but \(grouped(bytes)) more bytes follow"
    case .unreadable(let code): "the system cannot read it (\(SystemError.text(for: code)))"
    case .zlibFailed(let code): "zlib failed with code \(code), as when memory is short"
    }
  }
}
