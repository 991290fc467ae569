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
      // Without O_NONBLOCK the opening of a pipe would wait for a writer.
      file = try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK)
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

  /// Reads the first member; gives its line without the newline, and the bytes it takes in the file.
  static func readHeader(
    _ source: MemberSource, _ path: String
  ) throws(LogReaderError) -> (line: [UInt8], length: Int) {
    try checkBeginning(source, path)
    do throws(LogDamage.Cause) {
      let header = try source.header(at: 0)
      guard header.kind == .header, header.sequence == 0 else { throw .unexpectedMember }
      guard header.rawLength <= LogFormat.maximumHeaderLength else {
        throw .impossibleLength(
          claimed: UInt64(header.rawLength), limit: UInt64(LogFormat.maximumHeaderLength))
      }
      let payload = try source.payload(of: header, at: 0)
      guard payload.firstIndex(of: newline) == payload.count - 1 else { throw .badMemberHeader }
      return (payload.dropLast(), Int(header.memberLength))
    } catch .truncated {
      throw .truncatedHeader(path: path, length: source.fileLength)
    } catch {
      throw .damagedHeader(path: path, cause: error)
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
