import Platform

/// A reader of members that trusts nothing in its file.
struct MemberSource: Sendable {
  let file: Descriptor
  /// The length of the file in bytes when it was last determined.
  var fileLength: UInt64
  /// The length in bytes up to which any payload is inflated.
  let maximumRawLength: Int
  /// The maximum ratio of a longer payload to its member.
  let maximumExpansion: Int
  /// The checksum of the header, which all members must carry. `nil` until the header is known.
  var binding: UInt32?
  /// Whether the first step of the log may have any number.
  var startsLater = false
  /// The offset of the log in a tar, or `nil` if the log has its own file.
  var archiveStart: UInt64?
  /// The coding of payloads, or `nil` if their steps are not counted.
  var payloads: PayloadCoding?

  /// Whether neither the beginning nor the end of the file has the form of a log, whole or cut
  /// short.
  var isRepacked: Bool {
    let expected = LogFormat.gzipPrefix + LogFormat.extraPrefix
    guard let found = try? fileBytes(at: 0, count: expected.count), !expected.starts(with: found)
    else { return false }
    // A log with a damaged beginning still has its members.
    return !hasEnd(at: fileLength)
  }

  /// Whether an end member ends at an offset.
  func hasEnd(at offset: UInt64) -> Bool {
    let length = UInt64(LogFormat.endMemberLength)
    return offset >= length && (try? header(at: offset - length))?.kind == .end
  }

  /// Returns a source with the same limits that reads a different file.
  func with(_ other: LogFile) -> MemberSource {
    MemberSource(
      file: other.descriptor, fileLength: other.length, maximumRawLength: maximumRawLength,
      maximumExpansion: maximumExpansion, payloads: payloads)
  }

  /// Reads the header of a member, and checks that the member ends within the file.
  func header(at offset: UInt64) throws(LogDamage.Cause) -> MemberHeader {
    let found = fileLength - min(offset, fileLength)
    let needed = UInt64(LogFormat.memberHeaderLength)
    let bytes = try read(at: offset, count: Int(min(needed, found)))
    guard bytes.count == LogFormat.memberHeaderLength else {
      // Bytes with a different prefix are not the start of a member that was cut off.
      guard bytes.starts(with: LogFormat.gzipPrefix.prefix(bytes.count)) else {
        throw .badMemberHeader
      }
      throw .truncated(needed: needed, found: UInt64(bytes.count))
    }
    let header = try MemberHeader(decoding: bytes)
    guard header.memberLength <= found else {
      throw .truncated(needed: UInt64(header.memberLength), found: found)
    }
    if let binding, header.kind != .header, header.binding != binding { throw .otherHeader }
    return header
  }

  func payload(of header: MemberHeader, at offset: UInt64) throws(LogDamage.Cause) -> [UInt8] {
    try checkedPayload(of: header, at: offset).payload
  }

  func checkedPayload(
    of header: MemberHeader, at offset: UInt64
  ) throws(LogDamage.Cause) -> (payload: [UInt8], checksum: UInt32) {
    let rawLength = Int(header.rawLength)
    // Check both lengths before allocating memory for either.
    let limit = min(
      max(maximumRawLength, Int(header.memberLength) * maximumExpansion),
      header.deflatedLength * LogFormat.maximumRatio)
    guard rawLength <= limit else {
      throw .impossibleLength(claimed: UInt64(rawLength), limit: UInt64(limit))
    }
    let deflatedLimit = LogFormat.maximumDeflatedLength(of: rawLength)
    guard header.deflatedLength <= deflatedLimit else {
      throw .impossibleLength(claimed: UInt64(header.deflatedLength), limit: deflatedLimit)
    }

    let start = offset + UInt64(LogFormat.memberHeaderLength)
    let count = header.deflatedLength + LogFormat.trailerLength
    let bytes = try read(at: start, count: count)
    guard bytes.count == count else {
      throw .truncated(needed: UInt64(count), found: UInt64(bytes.count))
    }
    guard bytes.littleEndian(at: count - 4, as: UInt32.self) == header.rawLength else {
      throw .lengthMismatch
    }
    let payload = try inflate(bytes, length: header.deflatedLength, rawLength: rawLength)
    let sum = checksum(of: payload)
    guard bytes.littleEndian(at: count - 8, as: UInt32.self) == sum else {
      throw .checksumMismatch
    }
    return (payload, sum)
  }

  /// Checks that a block is whole, and has the steps that its header states.
  func checkSteps(of header: MemberHeader, at offset: UInt64) throws(LogDamage.Cause) {
    let payload = try payload(of: header, at: offset)
    guard let payloads else { return }
    guard payloads.stepCount(payload, header.startsWithKeyframe) == Int(header.stepCount) else {
      throw .unreadableSteps
    }
  }

  func read(at offset: UInt64, count: Int) throws(LogDamage.Cause) -> [UInt8] {
    do throws(SystemError) {
      return try fileBytes(at: offset, count: count)
    } catch {
      throw .unreadable(code: error.code)
    }
  }

  /// Reads up to `count` bytes, and fewer only at the end of the log.
  func fileBytes(at offset: UInt64, count: Int) throws(SystemError) -> [UInt8] {
    guard let archiveStart else { return try file.read(at: offset, count: count) }
    let rest = fileLength - min(offset, fileLength)
    return try file.read(at: archiveStart + offset, count: Int(min(UInt64(count), rest)))
  }

  /// Returns the current length of the log. A log in a tar does not grow.
  func currentLength() throws(SystemError) -> UInt64 {
    archiveStart == nil ? try file.length() : fileLength
  }

  func nextData(from offset: UInt64) -> UInt64 {
    guard let archiveStart else { return file.nextData(from: offset) }
    return min(file.nextData(from: archiveStart + offset) - archiveStart, fileLength)
  }

  private func inflate(
    _ bytes: [UInt8], length: Int, rawLength: Int
  ) throws(LogDamage.Cause) -> [UInt8] {
    do throws(InflateError) {
      return try inflated(bytes, in: 0..<length, rawLength: rawLength)
    } catch {
      switch error {
      case .badStream: throw .badCompressedData
      case .lengthMismatch: throw .lengthMismatch
      case .failed(let code): throw .zlibFailed(code: code)
      }
    }
  }
}

extension MemberSource {
  func wholePayload(of block: BlockInfo) throws(LogDamage) -> [UInt8] {
    try with(block) { header throws(LogDamage.Cause) in
      try payload(of: header, at: block.offset)
    }
  }

  func checkSteps(of block: BlockInfo) throws(LogDamage) {
    try with(block) { header throws(LogDamage.Cause) in
      try checkSteps(of: header, at: block.offset)
    }
  }

  private func with<Result>(
    _ block: BlockInfo, _ body: (MemberHeader) throws(LogDamage.Cause) -> Result
  ) throws(LogDamage) -> Result {
    do throws(LogDamage.Cause) {
      let header = try header(at: block.offset)
      var found = BlockInfo(header, at: block.offset, missingSteps: block.missingSteps)
      if block.rawLength == nil { found.rawLength = nil }
      guard header.kind == .block else { throw .unexpectedMember }
      guard found == block else { throw .indexDisagrees }
      return try body(header)
    } catch {
      throw LogDamage(
        cause: error, part: .block(block.sequence), offset: block.offset,
        wholeSteps: block.wholeStepsBefore)
    }
  }
}

extension MemberSource {
  /// Reads only the end and the index. A scan then determines what is wrong.
  func indexedBlocks(from start: UInt64) -> [BlockInfo]? {
    let endLength = UInt64(LogFormat.endMemberLength)
    guard fileLength >= start + 2 * endLength else { return nil }
    let endOffset = fileLength - endLength
    guard let end = try? header(at: endOffset), end.kind == .end,
      end.position >= start, end.position <= endOffset - endLength, end.sequence >= 2,
      (try? read(at: endOffset, count: LogFormat.endMemberLength))
        == MemberHeader.endMember(
          sequence: end.sequence, indexOffset: end.position, binding: end.binding),
      let header = try? header(at: end.position), header.kind == .index,
      leads(from: header, at: end.position, to: end, at: endOffset),
      // An index has at most one entry for each of the smallest blocks that fit before it.
      UInt64(header.rawLength) <= UInt64(LogIndex.prefixLength)
        + (end.position / endLength) * UInt64(LogIndex.Entry.length),
      let payload = try? payload(of: header, at: end.position),
      let index = LogIndex(decoding: payload), index.entries.count == Int(header.sequence) - 1
    else { return nil }
    return index.blocks(from: start, to: end.position, startsLater: startsLater)
  }

  private func leads(
    from index: MemberHeader, at offset: UInt64, to end: MemberHeader, at endOffset: UInt64
  ) -> Bool {
    let next = offset + UInt64(index.memberLength)
    if next == endOffset { return end.sequence == index.sequence + 1 }
    guard next < endOffset, let copy = try? header(at: next), copy.kind == .headerCopy else {
      return false
    }
    return copy.sequence == index.sequence + 1 && end.sequence == copy.sequence + 1
      && next + UInt64(copy.memberLength) == endOffset
  }
}
