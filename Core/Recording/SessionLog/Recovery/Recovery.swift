import Platform

/// Writes a whole log with the header of a log and all its blocks whose states can be followed.
///
/// These are the blocks up to the first damage. After each damage, they begin at the next keyframe,
/// and are marked as following a gap. Every block is inflated, and its steps are counted, before it
/// is kept. The new log is read back in the same way before it gets its name. The old log stays as
/// it is, so a caller may remove it once this returns.
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
  let (journal, journalTear) = reader.journalBlocks(after: kept, &losses)
  let keptSteps = kept.reduce(0) { $0 + $1.stepCount } + journal.reduce(0) { $0 + $1.stepCount }
  let hasNoLoss =
    journalTear == nil && losses.allSatisfy { $0.stepCount == 0 && !$0.mayBeMore }
  guard keptSteps > 0 || hasNoLoss else {
    throw .nothingLeft(path: source, losses)
  }
  let options = LogWriterOptions(overwrite: overwrite, payloads: readerOptions.payloads)
  var compaction = Compaction(
    of: kept, in: reader.source, header: reader.header, options: options)
  (compaction.journal, compaction.checking) = (journal, readerOptions)
  let log: LogSummary
  do throws(Compaction.Failure) {
    log = try compaction.publish(as: destination, options: options, operations: operations)
  } catch {
    switch error {
    case .creating(let refusal): throw .cannotCreate(refusal)
    case .reading(let damage): throw .cannotRead(.damaged(path: source, damage: damage))
    case .writing(let cause): throw .stopped(path: destination, cause: cause)
    case .differing: throw .copyDiffers(path: destination)
    }
  }
  return RecoverySummary(
    log: log, damage: losses.first?.damage ?? damage, losses: losses,
    unfinishedStep: journal.last.flatMap {
      $0.endsUnfinished ? $0.lastStep : nil
    }, journalTear: journalTear)
}

private func readableLog(
  _ path: String, _ options: LogReaderOptions
) throws(LogRecoveryError) -> (LogReader, headerDamage: LogDamage.Cause?) {
  do throws(LogReaderError) {
    // An index may be wrong about whole blocks, but a scan is not.
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
  /// Returns the blocks of the journal that continue the kept ones. If none do, they are lost.
  fileprivate func journalBlocks(
    after kept: [BlockInfo], _ losses: inout [LogLoss]
  ) -> (blocks: [LogBlock], tear: JournalTear?) {
    let lastKept = kept.last?.lastStep ?? 0
    // Use the journal as read when the log was opened, since a recorder may have continued.
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

  /// Returns the loss for a damaged header, which includes no step, because there is a copy.
  fileprivate func loss(ofHeader cause: LogDamage.Cause) -> LogLoss {
    LogLoss(
      damage: LogDamage(cause: cause, part: .header, offset: 0, wholeSteps: 0),
      end: UInt64(headerLength), firstStep: 1, stepCount: 0, mayBeMore: false)
  }

  /// Returns the loss for damage after the last block. It has steps only if members are missing.
  fileprivate func loss(of damage: LogDamage) -> LogLoss {
    var loss = LogLoss(
      damage: damage, end: damage.part == .index ? damage.offset : fileLength,
      firstStep: lastStep + 1, stepCount: 0, mayBeMore: false)
    guard case .sequenceGap(let expected, let found) = damage.cause else { return loss }
    if damage.part == .index, let last = source.lastIndexedStep(at: damage.offset) {
      loss.stepCount = max(last, lastStep) - lastStep
    } else {
      // A single member that is missing before the end is the index.
      loss.mayBeMore = damage.part == .index || found > expected + 1
    }
    return loss
  }
}

extension MemberSource {
  func lastIndexedStep(at offset: UInt64) -> UInt64? {
    guard let header = try? header(at: offset), header.kind == .index,
      let payload = try? payload(of: header, at: offset)
    else { return nil }
    return LogIndex(decoding: payload)?.lastStep
  }
}

/// The reason a log cannot be recovered.
package enum LogRecoveryError: Error, Equatable, Sendable {
  case cannotRead(LogReaderError)
  /// Neither a step of the log nor its initial state is left.
  case nothingLeft(path: String, [LogLoss])
  case cannotCreate(LogWriterError)
  /// The recovered log could not be written completely. Nothing of it is left.
  case stopped(path: String, cause: LogWriterStop)
  /// The recovered log was read back, and has other steps. Nothing of it is left.
  case copyDiffers(path: String)
}

extension LogRecoveryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotRead(let error): error.description
    case .nothingLeft(let path, let losses):
      "\(path.visible): nothing can be recovered: "
        + "\(reason(losses.first?.damage)). Nothing was written; find a whole copy."
    case .cannotCreate(let error): error.description
    case .stopped(let path, let cause):
      "\(path.visible): writing the recovered log stopped: \(cause). No log was written, and the "
        + "damaged one is unchanged. Free some space, or choose another folder."
    case .copyDiffers(let path):
      "\(path.visible): the recovered log has other steps than the old one when it is read back. "
        + "No log was written, and the old one is unchanged. Keep it, and report this."
    }
  }

  private func reason(_ damage: LogDamage?) -> String {
    guard let damage else { return "it has no steps" }
    if damage.cause == .unfinished { return "\(damage.cause), and its journal has no whole step" }
    return "\(damage.part) is damaged: \(damage.cause)"
  }
}
