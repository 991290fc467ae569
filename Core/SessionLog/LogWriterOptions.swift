/// How a log is written.
package struct LogWriterOptions: Sendable {
  /// Whether a log of the same name, finished or left behind, is replaced.
  package var overwrite: Bool
  /// How hard to compress, from 0, not at all, to 9.
  package var compressionLevel: Int
  /// The longest payload of a block, in bytes.
  package var maximumBlockLength: Int
  /// Adjacent blocks are merged at the end as long as they have no more than this many raw bytes.
  package var mergedBlockLength: Int
  /// Makes one payload of those of neighbouring blocks, of which only the first may have a keyframe.
  package var join: @Sendable (_ payloads: [[UInt8]], _ startsWithKeyframe: Bool) -> [UInt8]
  /// How steps are kept until they are in a block.
  package var journal: JournalKind
  /// A caller that appends waits while this many blocks are still to be written.
  package var backlog: Int

  /// Takes the defaults where nothing is given.
  package init(
    overwrite: Bool = false, compressionLevel: Int = 6,
    maximumBlockLength: Int = Int(LogFormat.maximumField), mergedBlockLength: Int = 64 << 10,
    backlog: Int = 64, journal: JournalKind = .memoryOnly,
    join: @escaping @Sendable ([[UInt8]], Bool) -> [UInt8] = { payloads, _ in
      Array(payloads.joined())
    }
  ) {
    self.overwrite = overwrite
    self.compressionLevel = compressionLevel
    self.maximumBlockLength = min(maximumBlockLength, Int(LogFormat.maximumField))
    self.mergedBlockLength = mergedBlockLength
    self.join = join
    self.journal = journal
    self.backlog = max(backlog, 1)
  }
}
