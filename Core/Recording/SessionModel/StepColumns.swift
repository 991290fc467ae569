package import RecordCoding

/// The steps of a chunk that is being written: common parts as rows, and others in columns.
package struct StepColumns: ~Copyable, Sendable {
  /// The common parts of all steps, one after the other.
  package var rows = RecordEncoder()
  private var steps: [Step] = []
  private var hasElapsed = false
  private var distances: [UInt64] = []
  private var reads = RecordEncoder()
  private var events = EventColumns()

  private struct Step {
    let end: Int
    let elapsed: UInt64
  }

  package init() {}

  package var stepCount: Int { steps.count }

  /// The total duration of the steps in milliseconds.
  package private(set) var duration: UInt64 = 0

  /// The length of the steps in bytes, before compression.
  package var length: Int { rows.count + reads.count + events.length }

  package var isEmpty: Bool { stepCount == 0 && events.count == 0 }

  /// Ends the row of a step, which is at the end of `rows`.
  @inline(__always)
  package mutating func endRow(elapsed milliseconds: UInt64) {
    steps.append(Step(end: rows.count, elapsed: milliseconds))
    if milliseconds != 0 { hasElapsed = true }
    duration &+= milliseconds
  }

  /// Adds the number of steps since the effect that sent the current step's action was started.
  package mutating func append(distance: UInt64) {
    distances.append(distance)
  }

  package mutating func append(reads bytes: some Collection<UInt8>) {
    reads.append(counted: bytes)
  }

  /// Adds an event after the steps so far. `milliseconds` is the time since the last of them.
  package mutating func append(event: some Collection<UInt8>, elapsed milliseconds: UInt64) {
    events.append(event, after: stepCount, elapsed: milliseconds)
  }

  /// Writes equal rows once. `Documentation/Reference/LogFormat.md`, "Steps", describes the bytes.
  package func encode(into encoder: inout RecordEncoder) {
    if stepCount > 0 { encodeSteps(into: &encoder) }
    events.encode(into: &encoder)
  }

  private func encodeSteps(into encoder: inout RecordEncoder) {
    var table = RowTable()
    var rowIndices: [Int] = []
    rowIndices.reserveCapacity(stepCount)
    rows.withUnsafeBytes { bytes in
      var start = 0
      for step in steps {
        let row = UnsafeRawBufferPointer(rebasing: bytes[start..<step.end])
        rowIndices.append(table.index(of: row))
        start = step.end
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
    if hasElapsed { for step in steps { encoder.append(varint: step.elapsed) } }
    for distance in distances { encoder.append(varint: distance) }
    reads.withUnsafeBytes { encoder.append(contentsOf: $0) }
  }
}

extension StepColumns {
  /// Joins the payloads of adjacent blocks. Only the first may have a keyframe.
  ///
  /// Steps that were written soon after they occurred are in chunks of a few steps, which take less
  /// space when joined. Returns `nil` if a payload cannot be decoded.
  @Sendable
  package static func joined(_ payloads: [[UInt8]], startsWithKeyframe: Bool) -> [UInt8]? {
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
      return nil
    }
  }

  /// Returns the payload of the steps after the first `count`, or `nil` if there are none or the
  /// block cannot be decoded.
  @Sendable
  package static func payload(
    of payload: [UInt8], startsWithKeyframe: Bool, after count: Int
  ) -> [UInt8]? {
    guard let block = try? BlockSteps(payload, startsWithKeyframe: startsWithKeyframe) else {
      return nil
    }
    var columns = StepColumns()
    columns.append(contentsOf: block, after: count)
    guard !columns.isEmpty else { return nil }
    var encoder = RecordEncoder()
    columns.encode(into: &encoder)
    if let digests = block.digests { encoder.append(contentsOf: digests.encoded) }
    return encoder.bytes
  }

  private mutating func append(contentsOf block: BlockSteps, after count: Int = 0) {
    var steps = StepIterator(block.chunks)
    var events = block.events[...]
    var number = 0
    while let step = steps.next() {
      number += 1
      guard number > count else { continue }
      append(events: &events, of: block, before: number, after: count)
      let row = block.chunks[step.chunk].rows[step.row]
      rows.append(byte: row.flags.rawValue)
      rows.append(contentsOf: block.payload[row.content])
      if let distance = step.distance { append(distance: distance) }
      if let reads = step.reads { append(reads: block.payload[reads]) }
      endRow(elapsed: step.elapsedMilliseconds)
    }
    append(events: &events, of: block, before: .max, after: count)
  }

  private mutating func append(
    events: inout ArraySlice<EventLocation>, of block: BlockSteps, before step: Int,
    after count: Int
  ) {
    while let event = events.first, event.stepsBefore < step {
      events.removeFirst()
      // The events before a step belong to the block that has the step before them.
      guard count == 0 || event.stepsBefore > count else { continue }
      append(event: block.eventBytes[event.content], elapsed: event.elapsedMilliseconds)
    }
  }
}
