import Platform

/// The file of a log that is being written, and the blocks it contains.
struct LogBody: Sendable {
  var file: LogFile
  private(set) var blocks: [BlockInfo] = []
  /// The duration of each block's steps in milliseconds.
  private(set) var durations: [UInt64] = []
  private(set) var nextStep: UInt64 = 1
  private var missingSteps: UInt64 = 0
  let options: LogWriterOptions
  /// The payload of the header, which may be written again at the end.
  private(set) var header: [UInt8] = []
  private(set) var headerMemberLength: UInt64 = 0
  /// The checksum of the header, which marks every other member as part of this log.
  private(set) var binding: UInt32 = 0
  /// The time of the last removal of blocks, in nanoseconds since the system started.
  var lastTrim: UInt64 = 0
  private var startsLater = false
  /// Whether blocks were lost. Only a block with a keyframe can then follow.
  private(set) var needsKeyframe = false

  init(_ file: LogFile, options: LogWriterOptions) {
    self.file = file
    self.options = options
  }

  private var sequence: UInt32 { UInt32(blocks.count + 1) }

  var stepCount: UInt64 { nextStep - 1 - missingSteps }

  /// Writes the header as the first member. `line` excludes the newline.
  mutating func append(headerLine line: [UInt8]) throws(LogWriterStop) {
    guard line.count < LogFormat.maximumHeaderLength else {
      throw .headerTooLong(length: line.count + 1, limit: LogFormat.maximumHeaderLength)
    }
    header = line + [UInt8(ascii: "\n")]
    binding = checksum(of: header)
    startsLater = LogPreamble(decoding: line)?.startsLater ?? false
    try write(try headerMember())
    headerMemberLength = file.length
  }

  private func headerMember() throws(LogWriterStop) -> [UInt8] {
    let key = HeaderMembers.Key(header: header, level: options.compressionLevel)
    if let member = HeaderMembers.recent(key) { return member }
    let member = try compress(header, as: MemberHeader(kind: .header, sequence: 0))
    HeaderMembers.add(member, for: key)
    return member
  }

  mutating func append(_ block: LogBlock) throws(LogWriterStop) {
    begin(at: block.firstStep)
    let followsGap = (block.followsGap || needsKeyframe) && block.firstStep > nextStep
    guard block.firstStep == nextStep || (followsGap && block.startsWithKeyframe) else {
      throw .stepGap(expected: nextStep, found: block.firstStep)
    }
    guard block.bytes.count <= options.maximumBlockLength else {
      throw .blockTooLong(length: block.bytes.count, limit: options.maximumBlockLength)
    }
    let header = MemberHeader(
      kind: .block, startsWithKeyframe: block.startsWithKeyframe, followsGap: followsGap,
      sequence: sequence, position: block.firstStep, stepCount: UInt32(block.stepCount),
      binding: binding)
    let member = try compressWithinLimit(block.bytes, as: header)
    let offset = file.length
    try write(member)
    note(
      BlockInfo(
        offset: offset, memberLength: member.count, rawLength: block.bytes.count,
        firstStep: block.firstStep, stepCount: block.stepCount,
        startsWithKeyframe: block.startsWithKeyframe, followsGap: followsGap,
        sequence: Int(header.sequence)), duration: block.duration)
    needsKeyframe = false
  }

  /// Returns whether a block can be written. If blocks were lost, it must start with a keyframe.
  func accepts(_ block: LogBlock) -> Bool { !needsKeyframe || block.startsWithKeyframe }

  /// Writes a copy of a block from a different file, changing only its index and its gap flag.
  mutating func append(
    copyOf block: BlockInfo, compressed: ArraySlice<UInt8>
  ) throws(LogWriterStop) {
    let (header, copy) = member(copying: block, at: file.length)
    try write(header + compressed)
    note(copy, duration: 0)
  }

  /// Writes copies of adjacent blocks from a different file in one call.
  mutating func append(
    copiesOf blocks: ArraySlice<BlockInfo>, members: [UInt8], durations: ArraySlice<UInt64>
  ) throws(LogWriterStop) {
    try write(note(copiesOf: blocks, members: members, durations: durations, at: file.length))
  }

  /// Records copies of blocks at an offset of this file, and returns their members.
  mutating func note(
    copiesOf blocks: ArraySlice<BlockInfo>, members: [UInt8], durations: ArraySlice<UInt64>,
    at start: UInt64
  ) -> [UInt8] {
    var copies = members
    let firstOffset = blocks.first?.offset ?? 0
    for (block, duration) in zip(blocks, durations) {
      let offset = block.offset - firstOffset
      let (header, copy) = member(copying: block, at: start + offset)
      // This takes a quarter of the time of `replaceSubrange`.
      copies.withUnsafeMutableBytes { $0[Int(offset)...].copyBytes(from: header) }
      note(copy, duration: duration)
    }
    return copies
  }

  mutating func append(
    copyOfHeader member: [UInt8], of other: LogBody
  ) throws(LogWriterStop) {
    (header, binding, startsLater) = (other.header, other.binding, other.startsLater)
    needsKeyframe = other.needsKeyframe
    try write(member)
    headerMemberLength = file.length
  }

  private mutating func member(
    copying block: BlockInfo, at offset: UInt64
  ) -> (header: [UInt8], copy: BlockInfo) {
    guard let rawLength = block.rawLength else {
      preconditionFailure("only a block that was scanned can be copied")
    }
    begin(at: block.firstStep)
    var copy = block
    copy.followsGap = block.firstStep > nextStep
    copy.offset = offset
    copy.sequence = Int(sequence)
    let header = MemberHeader(
      kind: .block, startsWithKeyframe: block.startsWithKeyframe, followsGap: copy.followsGap,
      sequence: sequence, memberLength: UInt32(block.memberLength), rawLength: UInt32(rawLength),
      position: block.firstStep, stepCount: UInt32(block.stepCount), binding: binding)
    return (header.encoded, copy)
  }

  /// Starts the log at the first step of the first block, if a later start is allowed.
  private mutating func begin(at firstStep: UInt64) {
    guard startsLater, blocks.isEmpty, firstStep > 0 else { return }
    (nextStep, missingSteps) = (firstStep, firstStep - 1)
  }

  private mutating func note(_ block: BlockInfo, duration: UInt64) {
    var block = block
    missingSteps += block.firstStep - nextStep
    block.missingSteps = missingSteps
    blocks.append(block)
    durations.append(duration)
    nextStep = block.lastStep + 1
  }

  /// Writes the index, the copy of the header if there is one, and the end: all or nothing.
  mutating func appendIndexAndEnd() throws(LogWriterStop) {
    let indexHeader = MemberHeader(kind: .index, sequence: sequence, binding: binding)
    var members = try compress(LogIndex(blocks).encoded, as: indexHeader)
    var next = sequence + 1
    if hasHeaderCopy {
      let copy = MemberHeader(kind: .headerCopy, sequence: next, binding: binding)
      members += try compress(header, as: copy)
      next += 1
    }
    try write(
      members
        + MemberHeader.endMember(sequence: next, indexOffset: file.length, binding: binding))
  }

  /// Whether the header is copied to the end, which is worthwhile if the blocks are at least as
  /// long.
  private var hasHeaderCopy: Bool {
    file.length - headerMemberLength >= headerMemberLength
  }

  /// Compresses a payload. The ratio is at most the maximum that a reader accepts.
  private func compressWithinLimit(
    _ payload: [UInt8], as header: MemberHeader
  ) throws(LogWriterStop) -> [UInt8] {
    let member = try compress(payload, as: header)
    guard payload.count > max(LogFormat.plainRawLength, LogFormat.maximumExpansion * member.count)
    else { return member }
    do throws(DeflateError) {
      return try header.member(
        holding: payload, level: options.compressionLevel, repeating: false)
    } catch {
      throw .zlibFailed(code: error.code)
    }
  }

  private func compress(
    _ payload: [UInt8], as header: MemberHeader
  ) throws(LogWriterStop) -> [UInt8] {
    do throws(DeflateError) {
      return try header.member(holding: payload, level: options.compressionLevel)
    } catch {
      throw .zlibFailed(code: error.code)
    }
  }

  private mutating func write(_ member: [UInt8]) throws(LogWriterStop) {
    do throws(SystemError) {
      try file.append(member)
    } catch {
      throw .system(code: error.code)
    }
  }
}

extension LogBody {
  /// Rewrites a lost header, and keeps the blocks before the end of a file that became shorter.
  ///
  /// Returns the number of lost steps, or `nil` if nothing is lost.
  mutating func restoreIfShortened() throws(LogWriterStop) -> UInt64? {
    guard let length = try? file.descriptor.length(), length < file.length else { return nil }
    let stepCount = stepCount
    removeBlocks(from: blocks.firstIndex { $0.end > length } ?? blocks.endIndex)
    needsKeyframe = true
    if length < headerMemberLength {
      file.cut(to: 0)
      try write(try headerMember())
      headerMemberLength = file.length
    }
    file.cut(to: blocks.last?.end ?? headerMemberLength)
    return stepCount - self.stepCount
  }

  /// Removes the records of the blocks from `index` on, but leaves the file unchanged.
  mutating func removeBlocks(from index: Int) {
    blocks.removeSubrange(index...)
    durations.removeSubrange(index...)
    nextStep = (blocks.last?.lastStep ?? 0) + 1
    missingSteps = blocks.last?.missingSteps ?? 0
  }

  /// Renames the file, which has an index and an end, to its final name.
  func publish(as path: String) throws(LogWriterStop) -> LogSummary {
    do throws(SystemError) {
      try file.publish(as: path)
    } catch {
      throw .system(code: error.code)
    }
    return LogSummary(path: path, bytes: file.length, steps: stepCount, blocks: blocks.count)
  }
}
