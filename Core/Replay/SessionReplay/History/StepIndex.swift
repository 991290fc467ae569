import RecordCoding
import SessionLog

/// When each step of a log came, and which step's effect sent its action; read block by block.
package struct StepIndex: Sendable {
  /// The steps of longer logs are not all indexed: a step takes 12 bytes of memory.
  private static let mostSteps = 1 << 25

  private let reader: SessionReader
  private var nextBlock = 0
  private var distances: ContiguousArray<UInt32> = []
  private var times: ContiguousArray<UInt64> = []

  /// Prepares to index the steps of a log.
  package init(_ reader: SessionReader) { self.reader = reader }

  /// How many steps are indexed, from the first of the log on.
  package var count: Int { distances.count }

  /// Whether there is nothing more to index.
  package var isComplete: Bool {
    nextBlock >= reader.log.blocks.count || count >= Self.mostSteps
  }

  /// How many steps before it the step stands whose effect sent the action of a step, by its index.
  package func distance(toSenderOf index: Int) -> UInt64? {
    guard distances.indices.contains(index), distances[index] > 0 else { return nil }
    return UInt64(distances[index])
  }

  /// The milliseconds from the beginning of the log to a step, by its index.
  package func milliseconds(at index: Int) -> UInt64? {
    times.indices.contains(index) ? times[index] : nil
  }

  /// Indexes the steps of the next block.
  package mutating func readBlock() throws(SessionReadError) {
    guard !isComplete else { return }
    let block = try reader.steps(ofBlockAt: nextBlock)
    var number = reader.log.blocks[nextBlock].firstStep
    nextBlock += 1
    var steps = StepIterator(block.chunks)
    while let step = steps.next() {
      let isKnown = step.distance.map { 1..<number ~= $0 } ?? false
      distances.append(isKnown ? UInt32(clamping: step.distance ?? 0) : 0)
      times.append((times.last ?? 0) &+ step.elapsedMilliseconds)
      number += 1
    }
  }
}

extension SessionReader {
  /// The number of a step by its index among those that the log holds, which must be there.
  package func stepNumber(at index: Int) -> UInt64 {
    let index = UInt64(index)
    var (low, high) = (0, log.blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if log.blocks[middle].wholeStepsBefore <= index { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return index + 1 }
    return index + log.blocks[low - 1].missingSteps + 1
  }

  /// The index of a step among those that the log holds; `nil` if it does not hold it.
  package func stepIndex(of number: UInt64) -> Int? {
    block(ofStep: number).map { Int(number - 1 - log.blocks[$0].missingSteps) }
  }

  /// The steps that were lost right before a step.
  package func gap(before number: UInt64) -> ClosedRange<UInt64>? {
    guard let block = block(ofStep: number), log.blocks[block].firstStep == number,
      log.blocks[block].followsGap, block > 0
    else { return nil }
    let last = log.blocks[block - 1].lastStep
    return last + 1 < number ? last + 1...number - 1 : nil
  }
}
