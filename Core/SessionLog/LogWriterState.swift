/// The state of a log that is being written, without any thread or queue.
struct LogWriterState: Sendable {
  private let path: String
  private let options: LogWriterOptions
  /// The file; `nil` when it has been closed.
  private var body: LogBody?
  private var headerLength: Int
  private var stop: LogWriterStop?
  /// Whether the file's name has been brought to the disk.
  private var isNameSynced = false
  private var droppedSteps: UInt64 = 0
  private var outcome: Result<LogSummary, LogWriterError>?

  /// Creates the file and writes the header into it.
  init(
    path: String, header: [UInt8], options: LogWriterOptions, operations: LogFileOperations
  ) throws(LogWriterError) {
    self.path = path
    self.options = options
    let file = try LogFile.creatingPartial(
      for: path, overwrite: options.overwrite, operations: operations)
    var body = LogBody(file, options: options)
    do throws(LogWriterStop) {
      try body.append(headerLine: header)
    } catch {
      // Nobody has a use for a log without a header.
      file.remove()
      throw .stopped(path: file.path, cause: error, wholeSteps: 0, droppedSteps: 0)
    }
    headerLength = Int(body.file.length)
    self.body = body
  }

  /// Writes a block; gives the failure if this is the block at which writing stops.
  mutating func append(stepCount: Int, _ block: () -> LogBlock) -> LogWriterError? {
    guard let file = body?.file, stop == nil else {
      droppedSteps += UInt64(stepCount)
      return nil
    }
    do throws(LogWriterStop) {
      try body?.append(block())
      return nil
    } catch {
      stop = error
      droppedSteps += UInt64(stepCount)
      return stopped(by: error, file.path, body?.stepCount ?? 0)
    }
  }

  /// Brings what was written to the disk; gives the failure if this is where writing stops.
  mutating func sync() -> LogWriterError? {
    guard let body, stop == nil else { return nil }
    do throws(SystemError) {
      try body.file.sync(withName: !isNameSynced)
      isNameSynced = true
      return nil
    } catch {
      let cause = LogWriterStop.system(code: error.code)
      stop = cause
      return stopped(by: cause, body.file.path, body.stepCount)
    }
  }

  /// Ends the log and closes it; gives the same answer when asked again.
  mutating func finish() -> Result<LogSummary, LogWriterError> {
    if let outcome { return outcome }
    let result: Result<LogSummary, LogWriterError>
    do throws(LogWriterError) {
      result = .success(try complete())
    } catch {
      result = .failure(error)
    }
    outcome = result
    return result
  }

  /// Closes the file and leaves it as it is.
  mutating func abandon() {
    body = nil
  }

  private mutating func complete() throws(LogWriterError) -> LogSummary {
    guard var body else { throw .closed(path: path) }
    self.body = nil
    if let stop { throw stopped(by: stop, body.file.path, body.stepCount) }
    try LogFile.checkFree(path, overwrite: options.overwrite)
    let plan = MergePlan(body.blocks, limit: options.mergedBlockLength)
    if plan.mergesAnything || !body.file.isThere, let summary = compacted(body, plan) {
      body.file.remove()
      return summary
    }
    do throws(LogWriterStop) {
      return try body.publish(as: path)
    } catch {
      guard body.file.isThere else {
        droppedSteps += body.stepCount
        throw stopped(by: .removed, body.file.path, 0)
      }
      throw stopped(by: error, body.file.path, body.stepCount)
    }
  }

  /// Puts a smaller copy in the log's place, or one in that of a log which was removed; `nil` if that
  /// failed, which harms nothing.
  private func compacted(_ body: LogBody, _ plan: MergePlan) -> LogSummary? {
    let source = MemberSource(
      file: body.file.descriptor, fileLength: body.file.length,
      maximumRawLength: options.maximumBlockLength)
    let copy = LogCopy(
      source: source, headerLength: headerLength, blocks: body.blocks, plan: plan,
      join: options.join)
    return try? copy.publish(
      as: path, options: options, operations: body.file.operations)
  }

  private func stopped(
    by cause: LogWriterStop, _ file: String, _ wholeSteps: UInt64
  ) -> LogWriterError {
    .stopped(path: file, cause: cause, wholeSteps: wholeSteps, droppedSteps: droppedSteps)
  }
}
