/// What a finished log came to.
package struct LogSummary: Equatable, Sendable {
  /// Where it is.
  package var path: String
  /// The length of the file.
  package var bytes: UInt64
  /// The number of steps in it.
  package var steps: UInt64
  /// The number of blocks, after small ones have been merged.
  package var blocks: Int

  /// Describes a log by all its parts.
  package init(path: String, bytes: UInt64, steps: UInt64, blocks: Int) {
    self.path = path
    self.bytes = bytes
    self.steps = steps
    self.blocks = blocks
  }
}
