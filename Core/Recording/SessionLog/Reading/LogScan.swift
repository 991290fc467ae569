/// The blocks and the damage that are found by scanning all members without inflating blocks.
struct LogScan {
  private let source: MemberSource
  private var offset: UInt64
  private var nextStep: UInt64 = 1
  private var missingSteps: UInt64 = 0
  private var emptyBlocks = 0
  private(set) var blocks: [BlockInfo] = []
  /// The first damage, or `nil` if everything from the header to the end is whole.
  private(set) var damage: LogDamage?

  /// Scans a file from an offset that follows the known blocks.
  init(_ source: MemberSource, from offset: UInt64, after known: [BlockInfo] = []) {
    self.source = source
    self.offset = offset
    blocks = known
    if let last = known.last {
      nextStep = last.lastStep + 1
      missingSteps = last.missingSteps
    }
    var part = LogDamage.Part.block(known.count + 1)
    do throws(LogDamage.Cause) {
      while let header = try nextHeader(&part) {
        guard header.kind == .block else {
          try checkTail(index: header, &part)
          return
        }
        try take(header)
      }
      part = .end
      throw .unfinished
    } catch {
      damage = LogDamage(
        cause: error, part: part, offset: self.offset, wholeSteps: nextStep - 1 - missingSteps)
    }
  }

  private var sequence: Int { blocks.count + 1 }

  /// Whether no member follows. A loss of power may have left zeros.
  private var isAtEnd: Bool { offset >= source.fileLength || source.isPadding(from: offset) }

  private func nextHeader(_ part: inout LogDamage.Part) throws(LogDamage.Cause) -> MemberHeader? {
    part = .block(sequence)
    guard offset < source.fileLength else { return nil }
    let header: MemberHeader
    do throws(LogDamage.Cause) {
      header = try source.header(at: offset)
    } catch {
      // The comparison with zeros reads the rest of the file, so it requires a header that cannot
      // be read.
      guard error == .badMemberHeader, isAtEnd else { throw error }
      return nil
    }
    if header.kind == .index { part = .index }
    if header.kind == .headerCopy { part = .headerCopy }
    if header.kind == .end { part = .end }
    guard header.sequence == sequence else {
      throw .sequenceGap(expected: sequence, found: Int(header.sequence))
    }
    return header
  }

  private mutating func take(_ header: MemberHeader) throws(LogDamage.Cause) {
    if blocks.isEmpty, source.startsLater, header.position > 0, !header.followsGap {
      (nextStep, missingSteps) = (header.position, header.position - 1)
    }
    guard header.followsGap ? header.position > nextStep : header.position == nextStep else {
      throw .stepGap(expected: nextStep, found: header.position)
    }
    guard header.position - nextStep <= LogFormat.maximumGap else {
      throw .impossibleGap(claimed: header.position - nextStep, limit: LogFormat.maximumGap)
    }
    let (next, overflows) = header.position.addingReportingOverflow(UInt64(header.stepCount))
    guard !overflows else { throw .badMemberHeader }
    emptyBlocks = header.stepCount == 0 ? emptyBlocks + 1 : 0
    guard emptyBlocks <= LogFormat.maxEmptyBlocks else { throw .emptyBlocks }
    missingSteps += header.position - nextStep
    blocks.append(BlockInfo(header, at: offset, missingSteps: missingSteps))
    offset += UInt64(header.memberLength)
    nextStep = next
  }

  /// Checks the index against the blocks, and that only the copy of the header and the end follow.
  private mutating func checkTail(
    index header: MemberHeader, _ part: inout LogDamage.Part
  ) throws(LogDamage.Cause) {
    guard header.kind == .index else { throw .unexpectedMember }
    let expected = LogIndex(blocks)
    let payload = try source.payload(of: header, at: offset)
    guard LogIndex(decoding: payload) == expected else { throw .indexDisagrees }

    let indexOffset = offset
    offset += UInt64(header.memberLength)
    part = .end
    guard !isAtEnd else { throw .unfinished }
    var end = try source.header(at: offset)
    var endSequence = UInt32(blocks.count + 2)
    if end.kind == .headerCopy {
      part = .headerCopy
      try checkCopy(end, sequence: endSequence)
      offset += UInt64(end.memberLength)
      part = .end
      guard !isAtEnd else { throw .unfinished }
      end = try source.header(at: offset)
      endSequence += 1
    }
    guard end.kind == .end else { throw .unexpectedMember }
    let bytes = try source.read(at: offset, count: LogFormat.endMemberLength)
    guard
      bytes
        == MemberHeader.endMember(
          sequence: endSequence, indexOffset: indexOffset, binding: end.binding)
    else { throw .badMemberHeader }

    let length = offset + UInt64(bytes.count)
    guard length == source.fileLength else {
      offset = length
      throw .dataAfterEnd(bytes: source.fileLength - length)
    }
  }

  private func checkCopy(_ copy: MemberHeader, sequence: UInt32) throws(LogDamage.Cause) {
    guard copy.sequence == sequence else {
      throw .sequenceGap(expected: Int(sequence), found: Int(copy.sequence))
    }
    guard checksum(of: try source.payload(of: copy, at: offset)) == copy.binding else {
      throw .otherHeader
    }
  }
}
