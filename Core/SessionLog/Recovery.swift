/// Writes a whole log of the header and the blocks of another from which the state can be followed.
///
/// Those are the blocks up to the first damage, and after each damage those from the next keyframe
/// on, marked as following a gap. Every block is inflated and checked before it is kept. The old log
/// stays as it is.
package func recoverLog(
  from source: String, to destination: String, overwrite: Bool,
  readerOptions: LogReaderOptions = .init(), operations: LogFileOperations = .system
) throws(LogRecoveryError) -> RecoverySummary {
  let reader: LogReader
  do throws(LogReaderError) {
    // An index may lie about blocks that are whole; a scan does not.
    reader = try LogReader(path: source, options: readerOptions, trustingIndex: false)
  } catch {
    throw .cannotRead(error)
  }
  let damage = reader.verify()
  var kept = reader.blocks
  var losses: [LogLoss] = []
  if let damage, let block = damage.block {
    let salvage = LogSalvage(reader.source, after: Array(kept.prefix(block - 1)), damage)
    kept = salvage.blocks
    losses = salvage.losses
  } else if let damage {
    losses = [reader.loss(of: damage)]
  }
  let options = LogWriterOptions(
    overwrite: overwrite, maximumBlockLength: readerOptions.maximumBlockLength)
  let copy = LogCopy(
    source: reader.source, headerLength: reader.headerLength, blocks: kept,
    plan: MergePlan(kept, limit: options.mergedBlockLength), join: options.join)
  let log: LogSummary
  do throws(LogCopy.Failure) {
    log = try copy.publish(as: destination, options: options, operations: operations)
  } catch {
    switch error {
    case .creating(let refusal): throw .cannotCreate(refusal)
    case .reading(let damage): throw .cannotRead(.damaged(path: source, damage: damage))
    case .writing(let cause): throw .stopped(path: destination, cause: cause)
    }
  }
  return RecoverySummary(log: log, damage: damage, losses: losses)
}

extension LogReader {
  /// What damage behind the last block costs; steps only if members before it are missing.
  fileprivate func loss(of damage: LogDamage) -> LogLoss {
    var loss = LogLoss(
      damage: damage, end: damage.part == .index ? damage.offset : fileLength,
      firstStep: lastStep + 1, stepCount: 0, mayBeMore: false)
    guard case .sequenceGap(let expected, let found) = damage.cause else { return loss }
    if damage.part == .index, let last = source.lastIndexedStep(at: damage.offset) {
      loss.stepCount = max(last, lastStep) - lastStep
    } else {
      // Before the end, one missing member is the index.
      loss.mayBeMore = damage.part == .index || found > expected + 1
    }
    return loss
  }
}

extension MemberSource {
  /// The number of the last step, as the index at an offset tells it; `nil` if it cannot be read.
  func lastIndexedStep(at offset: UInt64) -> UInt64? {
    guard let header = try? header(at: offset), header.kind == .index,
      let payload = try? payload(of: header, at: offset)
    else { return nil }
    return LogIndex(decoding: payload)?.lastStep
  }
}
