/// Writes a whole log of the header and the blocks of another from which the state can be followed.
///
/// Those are the blocks up to the first damage, and after each damage those from the next keyframe
/// on, marked as following a gap. Every block is inflated and checked before it is kept. The old log
/// stays as it is.
package func recoverLog(
  from source: String, to destination: String, overwrite: Bool,
  readerOptions: LogReaderOptions = .init(), operations: LogFileOperations = .system
) throws(LogRecoveryError) -> RecoverySummary {
  let (reader, headerDamage) = try readableLog(source, readerOptions)
  let damage = reader.verify()
  var kept = Array(reader.blocksInFile)
  var losses: [LogLoss] = headerDamage.map { [reader.loss(ofHeader: $0)] } ?? []
  if let damage, let block = damage.block {
    let salvage = LogSalvage(reader.source, after: Array(kept.prefix(block - 1)), damage)
    kept = salvage.blocks
    losses += salvage.losses
  } else if let damage {
    losses.append(reader.loss(of: damage))
  }
  let (journal, journalTear) = reader.journalBlocks(behind: kept, &losses)
  let keptSteps = kept.reduce(0) { $0 + $1.stepCount } + journal.reduce(0) { $0 + $1.stepCount }
  let isNothingLost =
    journalTear == nil && losses.allSatisfy { $0.stepCount == 0 && !$0.mayBeMore }
  guard keptSteps > 0 || isNothingLost else {
    throw .nothingLeft(path: source, losses)
  }
  let options = LogWriterOptions(overwrite: overwrite)
  let compaction = Compaction(
    source: reader.source, header: reader.header, blocks: kept,
    plan: MergePlan(kept, limit: options.mergedBlockLength), journal: journal, join: options.join)
  let log: LogSummary
  do throws(Compaction.Failure) {
    log = try compaction.publish(as: destination, options: options, operations: operations)
  } catch {
    switch error {
    case .creating(let refusal): throw .cannotCreate(refusal)
    case .reading(let damage): throw .cannotRead(.damaged(path: source, damage: damage))
    case .writing(let cause): throw .stopped(path: destination, cause: cause)
    }
  }
  return RecoverySummary(
    log: log, damage: losses.first?.damage ?? damage, losses: losses,
    unfinishedStep: journal.last.flatMap {
      $0.endsUnfinished ? $0.lastStep : nil
    }, journalTear: journalTear)
}

/// Opens a log, by the copy of its header if the header itself is damaged.
private func readableLog(
  _ path: String, _ options: LogReaderOptions
) throws(LogRecoveryError) -> (LogReader, headerDamage: LogDamage.Cause?) {
  do throws(LogReaderError) {
    // An index may lie about blocks that are whole; a scan does not.
    return (try LogReader(path: path, options: options, trustingIndex: false), nil)
  } catch {
    let cause: LogDamage.Cause? =
      switch error {
      case .damagedHeader(_, let cause): cause
      case .notGzip, .notALog, .truncatedHeader: .badMemberHeader
      default: nil
      }
    guard let cause, let reader = LogReader.rescued(path: path, options: options) else {
      throw .cannotRead(error)
    }
    return (reader, cause)
  }
}

extension LogReader {
  /// The blocks of the journal, if they follow on the blocks that are kept; else they are lost too.
  fileprivate func journalBlocks(
    behind kept: [BlockInfo], _ losses: inout [LogLoss]
  ) -> (blocks: [LogBlock], tear: JournalTear?) {
    let lastKept = kept.last?.lastStep ?? 0
    // As it was read when the log was opened: a recorder at work may have gone on since.
    if let first = journal.blocks.first, first.firstStep == lastKept + 1 {
      return (journal.blocks, journal.tear)
    }
    let found = journalBlocks(after: lastKept)
    guard found.blocks.isEmpty, let last = losses.indices.last,
      let lastStep = [journal.blocks.last?.lastStep, found.lastStep].compactMap(\.self).max(),
      lastStep >= losses[last].firstStep
    else { return (found.blocks, found.tear) }
    losses[last].stepCount = lastStep - losses[last].firstStep + 1
    losses[last].mayBeMore = false
    return ([], journal.tear)
  }

  /// What a damaged header costs: no step, since there is a copy of it.
  fileprivate func loss(ofHeader cause: LogDamage.Cause) -> LogLoss {
    LogLoss(
      damage: LogDamage(cause: cause, part: .header, offset: 0, wholeSteps: 0),
      end: UInt64(headerLength), firstStep: 1, stepCount: 0, mayBeMore: false)
  }

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

/// Why a log cannot be recovered.
package enum LogRecoveryError: Error, Equatable, Sendable {
  /// Nothing can be read from the damaged log.
  case cannotRead(LogReaderError)
  /// No step of the log, nor the state before the first, is left.
  case nothingLeft(path: String, [LogLoss])
  /// The file for the whole log cannot be created.
  case cannotCreate(LogWriterError)
  /// The whole log could not be written to its end; nothing of it is left.
  case stopped(path: String, cause: LogWriterStop)
}

extension LogRecoveryError: CustomStringConvertible {
  /// Says why there is no recovered log.
  package var description: String {
    switch self {
    case .cannotRead(let error): error.description
    case .nothingLeft(let path, let losses):
      "\(shown(path)): nothing can be recovered: "
        + (losses.first.map { "\($0.damage.part) is damaged: \($0.damage.cause). " }
          ?? "it has no steps. ")
        + "Nothing was written; find a whole copy."
    case .cannotCreate(let error): error.description
    case .stopped(let path, let cause):
      "\(shown(path)): writing the recovered log stopped: \(cause). Nothing of it is left, and the "
        + "damaged log is as it was. Free some space, or choose another folder."
    }
  }
}
