import Foundation

extension LogPreamble {
  /// Reads the keys that matter; `nil` if the header is none.
  init?(decoding header: [UInt8]) {
    guard let preamble = try? JSONDecoder().decode(LogPreamble.self, from: Data(header)) else {
      return nil
    }
    self = preamble
  }

  /// Reads the keys that matter from a log's header, and refuses what this code cannot read.
  init(
    checking header: [UInt8], _ path: String, features: [String]
  ) throws(LogReaderError) {
    guard let preamble = LogPreamble(decoding: header),
      preamble.format == LogFormat.name, preamble.version >= 1
    else { throw .notALog(path: path) }
    let unknown = preamble.requires.filter { !features.contains($0) }
    guard preamble.version <= LogFormat.version, unknown.isEmpty else {
      throw .newerFormat(
        path: path, version: preamble.version, supported: LogFormat.version,
        unknownFeatures: unknown)
    }
    self = preamble
  }
}
