import Platform

struct TarMember: Equatable, Sendable {
  /// The bytes of the path in the tar, without `.` and empty components.
  var name: [UInt8]
  var offset: UInt64
  var size: UInt64
}

/// A scan of a tar, written by any program, that finds its files by their headers.
struct TarScan {
  /// The maximum length of a long name, or of the records of one member.
  private static let maxRecordsLength: UInt64 = 1 << 20

  private let file: Descriptor
  private let path: String
  private let length: UInt64
  private var offset: UInt64 = 0
  private var bytes: [UInt8] = []
  /// The offset of `bytes` in the file.
  private var start: UInt64 = 0
  private var isAtEnd = false

  init(_ file: Descriptor, length: UInt64, path: String) {
    self.file = file
    self.length = length
    self.path = path
  }

  mutating func next() throws(TarError) -> TarMember? {
    var records = Records()
    while let header = try nextHeader() {
      let begin = offset - UInt64(TarHeader.blockLength)
      let size =
        [.file, .sparse, .other].contains(header.kind)
        ? records.size ?? header.size : header.size
      let data = offset
      // Data is padded to whole blocks. Only the last block of a truncated tar may be short.
      guard size <= length - data else { throw .truncated(path: path, offset: begin) }
      offset += size + UInt64(TarHeader.padding(of: size))
      switch header.kind {
      case .longName, .extended:
        guard size <= Self.maxRecordsLength else {
          throw .badExtendedHeader(path: path, offset: begin)
        }
        let bytes = try read(at: data, count: Int(size))
        if header.kind == .longName {
          records.name = Array(bytes.prefix { $0 != 0 })
        } else if !records.take(bytes) {
          throw .badExtendedHeader(path: path, offset: begin)
        }
        continue
      case .sparse: try skipMap(after: header, data)
      case .file, .withoutData, .other: break
      }
      let name = records.name ?? header.name
      if header.kind == .sparse || records.isSparse {
        let member = String(pathBytes: records.name ?? header.name)
        if name.isLogName { throw .sparse(path: path, member: member) }
      } else if header.kind == .file, name.last != UInt8(ascii: "/") {
        // Tars of Unix's seventh edition store folders as files whose names end in a slash.
        return TarMember(name: name.normalizedName, offset: data, size: size)
      }
      records = Records()
    }
    return nil
  }

  private mutating func nextHeader() throws(TarError) -> TarHeader? {
    if isAtEnd { return nil }
    let begin = offset
    if length == 0 { throw .notATar(path: path) }
    if begin < start || begin + UInt64(TarHeader.blockLength) > start + UInt64(bytes.count) {
      // The next member is probably large, too, and only its header is needed.
      let isFar = begin > start + UInt64(bytes.count) + 65_536
      bytes = try read(at: begin, count: isFar ? 4096 : 65_536)
      start = begin
    }
    let position = Int(begin - start)
    guard bytes.count >= position + TarHeader.blockLength else {
      throw begin == 0 ? .notATar(path: path) : .truncated(path: path, offset: begin)
    }
    let block = bytes.withUnsafeBytes { bytes in
      TarHeader.read(.init(rebasing: bytes[position..<position + TarHeader.blockLength]))
    }
    switch block {
    case .zeros:
      isAtEnd = true
      return nil
    case .header(let header):
      offset = begin + UInt64(TarHeader.blockLength)
      return header
    case .damaged:
      let isNamed =
        bytes[(position + 257)..<(position + 262)].elementsEqual("ustar".utf8)
      throw begin == 0 && !isNamed
        ? .notATar(path: path) : .badHeader(path: path, offset: begin)
    }
  }

  /// Skips the blocks of the sparse map, which precede the data.
  private mutating func skipMap(after header: TarHeader, _ data: UInt64) throws(TarError) {
    var (continues, next) = (header.continues, data)
    while continues {
      let block = try read(at: next, count: TarHeader.blockLength)
      guard block.count == TarHeader.blockLength else {
        throw .truncated(path: path, offset: next)
      }
      continues = block[504] != 0
      next += UInt64(block.count)
    }
    offset += next - data
  }

  private func read(at offset: UInt64, count: Int) throws(TarError) -> [UInt8] {
    do throws(SystemError) {
      return try file.read(at: offset, count: count)
    } catch {
      throw .cannotRead(path: path, code: error.code)
    }
  }

  private struct Records {
    var name: [UInt8]?
    var size: UInt64?
    var isSparse = false

    /// Reads pax records, such as `27 path=a/log.reprise`. Returns whether they are valid.
    mutating func take(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let digits = rest.prefix { $0 != UInt8(ascii: " ") }
        guard let length = Int(String(decoding: digits, as: UTF8.self)),
          length > digits.count + 1, length <= rest.count,
          rest[rest.startIndex + length - 1] == newline
        else { return false }
        let record = rest[(rest.startIndex + digits.count + 1)..<(rest.startIndex + length - 1)]
        rest = rest.dropFirst(length)
        guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let value = record[(equals + 1)...]
        switch String(decoding: record[..<equals], as: UTF8.self) {
        case "path": if !isSparse { name = Array(value) }
        case "size":
          guard let number = UInt64(String(decoding: value, as: UTF8.self)) else { return false }
          size = number
        case "GNU.sparse.name": (name, isSparse) = (Array(value), true)
        case let key where key.hasPrefix("GNU.sparse."): isSparse = true
        default: break
        }
      }
      return true
    }
  }
}

extension [UInt8] {
  private static let logSuffix = Array(LogFile.suffix.utf8)

  var isLogName: Bool { suffix(Self.logSuffix.count).elementsEqual(Self.logSuffix) }

  /// The path without `.` and empty components, and therefore without a leading slash.
  var normalizedName: [UInt8] {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var start = 0
    for index in 0...count where index == count || self[index] == slash {
      guard index > start, index > start + 1 || self[start] != dot else {
        let parts = split(separator: slash).filter { !$0.elementsEqual([dot]) }
        return Array(parts.joined(separator: [slash]))
      }
      start = index + 1
    }
    return self
  }
}
