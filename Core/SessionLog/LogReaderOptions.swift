/// What a reader accepts.
package struct LogReaderOptions: Sendable {
  /// The longest payload that is inflated, whatever its member takes in the file. In bytes.
  package var maximumBlockLength: Int
  /// How many bytes a longer payload may have for each byte of its member.
  package var maximumExpansion: Int
  /// The entries of the header's `requires` that the caller knows how to read.
  package var supportedFeatures: [String]
  /// Makes the payload of a block of the entries of a journal; without it journals are not read.
  package var blockOfEntries: (@Sendable (JournalEntries) -> LogBlock?)?

  /// Takes the defaults where nothing is given.
  package init(
    maximumBlockLength: Int = LogFormat.plainRawLength,
    maximumExpansion: Int = LogFormat.maximumExpansion, supportedFeatures: [String] = [],
    blockOfEntries: (@Sendable (JournalEntries) -> LogBlock?)? = nil
  ) {
    self.maximumBlockLength = maximumBlockLength
    self.maximumExpansion = maximumExpansion
    self.supportedFeatures = supportedFeatures
    self.blockOfEntries = blockOfEntries
  }
}
