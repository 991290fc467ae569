#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  package var stepCount: UInt64 { lastStep - (blocks.last?.missingSteps ?? 0) }

  /// The number of the last step in `blocks`; 0 if there is none.
  package var lastStep: UInt64 { blocks.last?.lastStep ?? 0 }

  /// How many steps gaps leave out.
  package var lostSteps: UInt64 { (blocks.last?.missingSteps ?? 0) - stepsBeforeStart }

  /// How many steps the app had taken before the log begins; 0 unless it has a later start.
  package var stepsBeforeStart: UInt64 {
    guard source.startsLater, let first = blocks.first, !first.followsGap else { return 0 }
    return first.firstStep - 1
  }

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
    source.binding = first.checksum
    source.startsLater = preamble.startsLater
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
    self.source.binding = checksum(of: header + [newline])
    self.source.startsLater = preamble.startsLater
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
  /// Makes a payload of the steps of a block behind so many, given whether the block starts with a
  /// keyframe; without it no block is divided.
  package var payloadBehind:
    (@Sendable (_ payload: [UInt8], _ startsWithKeyframe: Bool, _ count: Int) -> [UInt8]?)?

  /// Takes the defaults where nothing is given.
  package init(
    maximumBlockLength: Int = LogFormat.plainRawLength,
    maximumExpansion: Int = LogFormat.maximumExpansion, supportedFeatures: [String] = [],
    blockOfEntries: (@Sendable (JournalEntries) -> LogBlock?)? = nil,
    payloadBehind: (@Sendable ([UInt8], Bool, Int) -> [UInt8]?)? = nil
  ) {
    self.maximumBlockLength = maximumBlockLength
    self.maximumExpansion = maximumExpansion
    self.supportedFeatures = supportedFeatures
    self.blockOfEntries = blockOfEntries
    self.payloadBehind = payloadBehind
  }
}

/// Whether a log is whole, as far as can be told without inflating its blocks.
package enum LogState: Equatable, Sendable {
  /// The log was finished, and its index agrees with its length.
  case whole
  /// The log is not whole; the blocks before the damage can be read.
  case damaged(LogDamage)
}

extension LogReader {
  /// Opens the file, and takes no more from it than its length.
  static func open(_ path: String, _ options: LogReaderOptions) throws(LogReaderError)
    -> MemberSource
  {
    let location = try LogLocation(path: path)
    return MemberSource(
      file: location.file, fileLength: location.length,
      maximumRawLength: min(max(options.maximumBlockLength, 0), Int(LogFormat.maximumField)),
      maximumExpansion: max(options.maximumExpansion, 0), archiveStart: location.archiveStart)
  }

  /// The length of a log in bytes; `nil` if it cannot be opened.
  package static func length(of path: String) -> Int? {
    (try? open(path, LogReaderOptions())).map { Int($0.fileLength) }
  }

  /// All bytes of a log as they stand in the file, and what the file was before they were read, with
  /// no identity for one in a tar; `nil` if there are more than some, or if they cannot be read.
  package static func contents(
    of path: String, upTo limit: Int
  ) -> (bytes: [UInt8], stamp: LogStamp, identity: FileIdentity?)? {
    guard let source = try? open(path, LogReaderOptions()), source.fileLength <= UInt64(limit),
      let status = try? source.file.status(),
      let bytes = try? source.read(at: 0, count: Int(source.fileLength)),
      bytes.count == source.fileLength
    else { return nil }
    let identity = source.archiveStart == nil ? FileIdentity(status) : nil
    return (bytes, LogStamp(bytes: bytes.count, of: status), identity)
  }

  /// What is read of the first member.
  struct FirstMember {
    /// The line of JSON, without the newline.
    let line: [UInt8]
    /// The bytes that the member takes in the file.
    let length: Int
    /// The checksum of the payload, newline included.
    let checksum: UInt32
  }

  /// Reads the first member.
  static func readHeader(
    _ source: MemberSource, _ path: String
  ) throws(LogReaderError) -> FirstMember {
    try checkBeginning(source, path)
    do throws(LogDamage.Cause) {
      let header = try source.header(at: 0)
      guard header.kind == .header, header.sequence == 0 else { throw .unexpectedMember }
      guard header.rawLength <= LogFormat.maximumHeaderLength else {
        throw .impossibleLength(
          claimed: UInt64(header.rawLength), limit: UInt64(LogFormat.maximumHeaderLength))
      }
      let (payload, checksum) = try source.checkedPayload(of: header, at: 0)
      guard isLine(payload) else { throw .badMemberHeader }
      // A slice is copied at once; `dropLast` would make the array byte by byte.
      return FirstMember(
        line: Array(payload[..<(payload.count - 1)]), length: Int(header.memberLength),
        checksum: checksum)
    } catch .truncated {
      throw .truncatedHeader(path: path, length: source.fileLength)
    } catch {
      throw .damagedHeader(path: path, cause: error)
    }
  }

  /// Returns whether bytes end with their only newline.
  private static func isLine(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = memchr(start, Int32(newline), bytes.count)
      else { return false }
      return start.distance(to: found) == bytes.count - 1
    }
  }

  /// Tells a log from other files by its first sixteen bytes.
  private static func checkBeginning(_ source: MemberSource, _ path: String) throws(LogReaderError)
  {
    let expected = LogFormat.gzipPrefix + LogFormat.extraPrefix
    let found: [UInt8]
    do throws(SystemError) {
      found = try source.fileBytes(at: 0, count: expected.count)
    } catch {
      throw .cannotOpen(path: path, code: error.code)
    }
    guard !found.isEmpty else { throw .emptyFile(path: path) }
    guard found.starts(with: expected.prefix(2).prefix(found.count)) else {
      throw .notGzip(path: path)
    }
    guard expected.starts(with: found) else { throw .notALog(path: path) }
  }
}

extension LogReader {
  /// The length of a block's payload, inflated: from its head, if the index has left it out.
  ///
  /// `nil` if the head cannot be read; who reads the payload is told why.
  package func payloadLength(of block: BlockInfo) -> Int? {
    block.rawLength ?? (try? source.header(at: block.offset)).map { Int($0.rawLength) }
  }

  /// Reads and inflates a block; throws `damaged` with the block and the offset if it is not whole.
  package func payload(of block: BlockInfo) throws(LogReaderError) -> [UInt8] {
    if let payload = journalPayload(of: block) { return payload }
    do throws(LogDamage) {
      return try source.wholePayload(of: block)
    } catch {
      throw .damaged(path: path, damage: error)
    }
  }
}
