extension MemberHeader {
  /// The 52 bytes.
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

  /// The whole member that holds `payload`; its lengths are filled in.
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

  /// The end member, whose bytes depend on nothing but its number, the offset of the index and the
  /// header that it belongs to.
  static func endMember(sequence: UInt32, indexOffset: UInt64, binding: UInt32) -> [UInt8] {
    let header = MemberHeader(
      kind: .end, sequence: sequence, memberLength: UInt32(LogFormat.endMemberLength),
      position: indexOffset, binding: binding)
    return header.encoded + LogFormat.emptyDeflate
      + [UInt8](repeating: 0, count: LogFormat.trailerLength)
  }
}
