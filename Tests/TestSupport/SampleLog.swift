package import SessionLog

package let sampleHeader = [UInt8](
  #"{"format":"reprise","version":2,"requires":[],"app":"Sample"}"#.utf8)

extension LogWriterOptions {
  /// Blocks stay separate when the log is finished.
  package static let unmerged = LogWriterOptions(mergedBlockLength: 0)
  /// Small blocks are joined when the log is finished.
  package static let merged = LogWriterOptions(payloads: .concatenating)
}

/// Three blocks of ten, five and one step. The first and the last start with a keyframe.
package let sampleBlocks = [
  block("keyframe, then the first ten steps", from: 1, steps: 10, keyframe: true),
  block("five more steps", from: 11, steps: 5),
  block("another keyframe and a step", from: 16, steps: 1, keyframe: true),
]

package func block(
  _ text: String, from firstStep: UInt64, steps: Int, keyframe: Bool = false
) -> LogBlock {
  LogBlock(
    bytes: [UInt8](text.utf8), firstStep: firstStep, stepCount: steps,
    startsWithKeyframe: keyframe)
}

@discardableResult
package func writeLog(
  _ path: String, _ blocks: [LogBlock] = sampleBlocks, options: LogWriterOptions = .unmerged,
  operations: LogFileOperations = .unsynced
) throws -> LogSummary {
  let writer = try LogWriter(
    path: path, header: sampleHeader, options: options, operations: operations)
  for block in blocks { writer.append(block: block) }
  return try writer.finish()
}

/// Returns the bytes of an integer, the lowest first.
package func little(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// Returns the contents of a log in the form of the blocks that were written.
package func readBlocks(_ reader: LogReader) throws -> [LogBlock] {
  try reader.blocks.map { info in
    LogBlock(
      bytes: try reader.payload(of: info), firstStep: info.firstStep, stepCount: info.stepCount,
      startsWithKeyframe: info.startsWithKeyframe, followsGap: info.followsGap)
  }
}

extension PayloadCoding {
  /// Joins payloads without a gap between them, and counts the steps in the sample's payloads.
  package static let concatenating = PayloadCoding(
    stepCount: { payload, _ in
      var (rest, count) = (payload[...], 0)
      while let block = sampleBlocks.first(where: { rest.starts(with: $0.bytes) }) {
        rest.removeFirst(block.bytes.count)
        count += block.stepCount
      }
      return rest.isEmpty ? count : nil
    }, join: { payloads, _ in Array(payloads.joined()) }, length: { _, _, _ in nil })
}
