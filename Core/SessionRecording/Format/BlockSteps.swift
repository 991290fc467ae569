import RecordCoding

/// A block taken apart: where in its payload the keyframe and the parts of its steps are.
package struct BlockSteps: Sendable {
  /// The payload; all ranges are of offsets in it.
  package let payload: [UInt8]
  /// The state with which the block begins, if it does.
  package let keyframe: Range<Int>?
  /// The data that the keyframe stores beside the state.
  package let supplement: Range<Int>?
  /// The steps, as they were handed to the log together.
  package let chunks: [StepChunk]
  /// The digests of what a keyframe would hold behind the last step, if the block has any.
  package let digests: PartDigests?

  /// The number of steps.
  package var stepCount: Int { chunks.reduce(0) { $0 + $1.stepCount } }

  /// The features that the header of a log with such steps must require.
  package var requiredFeatures: [String] {
    // The bits of all rows at once: this is asked of each block that is replayed.
    var flags: StepFlags = []
    for chunk in chunks { for row in chunk.rows { flags.formUnion(row.flags) } }
    return (digests == nil ? [] : [SessionHeader.partDigests])
      + (flags.contains(.mark) ? [SessionHeader.marks] : [])
      + (flags.contains(.outside) ? [SessionHeader.sharedState] : [])
  }

  /// Whether the app ended while it was reducing the last step.
  package var endsUnfinished: Bool { chunks.last?.endsUnfinished ?? false }

  /// Takes a payload apart.
  package init(_ payload: [UInt8], startsWithKeyframe: Bool) throws(BadBlock) {
    self.payload = payload
    var decoder = RecordDecoder(payload)
    keyframe = startsWithKeyframe ? try BadBlock.reading { try decoder.countedRange() } : nil
    supplement = startsWithKeyframe ? try BadBlock.reading { try decoder.countedRange() } : nil
    var chunks: [StepChunk] = []
    var digests: PartDigests?
    var stepCount = 0
    while !decoder.isAtEnd {
      if chunks.last?.endsUnfinished == true { throw .unfinishedBeforeEnd }
      if decoder[decoder.position] == PartDigests.mark {
        digests = try PartDigests(from: &decoder)
        break
      }
      let chunk = try StepChunk(from: &decoder)
      stepCount += chunk.stepCount
      // What a step takes when it is taken apart is more than the bytes it may be written in.
      guard stepCount <= StepChunk.maximumStepCount else { throw .badStepCount(stepCount) }
      chunks.append(chunk)
    }
    self.chunks = chunks
    self.digests = digests
  }
}

/// A step of a block: its row, and what it has of its own.
package struct StepLocation {
  /// The chunk in the block.
  package let chunk: Int
  /// The row in the chunk.
  package let row: Int
  /// Whether the app ended while it was reducing the step.
  package let isUnfinished: Bool
  /// What the step is.
  package let kind: StepKind
  /// The milliseconds since the step before.
  package let elapsedMilliseconds: UInt64
  /// For a received step, how many steps ago its effect was started.
  package let distance: UInt64?
  /// For a step that read values, where they are in the payload.
  package let reads: Range<Int>?
}

/// Goes through the steps of a block in order.
package struct StepIterator: IteratorProtocol {
  @usableFromInline let chunks: [StepChunk]
  @usableFromInline var columns: StepChunk?
  @usableFromInline var chunk = -1
  @usableFromInline var step = 0
  @usableFromInline var stepCount = 0
  @usableFromInline var distance = 0
  @usableFromInline var read = 0

  /// Begins before the first step.
  @inlinable
  package init(_ chunks: [StepChunk]) {
    self.chunks = chunks
  }

  /// The next step.
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
