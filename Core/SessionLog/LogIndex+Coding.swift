extension LogIndex {
  /// The payload of the index member.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.prefixLength + Entry.length * entries.count)
    bytes.append(littleEndian: UInt32(entries.count))
    bytes.append(littleEndian: stepCount)
    for entry in entries {
      bytes.append(littleEndian: entry.offset)
      bytes.append(littleEndian: entry.firstStep)
      bytes.append(littleEndian: entry.stepCount)
      bytes.append(entry.startsWithKeyframe ? 1 : 0)
    }
    return bytes
  }

  /// Reads the payload of an index member; `nil` if it is not one.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count >= Self.prefixLength else { return nil }
    let count = UInt64(bytes.littleEndian(at: 0, as: UInt32.self))
    // The count is bounded by the bytes that are there, so it can ask for no more memory than they.
    guard UInt64(bytes.count) == UInt64(Self.prefixLength) + count * UInt64(Entry.length) else {
      return nil
    }
    stepCount = bytes.littleEndian(at: 4, as: UInt64.self)
    entries = []
    entries.reserveCapacity(Int(count))
    for position in stride(from: Self.prefixLength, to: bytes.count, by: Entry.length) {
      let flags = bytes[position + 20]
      guard flags & ~1 == 0 else { return nil }
      entries.append(
        Entry(
          offset: bytes.littleEndian(at: position, as: UInt64.self),
          firstStep: bytes.littleEndian(at: position + 8, as: UInt64.self),
          stepCount: bytes.littleEndian(at: position + 16, as: UInt32.self),
          startsWithKeyframe: flags == 1))
    }
  }

  /// The blocks that the index lists, if they fill the file from `start` to `end` without a gap.
  func blocks(from start: UInt64, to end: UInt64) -> [BlockInfo]? {
    var blocks: [BlockInfo] = []
    blocks.reserveCapacity(entries.count)
    var offset = start
    var step: UInt64 = 1
    for (number, entry) in entries.enumerated() {
      let next = number + 1 < entries.count ? entries[number + 1].offset : end
      let (nextStep, overflows) = step.addingReportingOverflow(UInt64(entry.stepCount))
      guard entry.offset == offset, entry.firstStep == step, next > offset, !overflows,
        next - offset >= UInt64(LogFormat.endMemberLength),
        max(next - offset, UInt64(entry.stepCount)) <= UInt64(LogFormat.maximumField)
      else { return nil }
      blocks.append(
        BlockInfo(
          offset: offset, memberLength: Int(next - offset), rawLength: nil, firstStep: step,
          stepCount: Int(entry.stepCount), startsWithKeyframe: entry.startsWithKeyframe,
          sequence: number + 1))
      offset = next
      step = nextStep
    }
    return offset == end && step - 1 == stepCount ? blocks : nil
  }
}
