/// An open log: its header, the list of its blocks, and the payload of any one of them.
///
/// A damaged log opens, provided that its header is whole; `state` then says where the damage is.
package struct LogReader: Sendable {
  /// The path as it was given.
  package let path: String
  /// The length of the file in bytes, when it was opened or last read on in.
  package internal(set) var fileLength: UInt64
  /// The line of JSON that is the header, without the newline.
  package let header: [UInt8]
  /// What the header says of the format.
  package let preamble: LogPreamble
  /// The blocks in order, up to the first damage.
  package internal(set) var blocks: [BlockInfo]
  /// Whether the log is whole, as far as can be told without inflating its blocks.
  package internal(set) var state: LogState

  var source: MemberSource
  /// Blocks of the journal of a log in the making, which follow those of the file.
  var journal = JournalBlocks()
  /// The bytes that the header takes in the file, which is where the blocks begin.
  let headerLength: Int
  /// Makes blocks of the entries of a journal.
  let blockOfEntries: (@Sendable (JournalEntries) -> LogBlock?)?

  /// The damage that is known without inflating blocks; `nil` if there is none.
  package var damage: LogDamage? {
    if case .damaged(let damage) = state { damage } else { nil }
  }

  /// The number of steps in all `blocks`.
  package var stepCount: UInt64 { lastStep - lostSteps }

  /// The number of the last step in `blocks`; 0 if there is none.
  package var lastStep: UInt64 { blocks.last?.lastStep ?? 0 }

  /// How many steps gaps leave out.
  package var lostSteps: UInt64 { blocks.last?.lostSteps ?? 0 }

  /// Opens a log and reads its header and its index, or scans it if it has no index that holds.
  package init(path: String, options: LogReaderOptions = .init()) throws(LogReaderError) {
    try self.init(path: path, options: options, trustingIndex: true)
  }

  init(path: String, options: LogReaderOptions, trustingIndex: Bool) throws(LogReaderError) {
    self.path = path
    source = try Self.open(path, options)
    fileLength = source.fileLength
    let first = try Self.readHeader(source, path)
    (header, headerLength) = (first.line, first.length)
    preamble = try LogPreamble(checking: header, path, features: options.supportedFeatures)
    source.binding = preamble.binding(ofChecksum: first.checksum)
    blockOfEntries = options.blockOfEntries

    let start = UInt64(headerLength)
    if trustingIndex, let indexed = source.indexedBlocks(from: start) {
      blocks = indexed
      state = .whole
    } else {
      let scan = LogScan(source, from: start)
      blocks = scan.blocks
      state = scan.damage.map(LogState.damaged) ?? .whole
      readJournal()
    }
  }

  /// Opens what is left of a log whose header is damaged, by the copy of the header.
  init(rescuing source: MemberSource, path: String, header: [UInt8], options: LogReaderOptions)
    throws(LogReaderError)
  {
    self.path = path
    self.source = source
    self.header = header
    fileLength = source.fileLength
    preamble = try LogPreamble(checking: header, path, features: options.supportedFeatures)
    self.source.binding = preamble.binding(ofChecksum: checksum(of: header + [newline]))
    blockOfEntries = nil
    let first = self.source.offsetOfFirstBlock()
    headerLength = Int(first)
    let scan = LogScan(self.source, from: first)
    blocks = scan.blocks
    state = scan.damage.map(LogState.damaged) ?? .whole
  }
}

/// What ends the header's line.
let newline = UInt8(ascii: "\n")
