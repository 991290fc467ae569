import Platform

/// A writer of a tar of logs and its index, which get their final names only once they are whole.
package final class TarWriter {
  private static let pieceLength = 1 << 20

  private let path: String
  private var file: LogFile
  private var index: TarIndexWriter
  private var pending: [UInt8] = []
  /// The first block, which is written again once the index is complete.
  private var firstBlock: [UInt8] = []
  private var last: (name: [UInt8], log: String)?

  /// Creates the tar and the index under temporary names beside the final ones.
  package init(
    path: String, overwrite: Bool, operations: LogFileOperations = .system
  ) throws(TarWriterError) {
    self.path = path
    do throws(LogWriterError) {
      file = try LogFile.creatingCopy(for: path, overwrite: overwrite, operations: operations)
      let other: LogFile
      do throws(LogWriterError) {
        other = try LogFile.creatingCopy(
          for: TarIndex.path(of: path), overwrite: overwrite, operations: operations)
      } catch {
        file.remove()
        throw error
      }
      do throws(SystemError) {
        index = try TarIndexWriter(into: other)
      } catch {
        file.remove()
        other.remove()
        throw LogWriterError.cannotCreate(path: TarIndex.path(of: path), code: error.code)
      }
    } catch {
      throw .cannotCreate(error)
    }
  }

  deinit {
    // A file that has its final name is not removed.
    file.remove()
    index.remove()
  }

  /// Adds a log. The names must be in the order of their bytes.
  package func append(_ log: String, as name: String) throws(TarWriterError) {
    let bytes = name.pathBytes.dropLast().map(UInt8.init(bitPattern:))
    guard !bytes.split(separator: UInt8(ascii: "/")).contains(Array("..".utf8)[...]) else {
      throw .outside(name: name)
    }
    if let last, !last.name.precedes(bytes) {
      precondition(last.name == bytes, "names come in order")
      throw .duplicate(name: name, log: last.log, other: log)
    }
    last = (bytes, log)
    let source: LogLocation
    do throws(LogLocationError) {
      source = try LogLocation(path: log)
    } catch {
      throw .cannotRead(error)
    }
    let blocks = TarHeader.blocks(name: bytes, size: source.length, modified: source.modified)
    if firstBlock.isEmpty { firstBlock = Array(blocks[..<TarHeader.blockLength]) }
    try write(blocks)
    let offset = file.length + UInt64(pending.count)
    try copy(source, of: log)
    try write([UInt8](repeating: 0, count: TarHeader.padding(of: source.length)))
    do throws(SystemError) {
      try index.append(TarMember(name: bytes, offset: offset, size: source.length))
    } catch {
      throw .stopped(path: TarIndex.path(of: path), code: error.code)
    }
  }

  private func copy(_ source: LogLocation, of log: String) throws(TarWriterError) {
    let start = source.archiveStart ?? 0
    // Reading one byte more shows whether the file has grown. A log in a tar cannot grow.
    let end = source.length + (source.archiveStart == nil ? 1 : 0)
    var done: UInt64 = 0
    while done < end {
      let count = Int(min(end - done, UInt64(Self.pieceLength)))
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try source.file.read(at: start + done, count: count)
      } catch {
        throw .cannotRead(.cannotOpen(path: log, code: error.code))
      }
      done += UInt64(bytes.count)
      guard done <= source.length else { break }
      try write(bytes)
      if bytes.count < count { break }
    }
    guard done == source.length else { throw .changed(log: log) }
  }

  private func write(_ bytes: [UInt8]) throws(TarWriterError) {
    pending += bytes
    if pending.count >= Self.pieceLength { try flush() }
  }

  private func flush() throws(TarWriterError) {
    do throws(SystemError) {
      try file.append(pending)
    } catch {
      throw .stopped(path: path, code: error.code)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Ends the tar and the index, syncs both to disk, and renames them to their final names.
  package func finish() throws(TarWriterError) -> TarSummary {
    try write([UInt8](repeating: 0, count: 2 * TarHeader.blockLength))
    try flush()
    do throws(SystemError) {
      let sum = try index.finish(tarLength: file.length)
      if !firstBlock.isEmpty {
        firstBlock.replaceSubrange(
          TarHeader.Field.padding, with: TarIndex.padding(checksum: sum))
        TarHeader.seal(&firstBlock)
        try file.overwrite(firstBlock, at: 0)
      }
      try file.publish(as: path)
      try index.publish(as: TarIndex.path(of: path))
    } catch {
      throw .stopped(path: path, code: error.code)
    }
    return TarSummary(
      path: path, indexPath: TarIndex.path(of: path), logs: index.count, logBytes: index.bytes,
      bytes: file.length)
  }
}

package struct TarSummary: Equatable, Sendable {
  package let path: String
  package let indexPath: String
  package let logs: UInt64
  package let logBytes: UInt64
  package let bytes: UInt64
}

/// A log to pack, whose name in the tar is the end of its path.
package struct TarEntry: Sendable {
  package let log: String
  /// The number of UTF-8 bytes of the path before the name.
  private let start: Int

  package init(_ log: String, below folder: String) {
    self.log = log
    let count = log.utf8.starts(with: folder.utf8) ? folder.utf8.count : 0
    start = count + log.utf8.dropFirst(count).prefix { $0 == UInt8(ascii: "/") }.count
  }

  package var name: String { String(log[log.utf8.index(log.startIndex, offsetBy: start)...]) }

  package static func precedes(_ entry: TarEntry, _ other: TarEntry) -> Bool {
    let (a, b) = (entry.log.utf8.dropFirst(entry.start), other.log.utf8.dropFirst(other.start))
    // Scalars that represent bytes which are not UTF-8 begin with this byte.
    guard a.contains(0xF4) || b.contains(0xF4) else { return a.lexicographicallyPrecedes(b) }
    let bytes = [entry, other].map {
      $0.name.pathBytes.dropLast().map(UInt8.init(bitPattern:))
    }
    return bytes[0].precedes(bytes[1])
  }
}
