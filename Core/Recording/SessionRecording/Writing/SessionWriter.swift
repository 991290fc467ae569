package import RecordCoding
import RecordedValues
package import ReducerRuntime
package import SessionLog
package import SessionModel

/// A writer of the steps of a session into a log, one block at a time.
///
/// Each action is in the log's journal before the reducer receives it. A full block is passed to
/// the log's queue, which compresses and writes it.
package final class SessionWriter<State: Recordable, Action: Recordable> {
  private let log: LogWriter
  private let durability: Durability
  private(set) var header: SessionHeader
  private var hasEvents = false
  let secrets: SecretKeeper?
  private let redaction: RedactionMode
  private var current: CurrentState<State>
  let track: StateTrack<State>
  /// The objects in the state before the current step, if the log describes their references in
  /// actions.
  private(set) var objects: NumberedObjects?
  private let describesReferences: Bool
  private let onFailure: @Sendable (SessionRecordingError) -> Void
  // Allocated separately, because access checks for a class property take a tenth of a step.
  let block: UnsafeMutablePointer<OpenBlock>
  private var isOpen = true
  /// The digests after the last step, from the end of the steps until the last block is written.
  private var digestsAtEnd: [UInt8]?
  private var keyframe: [UInt8]?
  private var isKeyframeDue = false
  private var followsGap = false
  private var policy: KeyframePolicy
  var change = RecordEncoder()
  var failure: RecordEncodingError?
  private var repeatedResults: RepeatedResults
  private let takesFastPath: Bool
  private let limitsDuration: Bool
  private let blockDuration: UInt64
  private var elapsedInBlock: UInt64 = 0

  package init(
    path: String, header: SessionHeader, initialState: State, firstStep: UInt64 = 1,
    secrets: SecretKeeper? = nil, options: LogWriterOptions, durability: Durability = .flush,
    operations: LogFileOperations = .system,
    onFailure: @escaping @Sendable (SessionRecordingError) -> Void
  ) throws(SessionRecordingError) {
    if let refusal = SharedReference.refusal(of: initialState) {
      throw .notRecordable(step: 0, refusal)
    }
    redaction = secrets.map { .tokens($0.table) } ?? .none
    secrets?.learn(from: initialState)
    var header = header
    if header.sharesValues { header.noteUndescribedReferences(of: initialState) }
    do throws(SessionHeaderError) {
      try header.check()
    } catch {
      throw .types(error)
    }
    let keyframe: [UInt8]
    do throws(RecordEncodingError) {
      keyframe = try Keyframe.bytes(of: initialState, redaction)
    } catch {
      throw .notRecordable(step: 0, error)
    }
    do throws(LogWriterError) {
      log = try LogWriter(
        path: path, header: header.line(), options: options, operations: operations,
        onFailure: { onFailure(.log($0)) })
    } catch {
      throw .log(error)
    }
    self.durability = durability
    self.secrets = secrets
    self.header = header
    current = CurrentState(of: header)
    describesReferences = header.describesActionReferences
    takesFastPath = header.level != .actions && secrets == nil
    self.onFailure = onFailure
    track = StateTrack(initialState)
    change.redaction = redaction
    policy = KeyframePolicy(retention: options.retention)
    repeatedResults = RepeatedResults(isEnabled: options.retention == .everything)
    blockDuration = policy.duration
    limitsDuration = blockDuration != .max
    policy.noteKeyframe(length: keyframe.count)
    log.append(
      block: LogBlock(
        bytes: keyframe, firstStep: firstStep, stepCount: 0, startsWithKeyframe: true),
      waits: true)
    // The steps of the journal continue from this block.
    log.flush()
    let slot: JournalSlot?
    do throws(LogWriterError) {
      slot = try log.takeSlot()
    } catch {
      log.discard()
      throw .log(error)
    }
    guard let slot else { throw .log(.closed(path: path)) }
    block = .allocate(capacity: 1)
    block.initialize(to: OpenBlock(firstStep: firstStep, in: slot, of: log, redaction: redaction))
  }

  deinit {
    // Close the file. Otherwise, a log that merely waits for its queue would seem to be recorded.
    log.abandon()
    block.deinitialize(count: 1)
    block.deallocate()
  }

  /// Whether steps survive a crash of the process without a system call for each step.
  var isMapped: Bool { log.isMapped }

  /// Does nothing after a step that could not be recorded.
  @inline(__always)
  package func begin(_ action: Action, number: UInt64, origin: StepOrigin, elapsed: UInt64) {
    guard isOpen else { return }
    if _slowPath(limitsDuration) { prepareBlock(forStepAfter: elapsed) }
    let distance: UInt64 =
      if case .received(let startedBy) = origin { number &- startedBy } else { 0 }
    if _slowPath(describesReferences) { objects = objectsOfState }
    if _fastPath(secrets == nil) {
      block.pointee.begin(action, in: objects, distance: distance, elapsed: elapsed)
    } else {
      block.pointee.beginVeiled(action, in: objects, distance: distance, elapsed: elapsed)
    }
  }

  /// The objects in the state, which are found only if the action refers to any.
  private var objectsOfState: NumberedObjects {
    // Unchecked: used before this method's caller returns, and only by its thread.
    nonisolated(unsafe) let track = track
    return NumberedObjects { SupplementEncoder(of: track.state).objects }
  }

  @inline(__always)
  package func finish(
    _ action: Action, number: UInt64, details: StepDetails?, leadingTo state: UnsafePointer<State>
  ) {
    guard isOpen else { return }
    if details == nil, takesFastPath {
      block.pointee.finish { row in track.advance(to: state, into: &row) ? .change : .none }
    } else {
      finishDetails(action, details, state)
    }
    if _slowPath(isBlockFull) { endBlock(after: number, state) }
  }

  /// Returns whether the reads could be written directly, without an object of their own.
  @inline(__always)
  package func finish(
    number: UInt64, reads: RecordedReads, leadingTo state: UnsafePointer<State>
  ) -> Bool {
    guard _fastPath(takesFastPath && isOpen && reads.isPlain) else { return false }
    block.pointee.finish(hasReads: reads.hasRecording) { row in
      reads.writeRecording(into: &row)
    } _: { row in
      track.advance(to: state, into: &row) ? .change : .none
    }
    if _slowPath(isBlockFull) { endBlock(after: number, state) }
    return true
  }

  @inline(__always)
  private var isBlockFull: Bool {
    policy.isFull(length: block.pointee.length, stepCount: block.pointee.stepCount)
      || block.pointee.hasFailed || block.pointee.isDamaged || durability == .step
      || failure != nil
  }

  /// Adds a step if shared state has changed since the last one, and returns whether it has.
  package func appendOutsideChange(elapsed: UInt64) -> Bool {
    guard isOpen else { return false }
    change.reset()
    let hasChanged =
      secrets?.advanceInPlace(track, into: &change) ?? track.advanceInPlace(into: &change)
    guard hasChanged else { return false }
    guard !change.hasFailed else {
      // The next step ends the recording.
      failure = change.failure
      return false
    }
    block.pointee.append(outsideChange: change.bytes, elapsed: elapsed)
    return true
  }

  /// Adds a step for a mark of the app, and returns whether the log is still written.
  @discardableResult
  package func append(mark text: String, elapsed: UInt64) -> Bool {
    guard isOpen else { return false }
    if limitsDuration { prepareBlock(forStepAfter: elapsed) }
    block.pointee.append(
      mark: secrets.map { $0.table.scrubbed(text) } ?? text, elapsed: elapsed)
    if isBlockFull { endBlockBetweenSteps() }
    return true
  }

  /// Adds an event of an effect after the last step. `elapsed` counts from that step.
  package func append(event: UnsafeRawBufferPointer, elapsed: UInt64) {
    guard isOpen else { return }
    hasEvents = true
    repeatedResults.withShortestForm(of: event) {
      block.pointee.append(event: $0, elapsed: elapsed)
    }
    if !block.pointee.isGrowing, isBlockFull { endBlockBetweenSteps() }
  }

  package func skip(to step: UInt64, from state: State) {
    track.state = state
    secrets?.learn(from: state)
    guard handOver(isLast: true) != nil else { return }
    followsGap = true
    if takeKeyframe(state, of: step) { open(at: step) }
  }

  /// Replaces the state after the last step with an equal one.
  func resume(from state: State) {
    track.state = state
    current.storage = nil
  }

  /// Reads the parts that only keyframes contain from the memory of a store.
  package func follow(_ storage: StateStorage<State>) {
    current.storage = storage
  }

  package func flush() {
    let next = handOver()
    log.flush()
    if let next { open(at: next) }
  }

  /// Writes all steps so far as a log at `path`, and continues. `completion` is called on a queue.
  func snapshot(
    as path: String, completion: @escaping @Sendable (Result<LogSummary, LogWriterError>) -> Void
  ) {
    let next = handOver(endingWith: partDigests)
    log.snapshot(as: path, header: finalHeader, completion: completion)
    if let next { open(at: next) }
  }

  /// Ends the steps of the log, before `finish()` or `discard()`. Later steps are not recorded.
  ///
  /// The last block is written by `finish()`, because nobody reads it in a log that is discarded.
  package func endSteps() {
    guard isOpen else { return }
    digestsAtEnd = partDigests
    if header.sharesValues {
      current.with(or: track) { header.noteUndescribedReferences(of: $0.pointee) }
    }
    isOpen = false
  }

  package func finish() throws(SessionRecordingError) -> LogSummary {
    endSteps()
    let stepAfterEnd = writeLastBlock()
    log.flush()
    // If blocks are lost, the log must end with a state.
    if let next = stepAfterEnd,
      current.needsLastKeyframe(afterSteps: policy.stepsSinceKeyframe > 0) || log.needsKeyframe,
      // A failure is not reported here, since the same failure stopped the recording.
      let bytes = try? current.with(or: track, { try Keyframe.bytes(of: $0.pointee, redaction) })
    {
      log.append(
        block: LogBlock(bytes: bytes, firstStep: next, stepCount: 0, startsWithKeyframe: true))
    }
    do throws(LogWriterError) {
      return try log.finish(header: finalHeader)
    } catch {
      throw .log(error)
    }
  }

  /// Returns the number of the step after the last one, or `nil` if recording stopped before.
  private func writeLastBlock() -> UInt64? {
    guard let digestsAtEnd else { return nil }
    (isOpen, self.digestsAtEnd) = (true, nil)
    return handOver(endingWith: digestsAtEnd, isLast: true)
  }

  /// The line of the header without the endpoints, if none has been called. The file has them from
  /// the start, since a process may end after any call.
  private var finalHeader: [UInt8] {
    hasEvents ? header.line() : header.withoutEndpoints().line()
  }

  /// The paths of references in the first state that the log cannot describe.
  var undescribedReferences: [String] { header.undescribed ?? [] }

  package func discard() {
    isOpen = false
    log.discard()
  }
}

// Blocks.
extension SessionWriter {
  private func open(at step: UInt64) {
    // `handOver` keeps a block that is growing.
    guard !isOpen else { return }
    do throws(LogWriterError) {
      guard let slot = try log.takeSlot() else { return }
      block.pointee.open(firstStep: step, in: slot)
      isOpen = true
    } catch {
      onFailure(.log(error))
    }
  }

  /// Ends the block after a step and starts the next one, unless the step could not be recorded.
  @inline(never)
  private func endBlock(after number: UInt64, _ state: UnsafePointer<State>) {
    let hasFailed = block.pointee.hasFailed || block.pointee.isDamaged || failure != nil
    let encodingFailure = failure ?? block.pointee.encodingFailure
    let logFailure = block.pointee.failure
    guard let next = handOver() else { return }
    if hasFailed {
      if let encodingFailure { onFailure(.notRecordable(step: number, encodingFailure)) }
      if let logFailure { onFailure(.log(logFailure)) }
      return
    }
    if isKeyframeDue || log.needsKeyframe, !takeKeyframe(state.pointee, of: number) { return }
    if durability == .step { log.sync() }
    open(at: next)
  }

  private func endBlockBetweenSteps() {
    let number = block.pointee.firstStep + UInt64(block.pointee.stepCount) - 1
    current.with(or: track) { endBlock(after: number, $0) }
  }

  /// Ends the block before the next step, if its first step is too long ago.
  @inline(never)
  private func prepareBlock(forStepAfter elapsed: UInt64) {
    elapsedInBlock += elapsed
    guard elapsedInBlock >= blockDuration else { return }
    if block.pointee.stepCount > 0 { endBlockBetweenSteps() }
    elapsedInBlock = elapsed
  }

  /// Passes the finished steps of the open block to the log.
  ///
  /// Returns the number of the next step, or `nil` if recording has stopped.
  @discardableResult
  private func handOver(endingWith digests: [UInt8] = [], isLast: Bool = false) -> UInt64? {
    guard isOpen else { return nil }
    if block.pointee.isGrowing, keyframe == nil, !isLast { return block.pointee.firstStep }
    isOpen = false
    let firstStep = block.pointee.firstStep
    let (slot, length) = (block.pointee.filledSlot, block.pointee.length)
    let stepCount = block.pointee.stepCount
    guard length > 0 || keyframe != nil || !digests.isEmpty else {
      log.release(slot)
      return firstStep
    }
    isKeyframeDue = policy.endBlock(length: length, stepCount: stepCount)
    let keyframe = keyframe
    let followsGap = followsGap
    self.keyframe = nil
    self.followsGap = false
    log.append(stepCount: stepCount, in: slot, waits: isLast) { slot in
      var columns = StepColumns()
      let (entries, isIntact) = slot.copyEntries(count: length)
      let isWhole = columns.append(entries: entries) && isIntact
      var encoder = RecordEncoder()
      if let keyframe { encoder.append(contentsOf: keyframe) }
      columns.encode(into: &encoder)
      // If steps are lost, the state of the digests is not reached.
      if isWhole { encoder.append(contentsOf: digests) }
      return LogBlock(
        bytes: encoder.bytes, firstStep: firstStep, stepCount: columns.stepCount,
        startsWithKeyframe: keyframe != nil, followsGap: followsGap,
        isTorn: !isWhole, duration: columns.duration)
    }
    return firstStep + UInt64(stepCount)
  }

  /// Encodes the state at the start of the next block, and returns whether it can be recorded.
  private func takeKeyframe(_ state: State, of step: UInt64) -> Bool {
    do throws(RecordEncodingError) {
      let bytes = try Keyframe.bytes(of: state, redaction)
      policy.noteKeyframe(length: bytes.count)
      keyframe = bytes
      return true
    } catch {
      onFailure(.notRecordable(step: step, error))
      return false
    }
  }

  /// The digests of the parts that a keyframe would contain, unless the last keyframe has them.
  private var partDigests: [UInt8] {
    let hasSteps =
      block.pointee.stepCount > 0 || keyframe == nil && policy.stepsSinceKeyframe > 0
    return hasSteps ? current.digests : []
  }
}
