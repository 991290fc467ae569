package import RecordCoding

/// A decoded block: the locations of its keyframe and of the parts of its steps in the payload.
package struct BlockSteps: Sendable {
  /// The payload. All ranges refer to it, except the ranges of events.
  package let payload: [UInt8]
  package let keyframe: Range<Int>?
  /// The additional data that the keyframe stores with the state.
  package let supplement: Range<Int>?
  package let chunks: [StepChunk]
  /// The events of effects between the steps.
  package let events: [EventLocation]
  /// The events, one after the other, as in a journal.
  package let eventBytes: [UInt8]
  /// The digests of the parts of the state after the last step, if the block has any.
  package let digests: PartDigests?

  package var stepCount: Int { chunks.reduce(0) { $0 + $1.stepCount } }

  /// The features that the header of a log with such steps must require.
  package var requiredFeatures: [String] {
    // Combine the flags of all rows first, since this runs for each replayed block.
    var flags: StepFlags = []
    for chunk in chunks { for row in chunk.rows { flags.formUnion(row.flags) } }
    return (digests == nil ? [] : [SessionHeader.partDigests])
      + (events.isEmpty ? [] : [SessionHeader.calls])
      + (flags.contains(.mark) ? [SessionHeader.marks] : [])
      + (flags.contains(.outside) ? [SessionHeader.sharedState] : [])
  }

  /// Whether the app ended while it was reducing the last step.
  package var endsUnfinished: Bool { chunks.last?.endsUnfinished ?? false }

  /// The length of the payload in bytes.
  let length: Int

  package init(_ payload: [UInt8], startsWithKeyframe: Bool) throws(BadBlock) {
    try self.init(startOf: payload, startsWithKeyframe: startsWithKeyframe, stepCount: nil)
    guard length == payload.count else { throw .trailingBytes(payload.count - length) }
  }

  /// Decodes a block at the start of a payload. The block ends after `stepCount` steps, with their
  /// events and digests. If `stepCount` is `nil`, it ends with the payload.
  init(
    startOf payload: [UInt8], startsWithKeyframe: Bool, stepCount expected: Int?
  ) throws(BadBlock) {
    self.payload = payload
    var decoder = RecordDecoder(payload)
    keyframe = startsWithKeyframe ? try BadBlock.reading { try decoder.countedRange() } : nil
    supplement = startsWithKeyframe ? try BadBlock.reading { try decoder.countedRange() } : nil
    var chunks: [StepChunk] = []
    var digests: PartDigests?
    var events: [EventLocation] = []
    var eventBytes = RecordEncoder()
    var stepCount = 0
    while !decoder.isAtEnd {
      if decoder[decoder.position] == PartDigests.mark {
        if chunks.last?.endsUnfinished == true { throw .unfinishedBeforeEnd }
        digests = try PartDigests(from: &decoder)
        break
      }
      if events.isEmpty {
        events = try [EventLocation](
          from: &decoder, of: payload, stepCount: stepCount, into: &eventBytes)
        if !events.isEmpty { continue }
      } else {
        break
      }
      if stepCount == expected { break }
      if chunks.last?.endsUnfinished == true { throw .unfinishedBeforeEnd }
      let chunk = try StepChunk(from: &decoder)
      stepCount += chunk.stepCount
      // A decoded step may take more memory than its bytes do.
      guard stepCount <= StepChunk.maximumStepCount else { throw .badStepCount(stepCount) }
      chunks.append(chunk)
    }
    if let expected, stepCount != expected {
      throw .otherStepCount(expected: expected, found: stepCount)
    }
    length = decoder.position
    self.chunks = chunks
    self.events = events
    self.eventBytes = eventBytes.bytes
    self.digests = digests
  }
}

/// The location of a step in a block, and its own parts.
package struct StepLocation {
  package let chunk: Int
  package let row: Int
  /// Whether the app ended while it was reducing the step.
  package let isUnfinished: Bool
  package let kind: StepKind
  /// The milliseconds since the previous step.
  package let elapsedMilliseconds: UInt64
  /// The number of steps since the effect that sent the action was started, for a received step.
  package let distance: UInt64?
  /// The range of the reads in the payload, for a step that read values.
  package let reads: Range<Int>?
}

extension StepLocation {
  @inlinable
  package func origin(of number: UInt64) throws(BadBlock) -> StepOrigin {
    guard let distance else { return .sent }
    guard 1..<number ~= distance else { throw .badOrigin(distance: distance) }
    return .received(startedBy: number - distance)
  }
}

package struct StepIterator: IteratorProtocol {
  @usableFromInline let chunks: [StepChunk]
  @usableFromInline var columns: StepChunk?
  @usableFromInline var chunk = -1
  @usableFromInline var step = 0
  @usableFromInline var stepCount = 0
  @usableFromInline var distance = 0
  @usableFromInline var read = 0

  @inlinable
  package init(_ chunks: [StepChunk]) {
    self.chunks = chunks
  }

  @inlinable
  package mutating func next() -> StepLocation? {
    while step == stepCount {
      guard chunk + 1 < chunks.count else { return nil }
      chunk += 1
      (step, distance, read) = (0, 0, 0)
      stepCount = chunks[chunk].stepCount
      columns = chunks[chunk]
    }
    guard let columns else { return nil }
    let row = Int(columns.rowIndices[step])
    let flags = columns.rows[row].flags
    let elapsed = columns.elapsed.isEmpty ? 0 : columns.elapsed[step]
    step += 1
    var ownDistance: UInt64?
    if flags.contains(.received) {
      ownDistance = columns.senderDistances[distance]
      distance += 1
    }
    var ownReads: Range<Int>?
    if flags.contains(.reads) {
      ownReads = columns.reads[read]
      read += 1
    }
    return StepLocation(
      chunk: chunk, row: row, isUnfinished: flags.contains(.unfinished),
      kind: flags.kind, elapsedMilliseconds: elapsed, distance: ownDistance, reads: ownReads)
  }
}
