import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The index beside a tar, with the members in the order of the bytes of their names.
///
/// Chunks of about 256 members are read one at a time. The directory of the chunks is kept in
/// memory, at about 50 bytes for each chunk plus the name of its first member.
struct TarIndex: Sendable {
  static let magic = Array("RPTARIDX".utf8)
  static let version: UInt32 = 1
  static let headerLength = 64
  /// The first bytes of the padding in a pack's first block, before the checksum of the directory.
  static let seal = Array("RPIX".utf8)
  /// The maximum length of a chunk in bytes.
  private static let maxChunkLength: UInt32 = 1 << 24

  static func path(of tar: String) -> String { tar + ".index" }

  struct Chunk: Sendable {
    var offset: UInt64
    var length: UInt32
    var count: UInt32
    var checksum: UInt32
    var first: [UInt8]

    static let entryLength = 24
  }

  enum Failure: Error, Equatable {
    case missing
    /// The index belongs to a different tar, or to an earlier version of this one.
    case stale
    case damaged
  }

  private let file: Descriptor
  let chunks: [Chunk]
  let count: UInt64
  let bytes: UInt64

  /// Opens the index of a tar. Throws unless it is whole and belongs to this very tar.
  init(of tar: Descriptor, at path: String, length: UInt64) throws(Failure) {
    guard let file = try? Descriptor(opening: Self.path(of: path), flags: O_RDONLY),
      let status = try? file.status(), isRegularFile(status)
    else { throw .missing }
    self.file = file
    guard let header = try? file.read(at: 0, count: Self.headerLength),
      header.count == Self.headerLength, header.starts(with: Self.magic),
      header.littleEndian(at: 8, as: UInt32.self) == Self.version,
      header.littleEndian(at: 60, as: UInt32.self) == checksum(of: header[..<60])
    else { throw .damaged }
    let sum = header.littleEndian(at: 12, as: UInt32.self)
    count = header.littleEndian(at: 16, as: UInt64.self)
    bytes = header.littleEndian(at: 24, as: UInt64.self)
    let offset = header.littleEndian(at: 32, as: UInt64.self)
    guard header.littleEndian(at: 40, as: UInt64.self) == length,
      let first = try? tar.read(at: 0, count: TarHeader.blockLength),
      first.count == TarHeader.blockLength,
      first[TarHeader.Field.padding].elementsEqual(Self.padding(checksum: sum))
    else { throw .stale }
    let end = UInt64(status.st_size)
    guard offset >= UInt64(Self.headerLength), offset <= end,
      let directory = try? file.read(at: offset, count: Int(end - offset)),
      directory.count == Int(end - offset), checksum(of: directory) == sum,
      let chunks = Self.chunks(directory, before: offset),
      chunks.reduce(0, { $0 + UInt64($1.count) }) == count
    else { throw .damaged }
    self.chunks = chunks
  }

  /// Returns the padding of the first block of a tar whose index has a directory with `checksum`.
  static func padding(checksum: UInt32) -> [UInt8] {
    var padding = seal
    padding.append(littleEndian: checksum)
    padding.append(littleEndian: UInt32(0))
    return padding
  }

  /// Returns the chunks of a directory, which are stored before it.
  private static func chunks(_ directory: [UInt8], before end: UInt64) -> [Chunk]? {
    var chunks: [Chunk] = []
    var position = 0
    while position < directory.count {
      guard directory.count - position >= Chunk.entryLength else { return nil }
      let nameLength = Int(directory.littleEndian(at: position + 20, as: UInt32.self))
      let name = position + Chunk.entryLength
      guard nameLength <= directory.count - name else { return nil }
      let chunk = Chunk(
        offset: directory.littleEndian(at: position, as: UInt64.self),
        length: directory.littleEndian(at: position + 8, as: UInt32.self),
        count: directory.littleEndian(at: position + 12, as: UInt32.self),
        checksum: directory.littleEndian(at: position + 16, as: UInt32.self),
        first: Array(directory[name..<(name + nameLength)]))
      guard chunk.length <= min(UInt64(maxChunkLength), end),
        chunk.offset <= end - UInt64(chunk.length)
      else { return nil }
      chunks.append(chunk)
      position = name + nameLength
    }
    return chunks
  }

  func members(of index: Int) throws(Failure) -> [TarMember] {
    let bytes = try bytes(of: index)
    var members: [TarMember] = []
    var position = 0
    while position < bytes.count {
      guard let record = bytes.record(at: position) else { throw .damaged }
      members.append(bytes.member(record))
      position = record.name.upperBound
    }
    guard members.count == Int(chunks[index].count) else { throw .damaged }
    return members
  }

  func bytes(of index: Int) throws(Failure) -> [UInt8] {
    let chunk = chunks[index]
    guard let bytes = try? file.read(at: chunk.offset, count: Int(chunk.length)),
      bytes.count == Int(chunk.length), checksum(of: bytes) == chunk.checksum
    else { throw .damaged }
    return bytes
  }

  static func member(named name: [UInt8], in bytes: [UInt8]) throws(Failure) -> TarMember? {
    var position = 0
    // Decoding the other members as well would take ten times as long.
    while position < bytes.count {
      guard let record = bytes.record(at: position) else { throw .damaged }
      if bytes.isEqual(name, in: record.name) { return bytes.member(record) }
      position = record.name.upperBound
    }
    return nil
  }

  static let recordLength = 20

  /// Returns the index of the only chunk that can contain a name, or `nil` if none can.
  func chunk(of name: [UInt8]) -> Int? {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if name.precedes(chunks[middle].first) { high = middle } else { low = middle + 1 }
    }
    return low == 0 ? nil : low - 1
  }
}

extension [UInt8] {
  /// Returns whether these bytes precede others in the order of names in a tar.
  func precedes(_ other: [UInt8]) -> Bool {
    let order = withUnsafeBytes { own in
      other.withUnsafeBytes { other in
        let count = Swift.min(own.count, other.count)
        guard let own = own.baseAddress, let other = other.baseAddress else { return Int32(0) }
        return memcmp(own, other, count)
      }
    }
    return order == 0 ? count < other.count : order < 0
  }
}

extension [UInt8] {
  fileprivate struct Record {
    let start: Int
    let name: Range<Int>
  }

  fileprivate func record(at position: Int) -> Record? {
    guard count - position >= TarIndex.recordLength else { return nil }
    let length = Int(littleEndian(at: position + 16, as: UInt32.self))
    let start = position + TarIndex.recordLength
    guard length <= count - start else { return nil }
    return Record(start: position, name: start..<(start + length))
  }

  fileprivate func member(_ record: Record) -> TarMember {
    TarMember(
      name: Array(self[record.name]), offset: littleEndian(at: record.start, as: UInt64.self),
      size: littleEndian(at: record.start + 8, as: UInt64.self))
  }

  fileprivate func isEqual(_ name: [UInt8], in range: Range<Int>) -> Bool {
    guard name.count == range.count else { return false }
    return withUnsafeBytes { own in
      name.withUnsafeBytes { name in
        guard let own = own.baseAddress, let name = name.baseAddress else { return true }
        return memcmp(own + range.lowerBound, name, range.count) == 0
      }
    }
  }
}
