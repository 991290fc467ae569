/// The list of blocks at the end of a finished log.
struct LogIndex: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    static let length = 21

    var offset: UInt64
    var firstStep: UInt64
    var stepCount: UInt32
    var startsWithKeyframe: Bool
    var followsGap: Bool
  }

  static let prefixLength = 12

  /// The number of steps, excluding lost ones.
  var stepCount: UInt64
  var entries: [Entry]

  /// The number of the last step, or `nil` if it overflows.
  var lastStep: UInt64? {
    guard let last = entries.last else { return 0 }
    let (next, overflows) = last.firstStep.addingReportingOverflow(UInt64(last.stepCount))
    return overflows || next == 0 ? nil : next - 1
  }

  init(_ blocks: [BlockInfo]) {
    stepCount = blocks.last.map { $0.lastStep - $0.missingSteps } ?? 0
    entries = blocks.map {
      Entry(
        offset: $0.offset, firstStep: $0.firstStep, stepCount: UInt32($0.stepCount),
        startsWithKeyframe: $0.startsWithKeyframe, followsGap: $0.followsGap)
    }
  }
}

extension LogIndex {
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.prefixLength + Entry.length * entries.count)
    bytes.append(littleEndian: UInt32(entries.count))
    bytes.append(littleEndian: stepCount)
    for entry in entries {
      bytes.append(littleEndian: entry.offset)
      bytes.append(littleEndian: entry.firstStep)
      bytes.append(littleEndian: entry.stepCount)
      bytes.append(LogFormat.flags(keyframe: entry.startsWithKeyframe, gap: entry.followsGap))
    }
    return bytes
  }

  init?(decoding bytes: [UInt8]) {
    guard bytes.count >= Self.prefixLength else { return nil }
    let count = UInt64(bytes.littleEndian(at: 0, as: UInt32.self))
    // The available bytes bound the count, so it cannot request more memory than they take.
    guard UInt64(bytes.count) == UInt64(Self.prefixLength) + count * UInt64(Entry.length) else {
      return nil
    }
    stepCount = bytes.littleEndian(at: 4, as: UInt64.self)
    entries = []
    entries.reserveCapacity(Int(count))
    for position in stride(from: Self.prefixLength, to: bytes.count, by: Entry.length) {
      guard let flags = LogFormat.flags(bytes[position + 20]) else { return nil }
      entries.append(
        Entry(
          offset: bytes.littleEndian(at: position, as: UInt64.self),
          firstStep: bytes.littleEndian(at: position + 8, as: UInt64.self),
          stepCount: bytes.littleEndian(at: position + 16, as: UInt32.self),
          startsWithKeyframe: flags.keyframe, followsGap: flags.gap))
    }
  }

  /// Returns `nil` unless the blocks fill the file. If `startsLater`, they begin with any step.
  func blocks(from start: UInt64, to end: UInt64, startsLater: Bool) -> [BlockInfo]? {
    var blocks: [BlockInfo] = []
    blocks.reserveCapacity(entries.count)
    var offset = start
    var step: UInt64 = 1
    var missing: UInt64 = 0
    if startsLater, let first = entries.first {
      guard first.firstStep > 0 else { return nil }
      (step, missing) = (first.firstStep, first.firstStep - 1)
    }
    var emptyBlocks = 0
    for (number, entry) in entries.enumerated() {
      let next = number + 1 < entries.count ? entries[number + 1].offset : end
      let (nextStep, overflows) = entry.firstStep.addingReportingOverflow(UInt64(entry.stepCount))
      guard entry.offset == offset, next > offset, !overflows,
        entry.followsGap ? entry.firstStep > step : entry.firstStep == step,
        entry.firstStep - step <= LogFormat.maximumGap,
        next - offset >= UInt64(LogFormat.endMemberLength),
        max(next - offset, UInt64(entry.stepCount)) <= UInt64(LogFormat.maximumField)
      else { return nil }
      emptyBlocks = entry.stepCount == 0 ? emptyBlocks + 1 : 0
      guard emptyBlocks <= LogFormat.maxEmptyBlocks else { return nil }
      missing += entry.firstStep - step
      blocks.append(
        BlockInfo(
          offset: offset, memberLength: Int(next - offset), rawLength: nil,
          firstStep: entry.firstStep, stepCount: Int(entry.stepCount),
          startsWithKeyframe: entry.startsWithKeyframe, followsGap: entry.followsGap,
          missingSteps: missing, sequence: number + 1))
      offset = next
      step = nextStep
    }
    return offset == end && step - 1 - missing == stepCount ? blocks : nil
  }
}
