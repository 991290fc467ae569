import RecordCoding
package import SessionLog

/// A builder of blocks from steps that are already encoded, which does not need the app's types.
package struct StepAssembly: ~Copyable {
  /// The number of bytes in a block's entries at which the block ends.
  package static let maxLength = 192 << 10
  /// The maximum number of steps in any block, which bounds the time to find a step.
  package static let maxStepCount = 8192

  private var columns = StepColumns()

  package init() {}

  package var stepCount: Int { columns.stepCount }

  /// Whether there are neither steps nor events.
  package var isEmpty: Bool { columns.isEmpty }

  /// The length of the steps and events in bytes, before equal rows are merged.
  package var length: Int { columns.length }

  /// Whether the steps should be taken as a block, by the limits of a recorder.
  package var isFull: Bool {
    length >= Self.maxLength || stepCount >= Self.maxStepCount
  }

  package mutating func append(
    _ flags: StepFlags, content: [UInt8], distance: UInt64?, reads: [UInt8]?, elapsed: UInt64
  ) {
    columns.rows.append(byte: flags.rawValue)
    columns.rows.append(contentsOf: content)
    if let distance { columns.append(distance: distance) }
    if let reads { columns.append(reads: reads) }
    columns.endRow(elapsed: elapsed)
  }

  /// Adds an event after the steps so far. `elapsed` counts from the last of them.
  package mutating func append(_ event: EffectEvent, elapsed: UInt64) {
    event.withBytes { columns.append(event: $0, elapsed: elapsed) }
  }

  /// Returns the steps so far as a block, and starts the next one.
  package mutating func takeBlock(
    keyframe: [UInt8]?, firstStep: UInt64, followsGap: Bool, endsUnfinished: Bool
  ) -> LogBlock {
    var encoder = RecordEncoder()
    if let keyframe { encoder.append(contentsOf: keyframe) }
    columns.encode(into: &encoder)
    let block = LogBlock(
      bytes: encoder.bytes, firstStep: firstStep, stepCount: columns.stepCount,
      startsWithKeyframe: keyframe != nil, followsGap: followsGap, endsUnfinished: endsUnfinished,
      duration: columns.duration)
    columns = StepColumns()
    return block
  }
}
