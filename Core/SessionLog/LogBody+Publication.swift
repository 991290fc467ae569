extension LogBody {
  /// Ends the log with its index, and gives the file its final name.
  mutating func publish(as path: String) throws(LogWriterStop) -> LogSummary {
    try appendIndexAndEnd()
    do throws(SystemError) {
      try file.publish(as: path)
    } catch {
      throw .system(code: error.code)
    }
    return LogSummary(path: path, bytes: file.length, steps: stepCount, blocks: blocks.count)
  }
}
