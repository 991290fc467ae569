import Foundation
import SessionLog

/// A file of verdicts: what it is, a checksum, and a record for each log.
///
/// A record has the log's fingerprint (digest, checksum and length, 20 bytes), the length of the verdict
/// in four bytes, and the verdict as a worker sends it. Numbers have the lowest byte first.
enum CacheFile {
  /// What the names of such files end in.
  static let suffix = ".verdicts"

  private static let magic = Array("reprise verdicts 1\n".utf8)

  /// Why a file cannot be read.
  struct Damage: Error {
    let reason: String
  }

  /// The verdicts in a file.
  static func read(_ path: String) throws(Damage) -> [LogFingerprint: [UInt8]] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Damage(reason: "it cannot be read")
    }
    var reader = ByteReader(bytes: Array(data))
    guard reader.take(magic.count).map({ Array($0) }) == magic else {
      throw Damage(reason: "it is no file of verdicts of this version")
    }
    guard let sum = reader.number(4) else { throw Damage(reason: "it is cut off") }
    guard sum == UInt64(checksum(of: reader.rest)) else {
      throw Damage(reason: "its checksum is wrong")
    }
    var verdicts: [LogFingerprint: [UInt8]] = [:]
    while !reader.isAtEnd {
      guard let digest = reader.number(8), let sum = reader.number(4),
        let length = reader.number(8), let count = reader.number(4),
        let verdict = reader.take(Int(count))
      else { throw Damage(reason: "it is cut off") }
      let fingerprint = LogFingerprint(
        digest: digest, checksum: UInt32(truncatingIfNeeded: sum), length: length)
      verdicts[fingerprint] = Array(verdict)
    }
    return verdicts
  }

  /// Writes a whole file under a name of its own; returns the reason if that fails.
  static func write(_ verdicts: [LogFingerprint: [UInt8]], in folder: String) -> String? {
    var records: [UInt8] = []
    for (fingerprint, verdict) in verdicts.sorted(by: { $0.key.digest < $1.key.digest }) {
      records.append(littleEndian: fingerprint.digest)
      records.append(littleEndian: fingerprint.checksum)
      records.append(littleEndian: fingerprint.length)
      records.append(littleEndian: UInt32(verdict.count))
      records += verdict
    }
    var bytes = magic
    bytes.append(littleEndian: checksum(of: records))
    bytes += records
    // The name is of no meaning; two processes on two machines must not have the same.
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

/// Takes numbers and bytes from the front of others, as far as they are there.
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

  mutating func number(_ count: Int) -> UInt64? {
    take(count)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
