package import ComposableArchitecture
package import RecordCoding
package import SessionLog

/// Writes the steps of a session into a log, a block at a time.
///
/// The steps of the block that is being filled are in its journal, the action of each before the
/// reducer sees it. A full block goes to the log's own queue, where it is compressed and written.
package final class SessionWriter<State: Recordable, Action: Recordable> {
  private let log: LogWriter
  private let durability: Durability
  private let level: RecordingLevel
  private let secrets: SecretKeeper?
  private let redaction: Redaction
  private var current: CurrentState<State>
  private let track: StateTrack<State>
  private let onFailure: @Sendable (SessionRecordingError) -> Void
  // Memory of its own: the checks that a class makes for a property cost a tenth of a step.
  private let block: UnsafeMutablePointer<OpenBlock>
  /// Whether there is a block that is being filled.
  private var isOpen = true
  private var keyframe: [UInt8]?
  private var isKeyframeDue = false
  private var followsGap = false
  private var policy: KeyframePolicy
  private var change = RecordEncoder()
  /// Why a part of the step at hand cannot be recorded, if one cannot.
  private var failure: RecordEncodingError?
  private let takesFastPath: Bool
  /// Whether blocks end when their steps have taken so many milliseconds.
  private let limitsDuration: Bool
  private let blockDuration: UInt64
  private var elapsedInBlock: UInt64 = 0

  /// Creates the log and writes the state before the first step.
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
    level = header.level
    current = CurrentState(of: header)
    takesFastPath = header.level == .steps && secrets == nil
    self.onFailure = onFailure
    track = StateTrack(initialState)
    change.redaction = redaction
    policy = KeyframePolicy(retention: options.retention)
    blockDuration = policy.duration
    limitsDuration = blockDuration != .max
    policy.noteKeyframe(length: keyframe.count)
    log.append(
      block: LogBlock(
        bytes: keyframe, firstStep: firstStep, stepCount: 0, startsWithKeyframe: true))
    // The steps of the journal go on from it.
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
    // Nobody is to take a log for one that is being written, which waits for the queue alone.
    log.abandon()
    block.deinitialize(count: 1)
    block.deallocate()
  }

  /// Whether steps are safe from a crash of the process without a call of the system for each.
  var isMapped: Bool { log.isMapped }

  /// Writes an action that is about to be reduced.
  ///
  /// After a step that could not be recorded, all are left out.
  @inline(__always)
  package func begin(_ action: Action, number: UInt64, origin: StepOrigin, elapsed: UInt64) {
    guard isOpen else { return }
    if _slowPath(limitsDuration) { prepareBlock(forStepAfter: elapsed) }
    let distance: UInt64 =
      if case .received(let startedBy) = origin { number &- startedBy } else { 0 }
    if _fastPath(secrets == nil) {
      block.pointee.begin(action, distance: distance, elapsed: elapsed)
    } else {
      block.pointee.beginVeiled(action, distance: distance, elapsed: elapsed)
    }
  }

  /// Writes the rest of the step that `begin` began.
  @inline(__always)
  package func finish(
    _ action: Action, number: UInt64, details: StepDetails?, leadingTo state: UnsafePointer<State>
  ) {
    guard isOpen else { return }
    if details == nil, takesFastPath {
      block.pointee.finish { row in track.advance(to: state, into: &row) ? .change : [] }
    } else {
      finishDetails(action, details, state)
    }
    if _slowPath(isBlockFull) { endBlock(after: number, state) }
  }

  /// Writes the rest of a step without effects; returns whether all that it read can be written so.
  ///
  /// What the reducer read goes from where it was put into the block, without an object of its own.
  @inline(__always)
  package func finish(
    number: UInt64, reads: RecordedReads, leadingTo state: UnsafePointer<State>
  ) -> Bool {
    guard _fastPath(takesFastPath && isOpen && reads.isPlain) else { return false }
    block.pointee.finish(hasReads: reads.hasRecording) { row in
      reads.writeRecording(into: &row)
    } _: { row in
      track.advance(to: state, into: &row) ? .change : []
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

  /// Adds a step that has been reduced already.
  package func append(_ action: Action, _ step: StepRecord, leadingTo state: UnsafePointer<State>) {
    let origin = step.details?.origin ?? .sent
    begin(action, number: step.number, origin: origin, elapsed: step.elapsedMilliseconds)
    finish(action, number: step.number, details: step.details, leadingTo: state)
  }

  /// Adds a step for what changed shared state since the last one; returns whether anything did.
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

  /// Adds a step for a mark of the app; returns whether the log is written.
  @discardableResult
  package func append(mark text: String, elapsed: UInt64) -> Bool {
    guard isOpen else { return false }
    if limitsDuration { prepareBlock(forStepAfter: elapsed) }
    block.pointee.append(
      mark: secrets.map { $0.table.scrubbed(text) } ?? text, elapsed: elapsed)
    if isBlockFull { endBlockBetweenSteps() }
    return true
  }

  /// Leaves out the steps before one, which begins with a state.
  package func skip(to step: UInt64, from state: State) {
    track.state = state
    secrets?.learn(from: state)
    guard handOver() != nil else { return }
    followsGap = true
    if takeKeyframe(state, of: step) { open(at: step) }
  }

  /// Takes another state for that after the last step, which is equal to it.
  func goOn(from state: State) {
    track.state = state
    current.storage = nil
  }

  /// Takes what only keyframes hold of the state between steps from this memory.
  package func follow(_ storage: StateStorage<State>) {
    current.storage = storage
  }

  /// Waits until all steps so far have been handed to the system.
  package func flush() {
    let next = handOver()
    log.flush()
    if let next { open(at: next) }
  }

  /// Writes all steps so far as a log of another name, and goes on; `completion` is called on a queue.
  func snapshot(
    as path: String, completion: @escaping @Sendable (Result<LogSummary, LogWriterError>) -> Void
  ) {
    let next = handOver(endingWith: partDigests)
    log.snapshot(as: path, completion: completion)
    if let next { open(at: next) }
  }

  /// Ends the log and gives it its name.
  package func finish() throws(SessionRecordingError) -> LogSummary {
    let next = handOver(endingWith: partDigests)
    log.flush()
    // Where blocks are lost, the log needs a state to end with.
    if let next,
      current.needsLastKeyframe(afterSteps: policy.stepsSinceKeyframe > 0) || log.needsKeyframe
    {
      writeLastKeyframe(at: next)
    }
    do throws(LogWriterError) {
      return try log.finish()
    } catch {
      throw .log(error)
    }
  }

  /// Removes the log, of which nothing is to be kept.
  package func discard() {
    isOpen = false
    log.discard()
  }
}

// MARK: Parts of a step

extension SessionWriter {
  @inline(never)
  private func finishDetails(
    _ action: Action, _ details: StepDetails?, _ state: UnsafePointer<State>
  ) {
    change.reset()
    let hasChanged =
      secrets?.advance(track, to: state, after: action, details?.reads, into: &change)
      ?? track.advance(to: state, into: &change)
    let effect = details.map { shape(of: $0) } ?? .none
    let level = level
    let changeBytes = change.bytes
    let outcome = { (row: inout RecordEncoder) -> StepFlags in
      var flags: StepFlags = []
      if effect != .none {
        effect.record(into: &row)
        flags.insert(.effect)
      }
      guard hasChanged, level == .steps else { return flags }
      row.append(contentsOf: changeBytes)
      flags.insert(.change)
      return flags
    }
    guard !change.hasFailed, details?.reads?.failure == nil else {
      failure = change.failure ?? details?.reads?.failure
      return
    }
    if secrets == nil {
      block.pointee.finish(reads: details?.reads?.bytes, outcome)
    } else {
      let reads = details?.reads.map { secrets?.scrubbed($0.bytes) ?? $0.bytes }
      block.pointee.finishAnew(action, reads: { reads }, outcome)
    }
  }

  private func shape(of details: StepDetails) -> EffectShape {
    guard let secrets else { return details.effect }
    return details.effect.redacted(details.identities, by: secrets.table)
  }
}

// MARK: Blocks

extension SessionWriter {
  private func open(at step: UInt64) {
    do throws(LogWriterError) {
      guard let slot = try log.takeSlot() else { return }
      block.pointee.open(firstStep: step, in: slot)
      isOpen = true
    } catch {
      onFailure(.log(error))
    }
  }

  /// Ends the block behind a step, and begins the next one, unless the step could not be recorded.
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

  /// Ends the block, while no step is under way.
  private func endBlockBetweenSteps() {
    let number = block.pointee.firstStep + UInt64(block.pointee.stepCount) - 1
    current.with(or: track) { endBlock(after: number, $0) }
  }

  /// Ends a block of whose steps the first is too long ago, before a step that is to come.
  @inline(never)
  private func prepareBlock(forStepAfter elapsed: UInt64) {
    elapsedInBlock += elapsed
    guard elapsedInBlock >= blockDuration else { return }
    if block.pointee.stepCount > 0 { endBlockBetweenSteps() }
    elapsedInBlock = elapsed
  }

  /// Hands the finished steps of the open block to the log; returns the number of the step that comes
  /// next, or `nil` if recording has stopped.
  @discardableResult
  private func handOver(endingWith digests: [UInt8] = []) -> UInt64? {
    guard isOpen else { return nil }
    isOpen = false
    let firstStep = block.pointee.firstStep
    let (slot, length) = (block.pointee.filledSlot, block.pointee.length)
    let stepCount = block.pointee.stepCount
    guard stepCount > 0 || keyframe != nil || !digests.isEmpty else {
      log.giveBack(slot)
      return firstStep
    }
    isKeyframeDue = policy.endBlock(length: length, stepCount: stepCount)
    let keyframe = keyframe
    let followsGap = followsGap
    self.keyframe = nil
    self.followsGap = false
    log.append(stepCount: stepCount, in: slot) { slot in
      var columns = StepColumns()
      _ = columns.append(entries: slot.copyEntries(count: length))
      var encoder = RecordEncoder()
      if let keyframe { encoder.append(contentsOf: keyframe) }
      columns.encode(into: &encoder)
      // Where steps are lost, the state that the digests are of is not reached.
      if columns.stepCount == stepCount { encoder.append(contentsOf: digests) }
      return LogBlock(
        bytes: encoder.bytes, firstStep: firstStep, stepCount: columns.stepCount,
        startsWithKeyframe: keyframe != nil, followsGap: followsGap,
        isTorn: columns.stepCount < stepCount, duration: columns.duration)
    }
    return firstStep + UInt64(stepCount)
  }

  /// Takes the state with which the next block begins; returns whether it can be recorded.
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

  private func writeLastKeyframe(at step: UInt64) {
    // It could be recorded as the state before, or will be told as what stopped the recording.
    let bytes = try? current.with(or: track) { try Keyframe.bytes(of: $0.pointee, redaction) }
    guard let bytes else { return }
    log.append(
      block: LogBlock(bytes: bytes, firstStep: step, stepCount: 0, startsWithKeyframe: true))
  }

  /// The digests of what a keyframe would hold now; empty if the last one holds it.
  private var partDigests: [UInt8] {
    let hasSteps =
      block.pointee.stepCount > 0 || keyframe == nil && policy.stepsSinceKeyframe > 0
    return hasSteps ? current.digests : []
  }
}
