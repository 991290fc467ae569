/// Writes a whole log of the header and the blocks of another that precede its first damage.
///
/// Every block is inflated and checked before it is kept. The old log stays as it is.
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
  let kept = damage?.block.map { Array(reader.blocks.prefix($0 - 1)) } ?? reader.blocks
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
  return RecoverySummary(
    log: log, damage: damage,
    lostSteps: reader.allSteps.map { $0 - min(log.steps, $0) },
    lostBytes: damage.map { reader.lostBytes(after: $0) } ?? 0)
}

extension LogReader {
  /// How many steps were written; `nil` where the damage hides it.
  fileprivate var allSteps: UInt64? {
    if let indexed = source.indexedBlocks(from: UInt64(headerLength)) {
      return indexed.last.map { $0.firstStep - 1 + UInt64($0.stepCount) } ?? 0
    }
    if case .damaged(let damage) = state, damage.block != nil { return nil }
    return stepCount
  }

  fileprivate func lostBytes(after damage: LogDamage) -> UInt64 {
    damage.part == .index ? 0 : fileLength - min(damage.offset, fileLength)
  }
}
