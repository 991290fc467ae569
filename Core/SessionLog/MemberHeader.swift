/// The fixed 52 bytes that begin each member: the gzip header and what our extra field says.
struct MemberHeader: Equatable, Sendable {
  var kind: MemberKind
  var startsWithKeyframe = false
  /// Whether steps between the member before and this one were lost.
  var followsGap = false
  /// The member's number in the file, counted from 0.
  var sequence: UInt32
  /// In bytes, from the first of the member to the last of its trailer.
  var memberLength: UInt32 = 0
  /// The length of the payload in bytes, inflated.
  var rawLength: UInt32 = 0
  /// The number of a block's first step; the offset of the index, in the end member.
  var position: UInt64 = 0
  var stepCount: UInt32 = 0
  /// The checksum of the header that the member belongs to; 0 in version 1, and in the header itself.
  var binding: UInt32 = 0

  /// The length of the compressed payload.
  var deflatedLength: Int {
    Int(memberLength) - LogFormat.memberHeaderLength - LogFormat.trailerLength
  }
}
