import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open tar of logs, which are found by the index beside it or by its own headers.
package final class TarArchive: Sendable {
  /// The state of a tar's index. Unless the index is used, all headers of the tar are read.
  package enum IndexState: Equatable, Sendable {
    case used
    case missing
    case stale
    case damaged
  }

  package let path: String
  let file: Descriptor
  let length: UInt64
  private let contents: Mutex<Contents>

  private enum Contents {
    case indexed(TarIndex, chunks: [LoadedChunk])
    case scanned(TarTable, IndexState)
  }

  /// A chunk of the index, cached because its other members are usually needed next.
  private struct LoadedChunk {
    let index: Int
    let bytes: [UInt8]
  }

  /// Each thread of a process may be at a different part of the tar.
  private static let maxChunks = 8

  /// Opens a tar, and reads all of its headers unless it has a valid index.
  package convenience init(path: String) throws(TarError) {
    let file: Descriptor
    let status: stat
    do throws(SystemError) {
      file = try Descriptor(opening: path, flags: O_RDONLY)
      status = try file.status()
    } catch {
      throw .cannotRead(path: path, code: error.code)
    }
    guard isRegularFile(status) else { throw .notATar(path: path) }
    try self.init(file, length: UInt64(status.st_size), path: path)
  }

  init(_ file: Descriptor, length: UInt64, path: String) throws(TarError) {
    (self.file, self.length, self.path) = (file, length, path)
    let found: Contents
    do throws(TarIndex.Failure) {
      found = .indexed(try TarIndex(of: file, at: path, length: length), chunks: [])
    } catch {
      let table = try TarTable(scanning: file, length: length, path: path)
      found = .scanned(table, IndexState(error))
    }
    contents = Mutex(found)
  }

  /// The state of the index. Damage to it may be found late.
  package var indexState: IndexState {
    contents.withLock { contents in
      if case .scanned(_, let state) = contents { state } else { .used }
    }
  }

  /// Calls `body` with the path and length of each log, in the order of the bytes of their names.
  package func forEachLog(
    _ body: (_ path: String, _ size: UInt64) throws(TarError) -> Void
  ) throws(TarError) {
    let start = path.hasSuffix("/") ? path : "\(path)/"
    var last: [UInt8]?
    var chunk = 0
    while let members = try members(ofPart: &chunk, after: last) {
      for member in members where member.name.isLogName {
        try body(start + String(pathBytes: member.name), member.size)
      }
      last = members.last?.name ?? last
    }
  }

  private func members(
    ofPart part: inout Int, after last: [UInt8]?
  ) throws(TarError) -> [TarMember]? {
    let index = contents.withLock { contents in
      if case .indexed(let index, _) = contents { index } else { nil as TarIndex? }
    }
    if let index {
      guard part < index.chunks.count else { return nil }
      if let members = try? index.members(of: part) {
        part += 1
        return members
      }
      try scan(because: .damaged)
    }
    return contents.withLock { contents in
      guard case .scanned(let table, _) = contents else { return nil }
      let members = table.members(after: last, count: 256)
      return members.isEmpty ? nil : members
    }
  }

  func member(named name: [UInt8]) throws(TarError) -> TarMember? {
    let found: Result<TarMember?, TarIndex.Failure> = contents.withLock { contents in
      do throws(TarIndex.Failure) {
        return .success(try Self.member(named: name, in: &contents))
      } catch {
        return .failure(error)
      }
    }
    switch found {
    case .success(let member): return member
    case .failure(let failure):
      try scan(because: IndexState(failure))
      return try member(named: name)
    }
  }

  private static func member(
    named name: [UInt8], in contents: inout Contents
  ) throws(TarIndex.Failure) -> TarMember? {
    switch contents {
    case .scanned(let table, _):
      return table.member(named: name)
    case .indexed(let index, var chunks):
      guard let wanted = index.chunk(of: name) else { return nil }
      if let loaded = chunks.first(where: { $0.index == wanted }) {
        return try TarIndex.member(named: name, in: loaded.bytes)
      }
      let loaded = LoadedChunk(index: wanted, bytes: try index.bytes(of: wanted))
      if chunks.count == maxChunks { chunks.removeFirst() }
      chunks.append(loaded)
      contents = .indexed(index, chunks: chunks)
      return try TarIndex.member(named: name, in: loaded.bytes)
    }
  }

  private func scan(because state: IndexState) throws(TarError) {
    let table = try TarTable(scanning: file, length: length, path: path)
    contents.withLock { $0 = .scanned(table, state) }
  }

  /// An index can be out of date in ways that its checksums do not show, and a tar can change.
  func checkedTime(of member: TarMember) throws(TarError) -> UInt64 {
    let count = TarHeader.blockLength
    guard member.offset >= UInt64(count), member.size <= length,
      member.offset <= length - member.size
    else { throw disagreement(member) }
    let begin = member.offset - UInt64(count)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try file.read(at: begin, count: count)
    } catch {
      throw .cannotRead(path: path, code: error.code)
    }
    guard bytes.count == count else { throw .truncated(path: path, offset: begin) }
    switch bytes.withUnsafeBytes({ TarHeader.read($0) }) {
    case .zeros: throw disagreement(member)
    case .damaged: throw .badHeader(path: path, offset: begin)
    case .header(let header):
      // In a tar from a different program, the scan may have read name and size from other blocks.
      guard
        indexState != .used
          || header.kind == .file && header.name == TarHeader.storedName(of: member.name)
            && header.size == TarHeader.storedSize(of: member.size)
      else { throw disagreement(member) }
      return header.modified
    }
  }

  private func disagreement(_ member: TarMember) -> TarError {
    .indexDisagrees(path: path, member: String(pathBytes: member.name))
  }
}

extension TarArchive.IndexState {
  fileprivate init(_ failure: TarIndex.Failure) {
    self =
      switch failure {
      case .missing: .missing
      case .stale: .stale
      case .damaged: .damaged
      }
  }

  package func note(on path: String) -> String? {
    let state: String
    switch self {
    case .used: return nil
    case .missing: state = "'\(path.visible)' has no index"
    case .stale: state = "the index of '\(path.visible)' is of another tar"
    case .damaged: state = "the index of '\(path.visible)' is damaged"
    }
    return "\(state), so all headers of the tar are read; 'pack' writes a tar with an index"
  }
}
