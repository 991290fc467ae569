package import RecordCoding

/// Steps that were written to a log together, decoded into columns.
package struct StepChunk: Sendable {
  /// The maximum number of steps in a chunk, which bounds the memory for decoding.
  package static let maximumStepCount = 1 << 16

  /// The part of a step that many steps share: flags, action, effect and change.
  package struct Row: Sendable {
    package let flags: StepFlags
    /// The range of the action, the effect and the change.
    package let content: Range<Int>
  }

  package let rows: [Row]
  /// The index of each step's row.
  package let rowIndices: [Int32]
  /// The milliseconds between each step and the previous one. Empty if all are 0.
  package let elapsed: [UInt64]
  /// The number of steps since the effect that sent the action was started, for each received step.
  package let senderDistances: [UInt64]
  /// The range of the reads, for each step that read values.
  package let reads: [Range<Int>]
  /// The total length of the steps' rows in bytes. A row counts once for each of its steps.
  package let length: Int

  /// Whether the app ended while it was reducing the last step.
  package let endsUnfinished: Bool

  package var stepCount: Int { rowIndices.count }

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

/// The first byte of a row, which indicates the parts of a step.
package struct StepFlags: OptionSet {
  package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  // In a different module, an empty array literal is not specialized. It took a fifth of a recorded
  // step.
  @inlinable package static var none: StepFlags { StepFlags(rawValue: 0) }

  /// An effect sent the action. `senderDistances` has the number of steps since it was started.
  @inlinable package static var received: StepFlags { StepFlags(rawValue: 1 << 0) }
  /// The reducer read values, which are in `reads`.
  @inlinable package static var reads: StepFlags { StepFlags(rawValue: 1 << 1) }
  /// The reducer returned an effect, whose shape follows the action.
  @inlinable package static var effect: StepFlags { StepFlags(rawValue: 1 << 2) }
  /// The state changed. The change is at the end of the row.
  @inlinable package static var change: StepFlags { StepFlags(rawValue: 1 << 3) }

  /// The app ended while it was reducing the step, so the row contains only the action.
  @inlinable package static var unfinished: StepFlags { StepFlags(rawValue: 1 << 4) }

  /// Shared state was changed from outside. The row contains only the change, and no action.
  @inlinable package static var outside: StepFlags { StepFlags(rawValue: 1 << 5) }

  /// The app marked the log. The row contains only the text of the mark, and no action.
  @inlinable package static var mark: StepFlags { StepFlags(rawValue: 1 << 6) }

  /// The row is an event of an effect and not a step. Only journals have such rows.
  @inlinable package static var event: StepFlags { StepFlags(rawValue: 1 << 7) }

  /// The flags that a finished step may have.
  package static let finished: StepFlags = [.received, .reads, .effect, .change, .outside, .mark]

  /// The flags that this version supports.
  package static let known: StepFlags = finished.union(.unfinished)

  @inlinable package var kind: StepKind {
    // Test both bits at once, since this runs for each replayed step.
    if rawValue & (StepFlags.outside.rawValue | StepFlags.mark.rawValue) == 0 { return .action }
    return contains(.mark) ? .mark : .outsideChange
  }

  package var isConsistent: Bool {
    if contains(.outside) { return self == [.outside, .change] }
    if contains(.mark) { return self == .mark }
    return !contains(.unfinished) || isSubset(of: [.received, .unfinished])
  }
}

package enum StepKind: Sendable {
  case action
  /// A change of shared state from outside, without an action.
  case outsideChange
  /// A text with which the app marked the log, without an action.
  case mark
}
