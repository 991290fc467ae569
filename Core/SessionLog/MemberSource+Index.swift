extension MemberSource {
  /// The blocks as a finished log's index lists them; `nil` if anything about it is not right.
  ///
  /// Reads the end and the index only. A scan then says what is wrong.
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
      // No index may be longer than one of the smallest blocks that could stand before it.
      UInt64(header.rawLength) <= UInt64(LogIndex.prefixLength)
        + (end.position / endLength) * UInt64(LogIndex.Entry.length),
      let payload = try? payload(of: header, at: end.position),
      let index = LogIndex(decoding: payload), index.entries.count == Int(header.sequence) - 1
    else { return nil }
    return index.blocks(from: start, to: end.position)
  }

  /// Whether the end follows the index, with nothing between them but a copy of the header.
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
