import Foundation
import SessionLog

/// A file of verdicts: a magic number, a checksum, and a record for each log.
///
/// A record consists of the log's fingerprint (digest, checksum and length, 20 bytes), the identity
/// of its file (device, number, and both times, 32 bytes, all zero if not kept), the length of the
/// verdict (4 bytes), and the verdict in the form that a worker sends. Numbers are little-endian.
enum CacheFile {
  static let suffix = ".verdicts"

  private static let magic = Array("reprise verdicts 2\n".utf8)

  struct Record {
    let log: LogFingerprint
    /// The file that contained the log; `nil` if the file had just changed.
    let file: FileIdentity?
    let verdict: ArraySlice<UInt8>
  }

  struct Damage: Error {
    let reason: String
  }

  static func all(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }

  static func forEachRecord(
    of path: String, _ body: (Record) -> Void
  ) throws(Damage) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Damage(reason: "it cannot be read")
    }
    var reader = ByteReader(bytes: Array(data))
    guard reader.take(magic.count).map({ Array($0) }) == magic else {
      throw Damage(reason: "it is not a verdict file of this version")
    }
    guard let sum = reader.number(of: UInt32.self) else { throw Damage(reason: "it is cut off") }
    guard sum == checksum(of: reader.rest) else {
      throw Damage(reason: "its checksum is wrong")
    }
    while !reader.isAtEnd {
      guard let record = reader.record() else { throw Damage(reason: "it is cut off") }
      body(record)
    }
  }

  /// Writes a complete file with a unique name. Returns the reason if that fails.
  static func write(_ records: [Record], in folder: String) -> String? {
    var content: [UInt8] = []
    for record in records {
      content.append(littleEndian: record.log.digest)
      content.append(littleEndian: record.log.checksum)
      content.append(littleEndian: record.log.length)
      content.append(littleEndian: record.file?.device ?? 0)
      content.append(littleEndian: record.file?.number ?? 0)
      content.append(littleEndian: UInt64(bitPattern: record.file?.modified ?? 0))
      content.append(littleEndian: UInt64(bitPattern: record.file?.changed ?? 0))
      content.append(littleEndian: UInt32(record.verdict.count))
      content += record.verdict
    }
    var bytes = magic
    bytes.append(littleEndian: checksum(of: content))
    bytes += content
    // The name has no meaning, but must be unique across processes and machines.
    let name = "\(folder)/\(UUID().uuidString)"
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: name + ".new"))
      try FileManager.default.moveItem(atPath: name + ".new", toPath: name + suffix)
      return nil
    } catch {
      try? FileManager.default.removeItem(atPath: name + ".new")
      return error.localizedDescription
    }
  }
}

private struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  var rest: ArraySlice<UInt8> { bytes[position...] }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  mutating func number<Number: FixedWidthInteger>(of type: Number.Type) -> Number? {
    let start = position
    guard take(MemoryLayout<Number>.size) != nil else { return nil }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self))
    }
  }

  mutating func record() -> CacheFile.Record? {
    guard let digest = number(of: UInt64.self), let sum = number(of: UInt32.self),
      let length = number(of: UInt64.self), let device = number(of: UInt64.self),
      let inode = number(of: UInt64.self), let modified = number(of: Int64.self),
      let changed = number(of: Int64.self), let count = number(of: UInt32.self),
      let verdict = take(Int(count))
    else { return nil }
    let file = FileIdentity(
      device: device, number: inode, bytes: length, modified: modified, changed: changed)
    return CacheFile.Record(
      log: LogFingerprint(digest: digest, checksum: sum, length: length),
      file: changed == 0 ? nil : file, verdict: verdict)
  }
}
