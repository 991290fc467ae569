import Foundation

/// The keys of the header that determine whether a reader can read the log.
package struct LogPreamble: Equatable, Sendable {
  /// The name of the format, which is `reprise` in every log.
  package var format: String
  package var version: Int
  /// The features that a reader must support to read the log correctly.
  package var requires: [String]
  /// The start of the recording.
  var recorded: String?

  var startsLater: Bool { requires.contains(LogFormat.laterStart) }

  package init(requires: [String] = []) {
    format = LogFormat.name
    version = LogFormat.version
    self.requires = requires
  }
}

extension LogPreamble: Decodable {
  private enum CodingKeys: CodingKey {
    case format, version, requires, recorded
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    format = try container.decode(String.self, forKey: .format)
    version = try container.decode(Int.self, forKey: .version)
    recorded = try? container.decode(String.self, forKey: .recorded)
    do {
      requires = try container.decodeIfPresent([String].self, forKey: .requires) ?? []
    } catch  where version > LogFormat.version {
      // A later version may represent its requirements differently. Its number suffices to reject
      // it.
      requires = []
    }
  }
}

extension LogPreamble {
  init?(decoding header: [UInt8]) {
    guard let known = try? Self.remembered.value(of: header, make: { try Self(header) })
    else { return nil }
    self = known.value
    if let recorded = known.recorded { self.recorded = recorded }
  }

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
