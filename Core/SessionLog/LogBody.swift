/// A log in the making: a file, and what has been written to it.
struct LogBody: Sendable {
  var file: LogFile
  private(set) var blocks: [BlockInfo] = []
  private(set) var nextStep: UInt64 = 1
  private var lostSteps: UInt64 = 0
  private let options: LogWriterOptions

  init(_ file: LogFile, options: LogWriterOptions) {
    self.file = file
    self.options = options
  }

  /// The number of the member that comes next.
  private var sequence: UInt32 { UInt32(blocks.count + 1) }

  /// The number of steps written.
  var stepCount: UInt64 { nextStep - 1 - lostSteps }

  /// Writes the first member. `line` has no newline.
  mutating func append(headerLine line: [UInt8]) throws(LogWriterStop) {
    guard line.count < LogFormat.maximumHeaderLength else {
      throw .headerTooLong(length: line.count + 1, limit: LogFormat.maximumHeaderLength)
    }
    let header = MemberHeader(kind: .header, sequence: 0)
    try write(try compress(line + [UInt8(ascii: "\n")], as: header))
  }

  /// Writes the first member as it stands in another file.
  mutating func append(copyOfHeader member: [UInt8]) throws(LogWriterStop) {
    try write(member)
  }

  /// Compresses a block and writes it.
  mutating func append(_ block: LogBlock) throws(LogWriterStop) {
    let followsGap = block.followsGap && block.firstStep > nextStep
    guard block.firstStep == nextStep || (followsGap && block.startsWithKeyframe) else {
      throw .stepGap(expected: nextStep, found: block.firstStep)
    }
    guard block.bytes.count <= options.maximumBlockLength else {
      throw .blockTooLong(length: block.bytes.count, limit: options.maximumBlockLength)
    }
    let header = MemberHeader(
      kind: .block, startsWithKeyframe: block.startsWithKeyframe, followsGap: followsGap,
      sequence: sequence, position: block.firstStep, stepCount: UInt32(block.stepCount))
    let member = try compress(block.bytes, as: header)
    let offset = file.length
    try write(member)
    note(
      BlockInfo(
        offset: offset, memberLength: member.count, rawLength: block.bytes.count,
        firstStep: block.firstStep, stepCount: block.stepCount,
        startsWithKeyframe: block.startsWithKeyframe, followsGap: followsGap,
        sequence: Int(header.sequence)))
  }

  /// Writes a block as it stands in another file, but for its number and the mark of a gap.
  mutating func append(
    copyOf block: BlockInfo, compressed: ArraySlice<UInt8>
  ) throws(LogWriterStop) {
    guard let rawLength = block.rawLength else {
      preconditionFailure("only a block that was scanned can be copied")
    }
    var copy = block
    copy.followsGap = block.firstStep > nextStep
    let header = MemberHeader(
      kind: .block, startsWithKeyframe: block.startsWithKeyframe, followsGap: copy.followsGap,
      sequence: sequence, memberLength: UInt32(block.memberLength), rawLength: UInt32(rawLength),
      position: block.firstStep, stepCount: UInt32(block.stepCount))
    copy.offset = file.length
    copy.sequence = Int(sequence)
    try write(header.encoded + compressed)
    note(copy)
  }

  private mutating func note(_ block: BlockInfo) {
    var block = block
    lostSteps += block.firstStep - nextStep
    block.lostSteps = lostSteps
    blocks.append(block)
    nextStep = block.lastStep + 1
  }

  /// Writes the index and the end, both or neither.
  mutating func appendIndexAndEnd() throws(LogWriterStop) {
    let header = MemberHeader(kind: .index, sequence: sequence)
    let index = try compress(LogIndex(blocks).encoded, as: header)
    try write(
      index + MemberHeader.endMember(sequence: sequence + 1, indexOffset: file.length))
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
