/// The part of a log, damaged or not, that can be kept: all blocks whose states can be followed.
///
/// These are the blocks up to the first damage. After each damage, the kept blocks begin with the
/// next one that starts with a keyframe.
struct LogSalvage {
  let source: MemberSource
  private(set) var blocks: [BlockInfo]
  private(set) var losses: [LogLoss] = []

  private var nextStep: UInt64
  /// The index that the next member should have.
  private var sequence: Int
  /// The limit on inflated bytes, including blocks that are not kept. It bounds the cost of hostile
  /// files.
  private var inflationBudget: UInt64

  /// Salvages the blocks after the damage that follows the whole blocks.
  init(_ source: MemberSource, after whole: [BlockInfo], _ damage: LogDamage) {
    self.source = source
    blocks = whole
    nextStep = (whole.last?.lastStep ?? 0) + 1
    sequence = whole.count + 1
    inflationBudget = 8 * min(source.fileLength, 1 << 60) + UInt64(source.maximumRawLength)
    var damage: LogDamage? = damage
    while let found = damage { damage = pass(found) }
  }

  /// Skips damage and takes the blocks after it. Returns the damage that ends them.
  private mutating func pass(_ damage: LogDamage) -> LogDamage? {
    var loss = LogLoss(
      damage: damage, end: source.fileLength, firstStep: nextStep, stepCount: 0, mayBeMore: true)
    defer { losses.append(loss) }
    loss.stepCount = stepsOfBlock(at: damage.offset)
    switch findMember(from: damage.offset) {
    case .nothing:
      return nil
    case .tail(let offset, let lastStep):
      loss.end = offset
      if let lastStep, lastStep + 1 >= nextStep {
        loss.stepCount = lastStep + 1 - nextStep
        loss.mayBeMore = false
      }
      return nil
    case .block(let block):
      loss.end = block.offset
      // If the log may begin with any step, the damage hides where it began.
      loss.stepCount = isAtLaterStart ? 0 : block.firstStep - nextStep
      loss.mayBeMore = isAtLaterStart
      take(block)
      return takeBlocks(from: block.end)
    }
  }

  /// Takes whole blocks as long as they are consecutive. Returns the damage that ends them.
  private mutating func takeBlocks(from start: UInt64) -> LogDamage? {
    var offset = start
    do throws(LogDamage.Cause) {
      while offset < source.fileLength {
        let header = try source.header(at: offset)
        guard header.sequence == sequence else {
          throw .sequenceGap(expected: sequence, found: Int(header.sequence))
        }
        if header.kind == .index { return nil }
        guard header.kind == .block else { throw .unexpectedMember }
        guard header.followsGap ? header.position > nextStep : header.position == nextStep else {
          throw .stepGap(expected: nextStep, found: header.position)
        }
        guard let block = info(header, at: offset) else { throw .badMemberHeader }
        try source.checkSteps(of: header, at: offset)
        take(block)
        offset = block.end
      }
      return nil
    } catch {
      return LogDamage(
        cause: error, part: .block(sequence), offset: offset,
        wholeSteps: nextStep - 1 - (blocks.last?.missingSteps ?? 0))
    }
  }

  private mutating func take(_ block: BlockInfo) {
    let limit = LogFormat.maxEmptyBlocks
    let exceedsLimit =
      block.stepCount == 0 && blocks.count >= limit
      && blocks.suffix(limit).allSatisfy { $0.stepCount == 0 }
    // A reader accepts no more consecutive blocks without steps. Keep their last state.
    if !exceedsLimit {
      blocks.append(block)
    } else if block.startsWithKeyframe {
      blocks[blocks.count - 1] = block
    }
    nextStep = block.lastStep + 1
    sequence = block.sequence + 1
  }

  /// Returns the step count that the block at an offset states, or 0 if its header is damaged.
  private func stepsOfBlock(at offset: UInt64) -> UInt64 {
    guard
      let bytes = try? source.read(at: offset, count: LogFormat.memberHeaderLength),
      bytes.count == LogFormat.memberHeaderLength,
      let header = try? MemberHeader(decoding: bytes), header.kind == .block,
      header.sequence == sequence, header.position == nextStep, info(header, at: offset) != nil
    else { return 0 }
    return UInt64(header.stepCount)
  }

  /// Whether the next block is the first to be kept, and may begin with any step.
  private var isAtLaterStart: Bool { blocks.isEmpty && source.startsLater }

  private func info(_ header: MemberHeader, at offset: UInt64) -> BlockInfo? {
    guard header.position >= nextStep,
      isAtLaterStart || header.position - nextStep <= LogFormat.maximumGap,
      !header.position.addingReportingOverflow(UInt64(header.stepCount)).overflow
    else { return nil }
    let missing = (blocks.last?.missingSteps ?? 0) + (header.position - nextStep)
    return BlockInfo(header, at: offset, missingSteps: missing)
  }
}

extension LogSalvage {
  private enum Found {
    case nothing
    /// The offset of the index or the end, and the last step, if the index is readable.
    case tail(UInt64, lastStep: UInt64?)
    case block(BlockInfo)
  }

  /// Finds the first member at or after an offset with which the log can continue or end.
  private mutating func findMember(from offset: UInt64) -> Found {
    var search = MemberSearch(source, from: offset)
    while inflationBudget > 0, let offset = search.next() {
      guard let header = try? source.header(at: offset) else { continue }
      if let found = accept(header, at: offset) { return found }
      if let end = endOfMember(header, at: offset) { search.skip(to: end) }
    }
    return .nothing
  }

  /// Returns the role of a member in the log, or `nil` if it has none.
  private mutating func accept(_ header: MemberHeader, at offset: UInt64) -> Found? {
    switch header.kind {
    case .header:
      return .nothing
    case .headerCopy, .end:
      // Only the index can be missing before this member.
      let isNext = header.sequence == sequence + 1
      return .tail(offset, lastStep: isNext ? nextStep - 1 : nil)
    case .index:
      guard let payload = wholePayload(of: header, at: offset),
        let index = LogIndex(decoding: payload)
      else { return nil }
      return .tail(offset, lastStep: index.lastStep)
    case .block:
      guard
        header.startsWithKeyframe
          || (header.position == nextStep && header.sequence == sequence),
        header.sequence >= sequence, let block = info(header, at: offset),
        hasSteps(header, at: offset)
      else { return nil }
      return .block(block)
    }
  }

  /// Returns the end of a member, if a valid successor begins there. Bytes inside it, such as a log
  /// in a state, are not searched for members.
  private func endOfMember(_ header: MemberHeader, at offset: UInt64) -> UInt64? {
    guard let next = try? source.header(at: offset + UInt64(header.memberLength)),
      Int(next.sequence) == Int(header.sequence) + 1
    else { return nil }
    return offset + UInt64(header.memberLength)
  }

  private mutating func wholePayload(of header: MemberHeader, at offset: UInt64) -> [UInt8]? {
    if let payload = try? source.payload(of: header, at: offset) { return payload }
    noteFailure(of: header)
    return nil
  }

  private mutating func hasSteps(_ header: MemberHeader, at offset: UInt64) -> Bool {
    if (try? source.checkSteps(of: header, at: offset)) != nil { return true }
    noteFailure(of: header)
    return false
  }

  private mutating func noteFailure(of header: MemberHeader) {
    inflationBudget -= min(inflationBudget, UInt64(header.memberLength) + UInt64(header.rawLength))
  }
}
