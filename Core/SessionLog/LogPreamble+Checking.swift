import Foundation

extension LogPreamble {
  /// Reads the keys that matter from a log's header, and refuses what this code cannot read.
  init(
    checking header: [UInt8], _ path: String, features: [String]
  ) throws(LogReaderError) {
    guard let preamble = try? JSONDecoder().decode(LogPreamble.self, from: Data(header)),
      preamble.format == LogFormat.name, preamble.version >= 1
    else { throw .notALog(path: path) }
    guard preamble.version <= LogFormat.version else {
      throw .newerVersion(path: path, found: preamble.version, supported: LogFormat.version)
    }
    if let unknown = preamble.requires.first(where: { !features.contains($0) }) {
      throw .unknownFeature(path: path, name: unknown)
    }
    self = preamble
  }
}
