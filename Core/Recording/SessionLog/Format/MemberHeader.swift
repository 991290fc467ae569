/// The fixed 52 bytes at the start of each member: the gzip header and the extra field.
struct MemberHeader: Equatable, Sendable {
  var kind: MemberKind
  var startsWithKeyframe = false
  /// Whether steps between the previous member and this one were lost.
  var followsGap = false
  /// The index of the member in the file.
  var sequence: UInt32
  /// The length of the member in bytes, including its trailer.
  var memberLength: UInt32 = 0
  /// The length of the inflated payload in bytes.
  var rawLength: UInt32 = 0
  /// The number of the first step of a block, or the offset of the index in an end member.
  var position: UInt64 = 0
  var stepCount: UInt32 = 0
  /// The checksum of the log's header. 0 in the header itself.
  var binding: UInt32 = 0

  var deflatedLength: Int {
    Int(memberLength) - LogFormat.memberHeaderLength - LogFormat.trailerLength
  }
}

enum MemberKind: UInt8, Sendable {
  case header = 0
  case block = 1
  case index = 2
  case end = 3
  /// A copy of the header after the index, in case the start of the log is damaged.
  case headerCopy = 4
}

extension MemberHeader {
  var encoded: [UInt8] {
    var data: [UInt8] = [
      kind.rawValue, LogFormat.flags(keyframe: startsWithKeyframe, gap: followsGap), 0, 0,
    ]
    data.append(littleEndian: sequence)
    data.append(littleEndian: memberLength)
    data.append(littleEndian: rawLength)
    data.append(littleEndian: position)
    data.append(littleEndian: stepCount)
    data.append(littleEndian: binding)
    data.append(littleEndian: checksum(of: data))
    assert(data.count == LogFormat.extraDataLength)
    return LogFormat.gzipPrefix + LogFormat.extraPrefix + data
  }

  func member(
    holding payload: [UInt8], level: Int, repeating: Bool = true
  ) throws(DeflateError) -> [UInt8] {
    precondition(payload.count <= Int(LogFormat.maximumField), "the payload is too long")
    let compressed = try deflated(payload, level: level, repeating: repeating)
    var header = self
    header.rawLength = UInt32(payload.count)
    header.memberLength = UInt32(
      LogFormat.memberHeaderLength + compressed.count + LogFormat.trailerLength)
    var member = header.encoded
    member.reserveCapacity(Int(header.memberLength))
    member.append(contentsOf: compressed)
    member.append(littleEndian: checksum(of: payload))
    member.append(littleEndian: header.rawLength)
    assert(member.count == Int(header.memberLength))
    return member
  }

  /// Returns the end member, whose bytes depend only on the arguments.
  static func endMember(sequence: UInt32, indexOffset: UInt64, binding: UInt32) -> [UInt8] {
    let header = MemberHeader(
      kind: .end, sequence: sequence, memberLength: UInt32(LogFormat.endMemberLength),
      position: indexOffset, binding: binding)
    return header.encoded + LogFormat.emptyDeflate
      + [UInt8](repeating: 0, count: LogFormat.trailerLength)
  }
}

extension MemberHeader {
  /// Decodes the 52 bytes at the start of `bytes`, all of which must exist.
  init(decoding bytes: [UInt8]) throws(LogDamage.Cause) {
    precondition(bytes.count >= LogFormat.memberHeaderLength, "the bytes end before the header")
    let prefix = LogFormat.gzipPrefix + LogFormat.extraPrefix
    guard bytes.starts(with: prefix) else { throw .badMemberHeader }
    let data = Array(bytes[prefix.count..<LogFormat.memberHeaderLength])
    let stored = data.littleEndian(at: data.count - 4, as: UInt32.self)
    guard checksum(of: data.dropLast(4)) == stored else { throw .headerChecksumMismatch }

    let rest = data.littleEndian(at: 2, as: UInt16.self)
    guard let kind = MemberKind(rawValue: data[0]), let flags = LogFormat.flags(data[1]),
      rest == 0
    else { throw .badMemberHeader }
    self.init(
      kind: kind, startsWithKeyframe: flags.keyframe, followsGap: flags.gap,
      sequence: data.littleEndian(at: 4, as: UInt32.self),
      memberLength: data.littleEndian(at: 8, as: UInt32.self),
      rawLength: data.littleEndian(at: 12, as: UInt32.self),
      position: data.littleEndian(at: 16, as: UInt64.self),
      stepCount: data.littleEndian(at: 24, as: UInt32.self),
      binding: data.littleEndian(at: 28, as: UInt32.self))

    guard memberLength >= LogFormat.endMemberLength,
      max(memberLength, rawLength, stepCount) <= LogFormat.maximumField
    else { throw .badMemberHeader }
    guard kind == .block || (!startsWithKeyframe && stepCount == 0) else { throw .badMemberHeader }
    guard kind == .block || kind == .end || position == 0 else { throw .badMemberHeader }
    guard kind != .header || binding == 0 else { throw .badMemberHeader }
  }
}
