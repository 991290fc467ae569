/// The constants of the file format.
///
/// A log is a sequence of gzip members (RFC 1952). Each has one extra subfield, `RP`, with the kind
/// and the length of the member. A scan therefore need not inflate it.
package enum LogFormat {
  /// The version that this code reads and writes, which is the first released one.
  package static let version = 2
  package static let name = "reprise"
  /// The first bytes of a member: deflate, only an extra field, no time or flags, unknown system.
  static let gzipPrefix: [UInt8] = [0x1f, 0x8b, 0x08, 0x04, 0, 0, 0, 0, 0, 0xff]
  /// The start of the extra field: its length, the name of the subfield, the length of the data.
  static let extraPrefix: [UInt8] = [
    UInt8(4 + extraDataLength), 0, 0x52, 0x50, UInt8(extraDataLength), 0,
  ]
  static let extraDataLength = 36
  /// The offset of the compressed bytes in a member.
  static let memberHeaderLength = gzipPrefix.count + extraPrefix.count + extraDataLength
  /// The length of the checksum and the raw length at the end of a gzip member.
  static let trailerLength = 8
  /// The deflate stream for empty input.
  static let emptyDeflate: [UInt8] = [3, 0]
  /// The length of every end member, and the minimum length of any member.
  static let endMemberLength = memberHeaderLength + emptyDeflate.count + trailerLength
  /// The maximum compression ratio of deflate.
  static let maximumRatio = 1032
  /// The maximum length of an inflated header: 1 MiB.
  static let maximumHeaderLength = 1 << 20
  /// The maximum number of consecutive blocks without steps: one that opens a session, and one that
  /// ends it without changes.
  static let maxEmptyBlocks = 2
  /// The length up to which any payload is accepted: 1 MiB.
  package static let plainRawLength = 1 << 20
  /// The maximum ratio of a longer payload to its member, which bounds the memory of a reader.
  package static let maximumExpansion = 64
  /// The maximum length and count in a member, which fit in an `Int` on every platform.
  static let maximumField = UInt32(Int32.max)

  /// The maximum number of steps in a gap. A longer one is forged, or over a gigabyte of damage.
  package static let maximumGap = UInt64(maximumField)

  /// Encodes the flags of a block. Bit 0: it starts with a keyframe. Bit 1: it follows a gap.
  static func flags(keyframe: Bool, gap: Bool) -> UInt8 { (keyframe ? 1 : 0) | (gap ? 2 : 0) }

  /// Decodes the flags of a block. Returns `nil` for a gap without a keyframe.
  static func flags(_ byte: UInt8) -> (keyframe: Bool, gap: Bool)? {
    byte <= 3 && byte != 2 ? (byte & 1 != 0, byte & 2 != 0) : nil
  }

  /// Returns the maximum plausible length of `rawLength` bytes after compression.
  static func maximumDeflatedLength(of rawLength: Int) -> UInt64 {
    UInt64(rawLength) + UInt64(rawLength) / 8 + 64
  }

  /// The feature of logs whose first step need not be step 1. Earlier steps do not count as lost.
  package static let laterStart = "laterStart"
}
