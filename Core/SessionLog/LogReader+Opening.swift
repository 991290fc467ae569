#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension LogReader {
  /// Opens the file, and takes no more from it than its length.
  static func open(_ path: String, _ options: LogReaderOptions) throws(LogReaderError)
    -> MemberSource
  {
    let file: Descriptor
    let status: stat
    do throws(SystemError) {
      file = try Descriptor(opening: path, flags: O_RDONLY)
      status = try file.status()
    } catch {
      throw .cannotOpen(path: path, code: error.code)
    }
    guard isRegularFile(status) else { throw .notARegularFile(path: path) }
    return MemberSource(
      file: file, fileLength: UInt64(status.st_size),
      maximumRawLength: min(max(options.maximumBlockLength, 0), Int(LogFormat.maximumField)),
      maximumExpansion: max(options.maximumExpansion, 0))
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
      found = try source.file.read(at: 0, count: expected.count)
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
