/// A log whose members were lost on its way, although its contents were not.
///
/// Mail and web servers decompress gzip files, and `zcat log | gzip` makes one member of them. The
/// index at the end still states the steps of each block, and the members are created again from
/// it.
struct RepackedLog {
  /// The log with its members, in a file without a name.
  let file: LogFile
  let cause: LogDamage.Cause

  /// Creates members from the contents of a file. Returns `nil` if they are not the contents of a
  /// log.
  init?(_ source: MemberSource, payloads: PayloadCoding) {
    guard let folder = try? ScratchFolder(),
      let (contents, cause) = Self.contents(of: source, in: folder),
      let body = try? Self.body(contents, payloads, in: folder)
    else { return nil }
    (file, self.cause) = (body.file, cause)
  }

  /// The start of the header's line, with which a decompressed log begins.
  private static let beginning = Array("{\"".utf8)
  /// The length in bytes up to which any file is decompressed, and the maximum ratio for a longer
  /// file.
  private static let (plainLength, maxRatio): (UInt64, UInt64) = (64 << 20, 64)

  private static func contents(
    of source: MemberSource, in folder: ScratchFolder
  ) -> (MemberSource, LogDamage.Cause)? {
    guard let bytes = try? source.read(at: 0, count: beginning.count) else { return nil }
    if bytes == beginning { return (source, .decompressed) }
    guard bytes.starts(with: LogFormat.gzipPrefix.prefix(2)),
      var file = try? LogFile.creatingCopy(
        for: "\(folder.path)/contents", overwrite: false, operations: .system)
    else { return nil }
    let limit = max(plainLength, min(source.fileLength, 1 << 40) * maxRatio)
    guard source.inflateMembers(into: &file, limit: limit, beginning: beginning) else {
      return nil
    }
    return (source.with(file), .recompressed)
  }

  private static func body(
    _ contents: MemberSource, _ payloads: PayloadCoding, in folder: ScratchFolder
  ) throws -> LogBody? {
    guard let line = contents.headerLine(), let (index, end) = contents.index(after: line)
    else { return nil }
    let path = "\(folder.path)/log"
    let file = try LogFile.creatingCopy(for: path, overwrite: false, operations: .system)
    var body = LogBody(file, options: LogWriterOptions())
    try body.append(headerLine: line)
    var offset = UInt64(line.count + 1)
    for entry in index.entries {
      guard let payload = contents.payload(of: entry, at: offset, before: end, payloads) else {
        return nil
      }
      try body.append(
        LogBlock(
          bytes: payload, firstStep: entry.firstStep, stepCount: Int(entry.stepCount),
          startsWithKeyframe: entry.startsWithKeyframe, followsGap: entry.followsGap))
      offset += UInt64(payload.count)
    }
    guard offset == end else { return nil }
    try body.appendIndexAndEnd()
    return body
  }
}

extension MemberSource {
  /// Returns the line of the header, without its newline.
  fileprivate func headerLine() -> [UInt8]? {
    guard let bytes = try? read(at: 0, count: LogFormat.maximumHeaderLength),
      let end = bytes.firstIndex(of: newline)
    else { return nil }
    return Array(bytes[..<end])
  }

  /// Finds the index at the end, or before a copy of the header, and returns its offset.
  fileprivate func index(after line: [UInt8]) -> (LogIndex, offset: UInt64)? {
    let copy = line + [newline]
    var end = fileLength
    if end >= UInt64(2 * copy.count),
      (try? read(at: end - UInt64(copy.count), count: copy.count)) == copy
    {
      end -= UInt64(copy.count)
    }
    let start = UInt64(copy.count)
    guard end >= start else { return nil }
    let count = Int(min(end - start, Self.maxIndexLength))
    guard let tail = try? read(at: end - UInt64(count), count: count), tail.count == count else {
      return nil
    }
    // The number of blocks is at the start, so try each number.
    for position in stride(
      from: count - LogIndex.prefixLength, through: 0, by: -LogIndex.Entry.length)
    where tail.littleEndian(at: position, as: UInt32.self)
      == (count - LogIndex.prefixLength - position) / LogIndex.Entry.length
    {
      guard let index = LogIndex(decoding: Array(tail[position...])), index.lastStep != nil,
        index.entries.reduce(0, { $0 + UInt64($1.stepCount) }) == index.stepCount
      else { continue }
      return (index, end - UInt64(count - position))
    }
    return nil
  }

  /// The maximum length of an index: 200,000 blocks, which are at least 10 GiB of steps.
  private static var maxIndexLength: UInt64 { 4 << 20 }

  /// Reads the payload of a block at an offset. Its length follows from its steps.
  fileprivate func payload(
    of entry: LogIndex.Entry, at offset: UInt64, before end: UInt64, _ payloads: PayloadCoding
  ) -> [UInt8]? {
    guard offset <= end else { return nil }
    var length = min(16 << 10, end - offset)
    while true {
      let isRest = length == end - offset
      guard let bytes = try? read(at: offset, count: Int(length)), bytes.count == length else {
        return nil
      }
      let found = payloads.length(bytes, entry.startsWithKeyframe, Int(entry.stepCount))
      // A payload that ends where the read bytes end may continue in the file.
      if let found, isRest || found < bytes.count { return Array(bytes[..<found]) }
      guard !isRest, length < UInt64(LogFormat.maximumField) else { return nil }
      length = min(length * 2, end - offset)
    }
  }
}
