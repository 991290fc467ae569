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
    case .unexpectedMember: "it is another kind of part than can stand there"
    case .indexDisagrees: "the index and the blocks do not agree"
    case .dataAfterEnd(let bytes): "the log ends there but \(grouped(bytes)) more bytes follow"
    case .unreadable(let code): "the system cannot read it (\(SystemError.text(for: code)))"
    case .zlibFailed(let code): "zlib failed with code \(code), as when memory is short"
    }
  }
}
