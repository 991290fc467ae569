package import RecordCoding

/// Steps that were handed to a log together, taken apart into columns.
package struct StepChunk: Sendable {
  /// The most steps that a chunk may have, so that taking it apart needs bounded memory.
  package static let maximumStepCount = 1 << 16

  /// The part of a step that many have in common: flags, action, effect and change.
  package struct Row: Sendable {
    /// Which parts the step has.
    package let flags: StepFlags
    /// Where the action, the effect and the change are.
    package let content: Range<Int>
  }

  /// The different rows.
  package let rows: [Row]
  /// For each step, the index of its row.
  package let rowIndices: [Int32]
  /// For each step, the milliseconds since the one before; empty if that is always none.
  package let elapsed: [UInt64]
  /// For each received step, how many steps ago its effect was started.
  package let senderDistances: [UInt64]
  /// For each step that read values, where they are.
  package let reads: [Range<Int>]
  /// The bytes that the steps' rows have in all, each row counted as often as there are such steps.
  package let length: Int

  /// Whether the app ended while it was reducing the last step.
  package let endsUnfinished: Bool

  /// The number of steps.
  package var stepCount: Int { rowIndices.count }

  /// Reads a chunk.
  package init(from decoder: inout RecordDecoder) throws(BadBlock) {
    let stepCount = try BadBlock.reading { try decoder.count() }
    guard 1...Self.maximumStepCount ~= stepCount else { throw .badStepCount(stepCount) }
    rows = try Self.rows(from: &decoder, stepCount: stepCount)
    rowIndices = try Self.rowIndices(stepCount, from: &decoder, rowCount: rows.count)
    let hasElapsed = try BadBlock.reading { try decoder.tag(below: 2) == 1 }
    elapsed = hasElapsed ? try Self.numbers(stepCount, from: &decoder) : []
    var receivedCount = 0
    var readingCount = 0
    var length = 0
    for (step, index) in rowIndices.enumerated() {
      let row = rows[Int(index)]
      let flags = row.flags
      length += row.content.count
      if flags.contains(.received) { receivedCount += 1 }
      if flags.contains(.reads) { readingCount += 1 }
      if flags.contains(.unfinished), step + 1 < stepCount { throw .unfinishedBeforeEnd }
    }
    self.length = length
    endsUnfinished = rows[Int(rowIndices[stepCount - 1])].flags.contains(.unfinished)
    senderDistances = try Self.numbers(receivedCount, from: &decoder)
    var reads: [Range<Int>] = []
    for _ in 0..<readingCount {
      reads.append(try BadBlock.reading { try decoder.countedRange() })
    }
    self.reads = reads
  }

  private static func rows(
    from decoder: inout RecordDecoder, stepCount: Int
  ) throws(BadBlock) -> [Row] {
    let count = try BadBlock.reading { try decoder.count() }
    guard 1...stepCount ~= count else { throw .badRowCount(count) }
    var rows: [Row] = []
    for _ in 0..<count {
      let (byte, content) = try BadBlock.reading {
        let range = try decoder.countedRange()
        guard !range.isEmpty else { throw RecordDecodingError.truncated(offset: range.lowerBound) }
        return (decoder[range.lowerBound], range.dropFirst())
      }
      let flags = StepFlags(rawValue: byte)
      guard flags.isSubset(of: .known), flags.isConsistent else { throw .unknownFlags(byte) }
      rows.append(Row(flags: flags, content: content))
    }
    return rows
  }

  private static func rowIndices(
    _ count: Int, from decoder: inout RecordDecoder, rowCount: Int
  ) throws(BadBlock) -> [Int32] {
    var rowIndices: [Int32] = []
    rowIndices.reserveCapacity(count)
    for _ in 0..<count {
      let token = try BadBlock.reading { try decoder.varint(UInt32.self) }
      guard token < rowCount else { throw .unknownRow(UInt64(token)) }
      rowIndices.append(Int32(token))
    }
    return rowIndices
  }

  private static func numbers(
    _ count: Int, from decoder: inout RecordDecoder
  ) throws(BadBlock) -> [UInt64] {
    var numbers: [UInt64] = []
    for _ in 0..<count {
      numbers.append(try BadBlock.reading { try decoder.varint(UInt64.self) })
    }
    return numbers
  }
}

/// The first byte of an entry: which of the parts of a step it has.
package struct StepFlags: OptionSet {
  /// The bits.
  package let rawValue: UInt8

  /// Takes the bits of an entry.
  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// An effect sent the action; how many steps ago that effect was started is in the senderDistances.
  @inlinable package static var received: StepFlags { StepFlags(rawValue: 1 << 0) }
  /// The reducer read values; they are in the reads.
  @inlinable package static var reads: StepFlags { StepFlags(rawValue: 1 << 1) }
  /// The reducer returned an effect; its shape follows the action.
  @inlinable package static var effect: StepFlags { StepFlags(rawValue: 1 << 2) }
  /// The state changed; the change ends the entry.
  @inlinable package static var change: StepFlags { StepFlags(rawValue: 1 << 3) }

  /// The app ended while it was reducing the step, so that the row holds the action and no more.
  @inlinable package static var unfinished: StepFlags { StepFlags(rawValue: 1 << 4) }

  /// Shared state was changed from outside; there is no action, and the change is all there is.
  @inlinable package static var outside: StepFlags { StepFlags(rawValue: 1 << 5) }

  /// The app marked the log; there is no action, and the text of the mark is all there is.
  @inlinable package static var mark: StepFlags { StepFlags(rawValue: 1 << 6) }

  /// What a step may have that is finished.
  package static let finished: StepFlags = [.received, .reads, .effect, .change, .outside, .mark]

  /// All that this version knows.
  package static let known: StepFlags = finished.union(.unfinished)

  /// What the step is.
  @inlinable package var kind: StepKind {
    // The bits at once: this is asked of each step that is replayed.
    if rawValue & (StepFlags.outside.rawValue | StepFlags.mark.rawValue) == 0 { return .action }
    return contains(.mark) ? .mark : .outsideChange
  }

  /// Whether the flags can stand together.
  package var isConsistent: Bool {
    if contains(.outside) { return self == [.outside, .change] }
    if contains(.mark) { return self == .mark }
    return !contains(.unfinished) || isSubset(of: [.received, .unfinished])
  }
}

/// What a step of a log is.
package enum StepKind: Sendable {
  /// An action that was reduced.
  case action
  /// A change of shared state from outside, without an action.
  case outsideChange
  /// A text with which the app marked the log, without an action.
  case mark
}
