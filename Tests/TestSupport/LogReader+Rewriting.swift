package import SessionLog

extension LogReader {
  /// Writes the log again, with valid checksums, and with a different header or other blocks.
  package func rewrite(
    to path: String, header: [UInt8]? = nil,
    options: LogWriterOptions = LogWriterOptions(overwrite: true),
    _ change: (inout LogBlock, BlockInfo) -> Void = { _, _ in }
  ) throws {
    let writer = try LogWriter(path: path, header: header ?? self.header, options: options)
    for info in blocks {
      var block = LogBlock(
        bytes: try payload(of: info), firstStep: info.firstStep, stepCount: info.stepCount,
        startsWithKeyframe: info.startsWithKeyframe)
      change(&block, info)
      writer.append(block: block)
    }
    _ = try writer.finish()
  }

  /// Writes the log again with a header in which a string is replaced.
  package func rewrite(to path: String, replacing text: String, with other: String) throws {
    let line = String(decoding: header, as: UTF8.self)
    guard line.contains(text) else { throw MissingText(text: text) }
    try rewrite(to: path, header: Array(line.replacing(text, with: other).utf8))
  }
}

/// The header of a log does not contain a string.
private struct MissingText: Error {
  let text: String
}
