/// The constants of the file format.
///
/// A log is a sequence of gzip members as in RFC 1952. Each carries one extra subfield, `RP`, that says
/// what the member is and how long, so that a scan need not inflate.
package enum LogFormat {
  /// The version that this code writes and reads. It is the first that was released.
  package static let version = 2
  /// The value of `format` in every header.
  package static let name = "reprise"
  /// How every member begins: deflate, an extra field only, no time, no extra flags, unknown system.
  static let gzipPrefix: [UInt8] = [0x1f, 0x8b, 0x08, 0x04, 0, 0, 0, 0, 0, 0xff]
  /// The extra field up to its data: its length, the subfield's name, the length of the data.
  static let extraPrefix: [UInt8] = [
    UInt8(4 + extraDataLength), 0, 0x52, 0x50, UInt8(extraDataLength), 0,
  ]
  static let extraDataLength = 36
  /// Where the compressed bytes begin in a member.
  static let memberHeaderLength = gzipPrefix.count + extraPrefix.count + extraDataLength
  /// The checksum and the raw length that end a gzip member.
  static let trailerLength = 8
  /// What deflate makes of nothing.
  static let emptyDeflate: [UInt8] = [3, 0]
  /// The length of the end member, which is always the same, and the least length of any member.
  static let endMemberLength = memberHeaderLength + emptyDeflate.count + trailerLength
  /// Deflate turns at most this many bytes into one.
  static let maximumRatio = 1032
  /// No header is longer than this, inflated: 1 MiB.
  static let maximumHeaderLength = 1 << 20
  /// So many blocks without steps may follow each other: the one that opens a session, and the one
  /// that ends a session without changes.
  static let mostEmptyBlocks = 2
  /// A payload may have this many bytes: 1 MiB.
  package static let plainRawLength = 1 << 20
  /// A longer payload may have this many bytes for each byte of its member, so that what a reader takes
  /// goes by what a file holds.
  package static let maximumExpansion = 64
  /// The greatest length and count that a member may claim, so that they fit an `Int` everywhere.
  static let maximumField = UInt32(Int32.max)

  /// The most steps that a gap may leave out: a longer one is a lie, or more than a gigabyte of damage.
  package static let maximumGap = UInt64(maximumField)

  /// The byte of flags of a block: bit 0, it starts with a keyframe; bit 1, steps before it were lost.
  static func flags(keyframe: Bool, gap: Bool) -> UInt8 { (keyframe ? 1 : 0) | (gap ? 2 : 0) }

  /// Reads a byte of flags; only a keyframe can bridge a gap.
  static func flags(_ byte: UInt8) -> (keyframe: Bool, gap: Bool)? {
    byte <= 3 && byte != 2 ? (byte & 1 != 0, byte & 2 != 0) : nil
  }

  /// The most bytes that deflate may reasonably make of `rawLength` bytes.
  static func maximumDeflatedLength(of rawLength: Int) -> UInt64 {
    UInt64(rawLength) + UInt64(rawLength) / 8 + 64
  }

  /// The feature of logs whose first step need not be step 1: the steps before it are no part of the
  /// log, and none of them is lost.
  package static let laterStart = "laterStart"

  /// The name of a log while it is being written.
  package static func partialPath(for path: String) -> String { path + partialSuffix }

  /// The name of the journal: the steps of a log in the making that are in no block yet.
  package static func journalPath(forPartial path: String) -> String { path + ".journal" }

  /// The suffix of a log while it is being written.
  package static let partialSuffix = ".partial"

  /// The name of the copy that compaction and recovery write before it takes the log's name.
  static func rewritingPath(for path: String) -> String { path + ".rewriting" }
}

extension [UInt8] {
  /// Appends the bytes of an integer, least significant first.
  package mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// The integer whose bytes begin at `position`; the caller has checked that they are there.
  func littleEndian<Integer: FixedWidthInteger>(at position: Int, as: Integer.Type) -> Integer {
    let size = MemoryLayout<Integer>.size
    precondition(position >= 0 && position + size <= count, "the bytes end before the integer")
    return withUnsafeBytes { bytes in
      Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Integer.self))
    }
  }
}
