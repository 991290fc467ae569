import RecordCoding

/// The steps of a chunk while they are taken down: their constant parts as rows, and what differs
/// from step to step in columns of its own.
package struct StepColumns: ~Copyable, Sendable {
  /// The constant parts of all steps, one after the other.
  var rows = RecordEncoder()
  private var steps = GrowingMemory<Step>()
  private var hasElapsed = false
  private var distances: [UInt64] = []
  private var reads = RecordEncoder()

  // Not private, as the debugging information of a private one breaks the compiler.
  struct Step: BitwiseCopyable {
    /// Where its row ends.
    let end: Int
    let elapsed: UInt64
  }

  /// The number of steps.
  var stepCount: Int { steps.count }

  /// The milliseconds that the steps took.
  private(set) var duration: UInt64 = 0

  /// The bytes that the steps take before they are compressed.
  var length: Int { rows.count + reads.count }

  /// Ends the row of a step, which stands at the end of `rows`.
  @inline(__always)
  mutating func endRow(elapsed milliseconds: UInt64) {
    steps.append(Step(end: rows.count, elapsed: milliseconds))
    if milliseconds != 0 { hasElapsed = true }
    duration &+= milliseconds
  }

  /// Adds to the step at hand how many steps ago the effect that sent its action was started.
  mutating func append(distance: UInt64) {
    distances.append(distance)
  }

  /// Adds to the step at hand what its reducer read.
  mutating func append(reads bytes: some Collection<UInt8>) {
    reads.append(counted: bytes)
  }

  /// Writes the chunk; `Documentation/LogFormat.md`, "Steps", describes the bytes.
  ///
  /// Rows that are the same are written once, and each step says which is its own.
  func encode(into encoder: inout RecordEncoder) {
    guard stepCount > 0 else { return }
    var table = RowTable()
    var rowIndices: [Int] = []
    rowIndices.reserveCapacity(stepCount)
    rows.withUnsafeBytes { bytes in
      var start = 0
      for step in 0..<stepCount {
        let end = steps[step].end
        rowIndices.append(table.index(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
        start = end
      }
      encoder.append(count: stepCount)
      encoder.append(count: table.rows.count)
      for row in table.rows {
        encoder.append(count: row.count)
        encoder.append(contentsOf: row)
      }
    }
    for index in rowIndices { encoder.append(count: index) }
    encoder.append(byte: hasElapsed ? 1 : 0)
    if hasElapsed { for step in 0..<stepCount { encoder.append(varint: steps[step].elapsed) } }
    for distance in distances { encoder.append(varint: distance) }
    reads.withUnsafeBytes { encoder.append(contentsOf: $0) }
  }
}

extension StepColumns {
  /// One payload of those of neighbouring blocks, of which only the first may have a keyframe.
  ///
  /// Steps that were written soon after they came stand in chunks of a few; together they are
  /// smaller. Payloads that cannot be taken apart are put one behind the other, which is as good.
  @Sendable
  package static func joined(_ payloads: [[UInt8]], startsWithKeyframe: Bool) -> [UInt8] {
    do throws(BadBlock) {
      var columns = StepColumns()
      var encoder = RecordEncoder()
      var digests: PartDigests?
      for (index, payload) in payloads.enumerated() {
        let block = try BlockSteps(payload, startsWithKeyframe: startsWithKeyframe && index == 0)
        if let keyframe = block.keyframe { encoder.append(counted: payload[keyframe]) }
        if let supplement = block.supplement { encoder.append(counted: payload[supplement]) }
        columns.append(contentsOf: block)
        digests = block.digests
      }
      columns.encode(into: &encoder)
      if let digests { encoder.append(contentsOf: digests.encoded) }
      return encoder.bytes
    } catch {
      return Array(payloads.joined())
    }
  }

  /// The payload of the steps of a block behind so many of them, without its keyframe; `nil` if the
  /// block cannot be taken apart, or has no more steps.
  @Sendable
  package static func payload(
    of payload: [UInt8], startsWithKeyframe: Bool, behind count: Int
  ) -> [UInt8]? {
    guard let block = try? BlockSteps(payload, startsWithKeyframe: startsWithKeyframe) else {
      return nil
    }
    var columns = StepColumns()
    columns.append(contentsOf: block, behind: count)
    guard columns.stepCount > 0 else { return nil }
    var encoder = RecordEncoder()
    columns.encode(into: &encoder)
    if let digests = block.digests { encoder.append(contentsOf: digests.encoded) }
    return encoder.bytes
  }

  private mutating func append(contentsOf block: BlockSteps, behind count: Int = 0) {
    var steps = StepIterator(block.chunks)
    for _ in 0..<count { _ = steps.next() }
    while let step = steps.next() {
      let row = block.chunks[step.chunk].rows[step.row]
      rows.append(byte: row.flags.rawValue)
      rows.append(contentsOf: block.payload[row.content])
      if let distance = step.distance { append(distance: distance) }
      if let reads = step.reads { append(reads: block.payload[reads]) }
      endRow(elapsed: step.elapsedMilliseconds)
    }
  }
}
