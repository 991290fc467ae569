import Foundation

/// The few keys of the header by which a reader knows whether it can read the log.
package struct LogPreamble: Equatable, Sendable {
  /// Always `reprise`.
  package var format: String
  /// The version of the file format.
  package var version: Int
  /// What a reader must know of to read the log rightly.
  package var requires: [String]

  /// Whether the first step may have any number.
  var startsLater: Bool { requires.contains(LogFormat.laterStart) }

  /// Describes a log of the current version.
  package init(requires: [String] = []) {
    format = LogFormat.name
    version = LogFormat.version
    self.requires = requires
  }
}

extension LogPreamble: Decodable {
  private enum CodingKeys: CodingKey {
    case format, version, requires
  }

  /// Decodes the keys that matter and leaves the others alone.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    format = try container.decode(String.self, forKey: .format)
    version = try container.decode(Int.self, forKey: .version)
    do {
      requires = try container.decodeIfPresent([String].self, forKey: .requires) ?? []
    } catch  where version > LogFormat.version {
      // A later version may say otherwise what it requires; that it is later is enough to know.
      requires = []
    }
  }
}

extension LogPreamble {
  /// Reads the keys that matter; `nil` if the header is none.
  init?(decoding header: [UInt8]) {
    guard let preamble = try? Self.remembered.value(of: header, make: { try Self(header) }).value
    else { return nil }
    self = preamble
  }

  /// Reads the keys that matter from a log's header, and refuses what this code cannot read.
  init(
    checking header: [UInt8], _ path: String, features: [String]
  ) throws(LogReaderError) {
    guard let preamble = LogPreamble(decoding: header),
      preamble.format == LogFormat.name, preamble.version >= LogFormat.version
    else { throw .notALog(path: path) }
    let unknown = preamble.requires.filter { !features.contains($0) }
    guard preamble.version == LogFormat.version, unknown.isEmpty else {
      throw .newerFormat(
        path: path, version: preamble.version, supported: LogFormat.version,
        unknownFeatures: unknown)
    }
    self = preamble
  }

  private static let remembered = HeaderMemory<LogPreamble>()

  private init(_ header: [UInt8]) throws {
    self = try JSONDecoder().decode(LogPreamble.self, from: Data(header))
  }
}
