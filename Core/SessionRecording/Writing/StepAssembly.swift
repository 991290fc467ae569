import RecordCoding
package import SessionLog

/// Makes blocks of steps whose parts are bytes already, without the app's types.
package struct StepAssembly: ~Copyable {
  private var columns = StepColumns()

  /// Begins without steps.
  package init() {}

  /// The number of steps.
  package var stepCount: Int { columns.stepCount }

  /// The bytes of the steps, before those that are the same are written once.
  package var length: Int { columns.length }

  /// Whether the steps are to be taken as a block, as a recorder's are.
  package var isFull: Bool {
    length >= KeyframePolicy.blockLength || stepCount >= KeyframePolicy.mostStepCount
  }

  /// Adds a step: its flags, and what these say that it has.
  package mutating func append(
    _ flags: StepFlags, content: [UInt8], distance: UInt64?, reads: [UInt8]?, elapsed: UInt64
  ) {
    columns.rows.append(byte: flags.rawValue)
    columns.rows.append(contentsOf: content)
    if let distance { columns.append(distance: distance) }
    if let reads { columns.append(reads: reads) }
    columns.endRow(elapsed: elapsed)
  }

  /// Returns the steps so far as a block, and begins anew.
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
