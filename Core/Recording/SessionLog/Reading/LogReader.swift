import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open log: its header, the list of its blocks, and the payload of each block.
///
/// A damaged log can be opened if its header is whole. `state` then locates the damage.
package struct LogReader: Sendable {
  package let path: String
  /// The length of the file in bytes when it was last read.
  package internal(set) var fileLength: UInt64
  /// The JSON line of the header, without its newline.
  package let header: [UInt8]
  /// The version of the format and the required features, from the header.
  package let preamble: LogPreamble
  /// The blocks in order, up to the first damage.
  package internal(set) var blocks: [BlockInfo]
  /// The state of the log, as far as is known without inflating its blocks.
  package internal(set) var state: LogState

  var source: MemberSource
  var journal = JournalBlocks()
  /// The length of the header in the file, which is the offset of the first block.
  let headerLength: Int
  let blockOfEntries: (@Sendable (JournalEntries) -> LogBlock?)?

  package var damage: LogDamage? {
    if case .damaged(let damage) = state { damage } else { nil }
  }

  package var stepCount: UInt64 { lastStep - (blocks.last?.missingSteps ?? 0) }

  /// The number of the last step in `blocks`, or 0 if there is none.
  package var lastStep: UInt64 { blocks.last?.lastStep ?? 0 }

  /// The number of steps that gaps omit.
  package var lostSteps: UInt64 { (blocks.last?.missingSteps ?? 0) - stepsBeforeStart }

  /// The number of steps before the log begins. 0 unless the log has a later start.
  package var stepsBeforeStart: UInt64 {
    guard source.startsLater, let first = blocks.first, !first.followsGap else { return 0 }
    return first.firstStep - 1
  }

  /// Returns whether a log belongs to the same recording. Its header may differ once it is
  /// finished.
  package func isSameRecording(as other: LogReader) -> Bool {
    header == other.header
      || preamble.recorded != nil && preamble.recorded == other.preamble.recorded
  }

  /// Opens a log and reads its header and its index. Scans the log if it has no valid index.
  package init(path: String, options: LogReaderOptions = .init()) throws(LogReaderError) {
    try self.init(path: path, options: options, trustingIndex: true)
  }

  init(path: String, options: LogReaderOptions, trustingIndex: Bool) throws(LogReaderError) {
    self.path = path
    let opened = try Self.open(path, options)
    let repacked =
      opened.isRepacked ? options.payloads.flatMap { RepackedLog(opened, payloads: $0) } : nil
    source = repacked.map { opened.with($0.file) } ?? opened
    fileLength = source.fileLength
    let first = try Self.readHeader(source, path)
    (header, headerLength) = (first.line, first.length)
    preamble = try LogPreamble(checking: header, path, features: options.supportedFeatures)
    source.binding = first.checksum
    source.startsLater = preamble.startsLater
    blockOfEntries = options.blockOfEntries

    let start = UInt64(headerLength)
    if trustingIndex, let indexed = source.indexedBlocks(from: start) {
      (blocks, state) = (indexed, .whole)
    } else {
      let scan = LogScan(source, from: start)
      blocks = scan.blocks
      state = scan.damage.map(LogState.damaged) ?? .whole
      readJournal()
    }
    if let repacked, state == .whole {
      state = .damaged(
        LogDamage(cause: repacked.cause, part: .end, offset: fileLength, wholeSteps: stepCount))
    }
  }

  /// Opens the rest of a log whose header is damaged, by the copy of the header.
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

package struct LogReaderOptions: Sendable {
  /// The length in bytes up to which any payload is inflated.
  package var maximumBlockLength: Int
  /// The maximum ratio of a longer payload to its member.
  package var maximumExpansion: Int
  /// The entries of the header's `requires` that the caller supports.
  package var supportedFeatures: [String]
  /// Converts the entries of a journal to a block. Without this closure, journals are not read.
  package var blockOfEntries: (@Sendable (JournalEntries) -> LogBlock?)?
  /// The coding of payloads. Without it, the steps of blocks are not counted.
  package var payloads: PayloadCoding?
  /// Creates a payload of the steps after the first `count`. Without it, no block is divided.
  package var payloadAfter:
    (@Sendable (_ payload: [UInt8], _ startsWithKeyframe: Bool, _ count: Int) -> [UInt8]?)?

  package init(
    maximumBlockLength: Int = LogFormat.plainRawLength,
    maximumExpansion: Int = LogFormat.maximumExpansion, supportedFeatures: [String] = [],
    blockOfEntries: (@Sendable (JournalEntries) -> LogBlock?)? = nil,
    payloads: PayloadCoding? = nil,
    payloadAfter: (@Sendable ([UInt8], Bool, Int) -> [UInt8]?)? = nil
  ) {
    self.maximumBlockLength = maximumBlockLength
    self.maximumExpansion = maximumExpansion
    self.supportedFeatures = supportedFeatures
    self.blockOfEntries = blockOfEntries
    self.payloads = payloads
    self.payloadAfter = payloadAfter
  }
}

package enum LogState: Equatable, Sendable {
  /// The log was finished, and its index matches its length.
  case whole
  /// The log is damaged or unfinished. The blocks before the damage can be read.
  case damaged(LogDamage)
}

extension LogReader {
  /// Opens the file and determines its length, but reads nothing.
  static func open(_ path: String, _ options: LogReaderOptions) throws(LogReaderError)
    -> MemberSource
  {
    let location = try LogLocation(ofLogAt: path)
    var source = MemberSource(
      file: location.file, fileLength: location.length,
      maximumRawLength: min(max(options.maximumBlockLength, 0), Int(LogFormat.maximumField)),
      maximumExpansion: max(options.maximumExpansion, 0), archiveStart: location.archiveStart,
      payloads: options.payloads)
    source.dropPadding()
    return source
  }

  package static func length(of path: String) -> Int? {
    (try? open(path, LogReaderOptions())).map { Int($0.fileLength) }
  }

  /// Returns the bytes of a file, and its state before they were read. A log in a tar has no
  /// identity. Returns `nil` for more than `limit` bytes, or on failure.
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

  struct FirstMember {
    /// The JSON line, without its newline.
    let line: [UInt8]
    let length: Int
    /// The checksum of the payload, including the newline.
    let checksum: UInt32
  }

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
      // A slice is copied in one piece, whereas `dropLast` creates the array byte by byte.
      return FirstMember(
        line: Array(payload[..<(payload.count - 1)]), length: Int(header.memberLength),
        checksum: checksum)
    } catch .truncated {
      throw .truncatedHeader(path: path, length: source.fileLength)
    } catch {
      throw .damagedHeader(path: path, cause: error)
    }
  }

  private static func isLine(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = memchr(start, Int32(newline), bytes.count)
      else { return false }
      return start.distance(to: found) == bytes.count - 1
    }
  }

  /// Checks the first sixteen bytes, which distinguish a log from other files.
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
  /// Returns `nil` if the header cannot be read. Reading the payload then reports the reason.
  package func payloadLength(of block: BlockInfo) -> Int? {
    block.rawLength ?? (try? source.header(at: block.offset)).map { Int($0.rawLength) }
  }

  /// Reads and inflates a block. Throws `damaged` with the block and its offset if it is not whole.
  package func payload(of block: BlockInfo) throws(LogReaderError) -> [UInt8] {
    if let payload = journalPayload(of: block) { return payload }
    do throws(LogDamage) {
      return try source.wholePayload(of: block)
    } catch {
      throw .damaged(path: path, damage: error)
    }
  }
}
