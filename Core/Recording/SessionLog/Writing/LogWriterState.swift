import Platform

/// The state of a log that is being written, without threads and queues.
struct LogWriterState: Sendable {
  private let path: String
  private let options: LogWriterOptions
  private var body: LogBody?
  private let header: [UInt8]
  private var stop: LogWriterStop?
  /// Whether the file's name is on disk.
  private var isNameSynced = false
  private var droppedSteps: UInt64 = 0
  /// The number of steps that could not be written in blocks but remain in the journal.
  private var journaledSteps: UInt64 = 0
  /// The storage of steps that are not in a block yet.
  let journal: LogJournal
  private var outcome: Result<LogSummary, LogWriterError>?
  private var failures: [LogWriterError] = []
  private var isCutReported = false

  var hasStopped: Bool { stop != nil || body == nil }

  /// Whether only a block that starts with a keyframe can be written.
  var needsKeyframe: Bool { body?.needsKeyframe ?? false }

  /// Returns the failures since the last call, for the caller to report.
  mutating func takeFailures() -> [LogWriterError] {
    defer { failures = [] }
    return failures
  }

  init(
    path: String, header: [UInt8], options: LogWriterOptions, operations: LogFileOperations
  ) throws(LogWriterError) {
    self.path = path
    self.options = options
    let file = try LogFile.creatingPartial(
      for: path, overwrite: options.overwrite, operations: operations)
    var body = LogBody(file, options: options.whileWritten)
    do throws(LogWriterStop) {
      try body.append(headerLine: header)
    } catch {
      // A log without a header cannot be read.
      file.remove()
      throw .stopped(path: file.path, cause: error, wholeSteps: 0, droppedSteps: 0)
    }
    self.header = header
    journal = try Self.journal(beside: body, options.journal)
    self.body = body
  }

  private static func journal(
    beside body: LogBody, _ kind: JournalKind
  ) throws(LogWriterError) -> LogJournal {
    let path = LogFile.journalPath(forPartial: body.file.path)
    do throws(SystemError) {
      return try LogJournal(path: path, binding: body.binding, kind: kind)
    } catch {
      body.file.remove()
      if let kind = FileKind(at: path), kind != .regular {
        throw .notARegularFile(path: path, kind)
      }
      throw .cannotCreate(path: path, code: error.code)
    }
  }

  /// Writes a block, or stops writing.
  ///
  /// A block that cannot be written stays in the journal if it is there.
  mutating func append(stepCount: Int, isInJournal: Bool = false, _ block: () -> LogBlock) {
    guard !hasStopped else {
      drop(stepCount, isInJournal)
      return
    }
    do throws(LogWriterStop) {
      try restore()
      try write(block(), of: stepCount)
    } catch {
      drop(stepCount, isInJournal)
      fail(error)
    }
    if stop == nil { trim() }
  }

  /// Writes a block that may have lost steps with the journal.
  private mutating func write(_ block: LogBlock, of stepCount: Int) throws(LogWriterStop) {
    let isLost = block.isTorn && block.stepCount == 0 && !block.startsWithKeyframe
    let isWritten = body?.accepts(block) == true && !isLost
    if isWritten { try body?.append(block) }
    droppedSteps += UInt64(isWritten ? stepCount - block.stepCount : stepCount)
    if block.isTorn { fail(.journalDamaged) }
  }

  private mutating func restore() throws(LogWriterStop) {
    guard let path = body?.file.path, let lost = try body?.restoreIfShortened() else { return }
    droppedSteps += lost
    failures.append(.shortened(path: path, lostSteps: lost))
  }

  /// Restores the file if another program has shortened it, unless writing has stopped.
  mutating func check() {
    guard !hasStopped else { return }
    do throws(LogWriterStop) {
      try restore()
    } catch {
      fail(error)
    }
  }

  private mutating func trim() {
    guard let path = body?.file.path else { return }
    do throws(LogWriterStop) {
      let cause = try body?.trim(to: options.retention, isSynced: isNameSynced)
      guard let cause, !isCutReported else { return }
      isCutReported = true
      failures.append(.cutInPlace(path: path, cause: cause))
    } catch {
      fail(error)
    }
  }

  private mutating func fail(_ cause: LogWriterStop) {
    guard let body else { return }
    stop = cause
    failures.append(stopped(by: cause, body.file.path, body.stepCount))
  }

  private mutating func drop(_ stepCount: Int, _ isInJournal: Bool) {
    if isInJournal, journal.isInFile {
      journaledSteps += UInt64(stepCount)
    } else {
      droppedSteps += UInt64(stepCount)
    }
  }

  mutating func sync() {
    guard let body, stop == nil else { return }
    do throws(SystemError) {
      try body.file.sync(withName: !isNameSynced)
      isNameSynced = true
    } catch {
      fail(.system(code: error.code))
    }
  }

  /// Ends and closes the log, possibly with a different header. Later calls return the same result.
  mutating func finish(header: [UInt8]? = nil) -> Result<LogSummary, LogWriterError> {
    if let outcome { return outcome }
    let result: Result<LogSummary, LogWriterError>
    do throws(LogWriterError) {
      result = .success(try complete(header ?? self.header))
    } catch {
      result = .failure(error)
    }
    outcome = result
    return result
  }

  func snapshot(as path: String, header: [UInt8]? = nil) -> Result<LogSummary, LogWriterError> {
    guard let body else { return .failure(.closed(path: self.path)) }
    do throws(Compaction.Failure) {
      return .success(
        try compaction(of: body, header ?? self.header).publish(
          as: path, options: LogWriterOptions(), operations: body.file.operations))
    } catch {
      return .failure(LogWriterError(error, ofSnapshotAt: path))
    }
  }

  mutating func abandon() {
    body = nil
  }

  mutating func discard() {
    body?.file.remove()
    journal.remove()
    body = nil
  }

  private mutating func complete(_ header: [UInt8]) throws(LogWriterError) -> LogSummary {
    check()
    guard var body else { throw .closed(path: path) }
    self.body = nil
    if let stop { throw stopped(by: stop, body.file.path, body.stepCount) }
    try LogFile.checkFree(path, overwrite: options.overwrite)
    // All steps of the journal are in blocks by now.
    journal.remove()
    if let summary = compacted(body, header) {
      body.file.remove()
      return summary
    }
    do throws(LogWriterStop) {
      try body.appendIndexAndEnd()
      return try body.publish(as: path)
    } catch {
      guard body.file.exists else {
        droppedSteps += body.stepCount
        throw stopped(by: .removed, body.file.path, 0)
      }
      throw stopped(by: error, body.file.path, body.stepCount)
    }
  }

  /// Replaces the log with a compacted copy that has a header. If the log was removed, the copy
  /// restores it.
  ///
  /// Returns `nil` if no copy is needed or if the copy fails, which does no harm.
  private func compacted(_ body: LogBody, _ header: [UInt8]) -> LogSummary? {
    let compaction = compaction(of: body, header)
    guard compaction.plan.mergesAnything || header != self.header || !body.file.exists else {
      return nil
    }
    return try? compaction.publish(
      as: path, options: options, operations: body.file.operations)
  }

  private func compaction(of body: LogBody, _ header: [UInt8]) -> Compaction {
    let source = MemberSource(
      file: body.file.descriptor, fileLength: body.file.length,
      maximumRawLength: options.maximumBlockLength,
      maximumExpansion: LogFormat.maximumExpansion, binding: body.binding)
    return Compaction(of: body.blocks, in: source, header: header, options: options)
  }

  private func stopped(
    by cause: LogWriterStop, _ file: String, _ wholeSteps: UInt64
  ) -> LogWriterError {
    .stopped(
      path: file, cause: cause, wholeSteps: wholeSteps + journaledSteps,
      droppedSteps: droppedSteps)
  }
}

extension LogWriterOptions {
  /// The options to use until the log is finished.
  ///
  /// Most blocks of a ring are removed before they are read, so they are compressed quickly. Small
  /// blocks that remain at the end are compressed again. If the ring is limited in bytes, each byte
  /// is worth the time.
  fileprivate var whileWritten: Self {
    var options = self
    switch retention {
    case .everything, .bytes: break
    case .steps, .milliseconds: options.compressionLevel = min(compressionLevel, 1)
    }
    return options
  }
}
