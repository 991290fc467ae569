import ComposableArchitecture
import RecordCoding
import SessionLog

/// Puts steps together into blocks, and begins a block with a keyframe when one is due.
struct BlockBuilder: ~Copyable, Sendable {
  /// A block is ended when its steps have this many bytes.
  static let blockLength = 64 << 10
  /// A block is ended when it has this many steps, so that any of them is found soon.
  static let blockStepCount = 8192

  private let level: RecordingLevel
  private let redaction: Redaction
  private let secrets: SecretKeeper?
  /// Whether a step is written in one go: with its exact change, and without secrets.
  private let isPlain: Bool
  private var columns = StepColumns()
  private var keyframe: [UInt8]?
  private var firstStep: UInt64 = 1
  private var followsGap = false
  private var keyframeLength = 0
  private var bytesSinceKeyframe = 0
  private var stepsSinceKeyframe = 0
  private var change = RecordEncoder()
  private let spareColumns = SpareColumns()

  init(level: RecordingLevel, secrets: SecretKeeper? = nil) {
    self.level = level
    self.secrets = secrets
    isPlain = level == .steps && secrets == nil
    redaction = secrets.map { .tokens($0.table) } ?? .none
    columns.rows.redaction = redaction
    change.redaction = redaction
  }

  /// Whether there is nothing that must be written; a keyframe alone need not be.
  var isEmpty: Bool { columns.stepCount == 0 }

  /// The number of the step that comes next.
  var nextStep: UInt64 { firstStep + UInt64(columns.stepCount) }

  /// Whether the block has reached its length.
  var isFull: Bool {
    columns.length >= Self.blockLength || columns.stepCount >= Self.blockStepCount
  }

  /// Whether the steps since the last keyframe take so much that a new one is worth its bytes.
  var needsKeyframe: Bool {
    let bytes = bytesSinceKeyframe + columns.length
    guard bytes > 4 * keyframeLength else { return false }
    return bytes > Self.blockLength
      || stepsSinceKeyframe + columns.stepCount >= Self.blockStepCount
  }

  /// Begins the block with a state.
  mutating func appendKeyframe<State: Recordable>(_ state: State) throws(RecordEncodingError) {
    precondition(isEmpty, "a keyframe stands before the steps of its block")
    var encoder = RecordEncoder()
    if let secrets { secrets.encode(state, into: &encoder) } else { encoder.encode(state) }
    if let failure = encoder.failure { throw failure }
    keyframeLength = encoder.count
    keyframe = encoder.bytes
    bytesSinceKeyframe = 0
    stepsSinceKeyframe = 0
  }

  /// Leaves out the steps before one that is later than the next; a new block has been begun.
  mutating func skip(to step: UInt64) {
    firstStep = step
    followsGap = true
  }

  /// Adds a step that led to a state; one that cannot be recorded leaves no trace.
  @inline(__always)
  mutating func append<State: Recordable, Action: Recordable>(
    _ action: Action, _ step: StepRecord, leadingTo state: UnsafePointer<State>,
    track: StateTrack<State>
  ) throws(RecordEncodingError) {
    let start = columns.rows.count
    columns.rows.append(byte: 0)
    var flags: StepFlags = []
    if step.details == nil, isPlain {
      // The short way, for what most steps are.
      columns.rows.encode(action)
      if track.advance(to: state, into: &columns.rows) { flags = .change }
    } else if let secrets {
      flags = append(action, step, state, track, keeping: secrets)
    } else {
      columns.rows.encode(action)
      flags = appendOutcome(of: step, state, track)
    }
    if columns.rows.hasFailed || change.hasFailed || step.details?.draws?.failure != nil {
      try takeBack(step, from: start)
    }
    if let details = step.details { flags.formUnion(append(details, of: step.number)) }
    columns.rows.replaceByte(at: start, with: flags.rawValue)
    columns.endRow(elapsed: step.elapsedMilliseconds)
  }

  /// Takes back a step that cannot be recorded, and throws the reason.
  @inline(never)
  private mutating func takeBack(
    _ step: StepRecord, from start: Int
  ) throws(RecordEncodingError) {
    let failure = columns.rows.failure ?? change.failure ?? step.details?.draws?.failure
    columns.rows.rewind(to: start)
    change.reset()
    if let failure { throw failure }
  }

  /// Appends the effect, if there is one, and the change.
  @inline(never)
  private mutating func appendOutcome<State: Recordable>(
    of step: StepRecord, _ state: UnsafePointer<State>, _ track: StateTrack<State>
  ) -> StepFlags {
    guard let details = step.details, details.effect != .none else {
      return appendChange(to: state, track) ? .change : []
    }
    details.effect.record(into: &columns.rows)
    return appendChange(to: state, track) ? [.effect, .change] : .effect
  }

  /// Adds to the columns what few steps have.
  @inline(never)
  private mutating func append(_ details: StepDetails, of step: UInt64) -> StepFlags {
    var flags: StepFlags = []
    if case .received(let startedBy) = details.origin {
      flags.insert(.received)
      columns.append(distance: step - startedBy)
    }
    if let draws = details.draws {
      flags.insert(.draws)
      columns.append(draws: secrets?.scrubbed(draws.bytes) ?? draws.bytes)
    }
    return flags
  }

  /// Appends action, effect and change, of which the change is made first: what it makes a secret
  /// must be known before the others are written.
  @inline(never)
  private mutating func append<State: Recordable, Action: Recordable>(
    _ action: Action, _ step: StepRecord, _ state: UnsafePointer<State>,
    _ track: StateTrack<State>, keeping secrets: SecretKeeper
  ) -> StepFlags {
    var flags: StepFlags = []
    change.reset()
    let hasChanged = secrets.advance(
      track, to: state, after: action, step.details?.draws, into: &change)
    columns.rows.encode(action)
    if let details = step.details, details.effect != .none {
      flags.insert(.effect)
      details.effect.redacted(details.identities, by: secrets.table).record(into: &columns.rows)
    }
    if hasChanged, appendTakenChange() { flags.insert(.change) }
    return flags
  }

  private mutating func appendChange<State: Recordable>(
    to state: UnsafePointer<State>, _ track: StateTrack<State>
  ) -> Bool {
    if level == .steps { return track.advance(to: state, into: &columns.rows) }
    return takeChange(to: state, track) && appendTakenChange()
  }

  private mutating func takeChange<State: Recordable>(
    to state: UnsafePointer<State>, _ track: StateTrack<State>
  ) -> Bool {
    change.reset()
    return track.advance(to: state, into: &change)
  }

  /// Appends as much of the change as is kept; returns whether anything is.
  private mutating func appendTakenChange() -> Bool {
    switch level {
    case .steps: change.withUnsafeBytes { columns.rows.append(contentsOf: $0) }
    case .checks: columns.rows.append(fixed: change.digest.value)
    case .actions: return false
    }
    return true
  }

  /// Gives the block and begins the next one.
  ///
  /// To put the steps into columns is left to whoever asks for the block.
  mutating func take() -> PendingBlock {
    var steps = spareColumns.take()
    steps.rows.redaction = redaction
    swap(&steps, &columns)
    let firstStep = firstStep
    self.firstStep += UInt64(steps.stepCount)
    bytesSinceKeyframe += steps.length
    stepsSinceKeyframe += steps.stepCount
    defer {
      keyframe = nil
      followsGap = false
    }
    return PendingBlock(
      keyframe: keyframe, columns: steps, firstStep: firstStep, followsGap: followsGap,
      spareColumns: spareColumns)
  }
}
