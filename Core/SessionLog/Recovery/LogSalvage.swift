/// What can be kept of a log, damage or not: every block from which the state can be followed.
///
/// Those are the blocks up to the first damage, and after each damage those from the next block on
/// that starts with a keyframe.
struct LogSalvage {
  let source: MemberSource
  private(set) var blocks: [BlockInfo]
  private(set) var losses: [LogLoss] = []

  private var nextStep: UInt64
  /// The number of the member that should come next.
  private var sequence: Int
  /// How many bytes may still be inflated in vain, so that a hostile file costs no more than its
  /// length warrants.
  private var patience: UInt64

  /// Goes on behind whole blocks, from the damage that ends them.
  init(_ source: MemberSource, after whole: [BlockInfo], _ damage: LogDamage) {
    self.source = source
    blocks = whole
    nextStep = (whole.last?.lastStep ?? 0) + 1
    sequence = whole.count + 1
    patience = 8 * min(source.fileLength, 1 << 60) + UInt64(source.maximumRawLength)
    var damage: LogDamage? = damage
    while let found = damage { damage = pass(found) }
  }

  /// Passes over damage and takes the blocks behind it; gives the damage that ends those.
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
      // Where a log began that need not begin with step 1, the damage hides.
      loss.stepCount = isAtLaterStart ? 0 : block.firstStep - nextStep
      loss.mayBeMore = isAtLaterStart
      take(block)
      return takeBlocks(from: block.end)
    }
  }

  /// Takes whole blocks as long as they follow each other; gives the damage that ends them.
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
        _ = try source.payload(of: header, at: offset)
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
    let most = LogFormat.mostEmptyBlocks
    let isOneTooMany =
      block.stepCount == 0 && blocks.count >= most
      && blocks.suffix(most).allSatisfy { $0.stepCount == 0 }
    // A reader takes no more blocks without steps in a row. Of those the last state is kept.
    if !isOneTooMany {
      blocks.append(block)
    } else if block.startsWithKeyframe {
      blocks[blocks.count - 1] = block
    }
    nextStep = block.lastStep + 1
    sequence = block.sequence + 1
  }

  /// What is said of itself by the block that should stand at an offset, if that much is whole.
  private func stepsOfBlock(at offset: UInt64) -> UInt64 {
    guard
      let bytes = try? source.read(at: offset, count: LogFormat.memberHeaderLength),
      bytes.count == LogFormat.memberHeaderLength,
      let header = try? MemberHeader(decoding: bytes), header.kind == .block,
      header.sequence == sequence, header.position == nextStep, info(header, at: offset) != nil
    else { return 0 }
    return UInt64(header.stepCount)
  }

  /// Whether the block that comes next is the first that is kept, and may begin with any step.
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
    /// The index or the end; the number of the last step, if the index tells.
    case tail(UInt64, lastStep: UInt64?)
    case block(BlockInfo)
  }

  /// Finds the first member from damage on with which the log can go on, or end.
  private mutating func findMember(from offset: UInt64) -> Found {
    var search = MemberSearch(source, from: offset)
    while patience > 0, let offset = search.next() {
      guard let header = try? source.header(at: offset) else { continue }
      if let found = accept(header, at: offset) { return found }
      if let end = endOfMember(header, at: offset) { search.skip(to: end) }
    }
    return .nothing
  }

  /// What a member means for the log; `nil` if it is of no use.
  private mutating func accept(_ header: MemberHeader, at offset: UInt64) -> Found? {
    switch header.kind {
    case .header:
      return .nothing
    case .headerCopy, .end:
      // Only the index can be missing before it.
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
        wholePayload(of: header, at: offset) != nil
      else { return nil }
      return .block(block)
    }
  }

  /// Where a member ends, if another stands there that follows it: then nothing within it, as a log
  /// that is part of the state, is taken for a member.
  private func endOfMember(_ header: MemberHeader, at offset: UInt64) -> UInt64? {
    guard let next = try? source.header(at: offset + UInt64(header.memberLength)),
      Int(next.sequence) == Int(header.sequence) + 1
    else { return nil }
    return offset + UInt64(header.memberLength)
  }

  private mutating func wholePayload(of header: MemberHeader, at offset: UInt64) -> [UInt8]? {
    if let payload = try? source.payload(of: header, at: offset) { return payload }
    patience -= min(patience, UInt64(header.memberLength) + UInt64(header.rawLength))
    return nil
  }
}
