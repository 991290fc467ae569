import RecordCoding
import SessionLog
import SessionModel

/// An index of the times and senders of the steps of a log, built block by block.
package struct StepIndex: Sendable {
  /// The number of steps after which no more blocks are indexed. A step takes 12 bytes of memory.
  private static let maxSteps = 1 << 25

  private let reader: SessionReader
  private var nextBlock = 0
  private var distances: ContiguousArray<UInt32> = []
  private var times: ContiguousArray<UInt64> = []

  package init(_ reader: SessionReader) { self.reader = reader }

  package var count: Int { distances.count }

  package var isComplete: Bool {
    nextBlock >= reader.log.blocks.count || count >= Self.maxSteps
  }

  /// Returns the distance between the step at an index and the step whose effect sent its action.
  package func distance(toSenderOf index: Int) -> UInt64? {
    guard distances.indices.contains(index), distances[index] > 0 else { return nil }
    return UInt64(distances[index])
  }

  package func milliseconds(at index: Int) -> UInt64? {
    times.indices.contains(index) ? times[index] : nil
  }

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
  /// Returns the number of the step at an existing index among the steps of the log.
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

  /// Returns the index of a step among the steps of the log; `nil` if it does not contain the step.
  package func stepIndex(of number: UInt64) -> Int? {
    block(ofStep: number).map { Int(number - 1 - log.blocks[$0].missingSteps) }
  }

  package func gap(before number: UInt64) -> ClosedRange<UInt64>? {
    guard let block = block(ofStep: number), log.blocks[block].firstStep == number,
      log.blocks[block].followsGap, block > 0
    else { return nil }
    let last = log.blocks[block - 1].lastStep
    return last + 1 < number ? last + 1...number - 1 : nil
  }
}
