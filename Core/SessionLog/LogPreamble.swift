/// The few keys of the header by which a reader knows whether it can read the log.
package struct LogPreamble: Equatable, Sendable {
  /// Always `reprise`.
  package var format: String
  /// The version of the file format.
  package var version: Int
  /// What a reader must know of to read the log rightly.
  package var requires: [String]

  /// The checksum that the other members of a log carry, given that of the header's payload; 0 if none.
  func binding(ofChecksum checksum: UInt32) -> UInt32 {
    version >= LogFormat.firstBoundVersion ? checksum : 0
  }

  /// Describes a log of the current version.
  package init(requires: [String] = []) {
    format = LogFormat.name
    version = LogFormat.version
    self.requires = requires
  }
}
