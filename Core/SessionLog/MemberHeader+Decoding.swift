extension MemberHeader {
  /// Reads the 52 bytes that begin `bytes`; the caller has checked that they are there.
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
