import CZlib
import TestSupport

/// A member built by hand from the description of the format, to check the code.
struct Member {
  var kind: UInt8
  var flags: UInt8 = 0
  var sequence: UInt32
  var position: UInt64 = 0
  var stepCount: UInt32 = 0
  /// The checksum of the header line, or 0 in the header itself.
  var binding = crc(sampleHeader + [10])
  var payload: [UInt8] = []
  /// The compressed payload, by default as a stored block of deflate.
  var compressed: [UInt8]?
  /// The false values that the member states.
  var claimedLength: UInt32?
  var claimedRawLength: UInt32?
  var claimedChecksum: UInt32?

  static func header(_ json: [UInt8] = sampleHeader) -> Member {
    Member(kind: 0, sequence: 0, binding: 0, payload: json + [10])
  }

  static func block(
    _ sequence: UInt32, from firstStep: UInt64, steps: UInt32, _ payload: [UInt8],
    keyframe: Bool = false
  ) -> Member {
    Member(
      kind: 1, flags: keyframe ? 1 : 0, sequence: sequence, position: firstStep, stepCount: steps,
      payload: payload)
  }

  static func end(_ sequence: UInt32, indexAt offset: Int) -> Member {
    Member(kind: 3, sequence: sequence, position: UInt64(offset), compressed: [3, 0])
  }

  /// Returns the compressed bytes: one stored block, as specified by RFC 1951.
  private var deflated: [UInt8] {
    compressed
      ?? [1] + little(UInt16(payload.count)) + little(~UInt16(payload.count)) + payload
  }

  var bytes: [UInt8] {
    let deflated = deflated
    let rawLength = claimedRawLength ?? UInt32(payload.count)
    let length = claimedLength ?? UInt32(52 + deflated.count + 8)
    var data: [UInt8] = [kind, flags, 0, 0]
    data += little(sequence) + little(length) + little(rawLength)
    data += little(position) + little(stepCount) + little(binding)
    data += little(crc(data))
    var bytes: [UInt8] = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 40, 0, 0x52, 0x50, 36, 0]
    bytes += data
    bytes += deflated + little(claimedChecksum ?? crc(payload)) + little(rawLength)
    return bytes
  }
}

/// Returns a whole log of members. An entry has offset, first step, step count and flags.
func index(
  _ sequence: UInt32, steps: UInt64,
  _ entries: [(offset: Int, firstStep: UInt64, steps: UInt32, flags: UInt8)],
  claimedCount: UInt32? = nil
) -> Member {
  var payload = little(claimedCount ?? UInt32(entries.count)) + little(steps)
  for entry in entries {
    payload += little(UInt64(entry.offset)) + little(entry.firstStep) + little(entry.steps)
    payload.append(entry.flags)
  }
  return Member(kind: 2, sequence: sequence, payload: payload)
}

func crc(_ bytes: [UInt8]) -> UInt32 {
  UInt32(crc32(0, bytes, uInt(bytes.count)))
}

/// Returns the deflate stream of `count` zeros.
func deflatedZeros(_ count: Int) -> [UInt8] {
  let zeros = [UInt8](repeating: 0, count: count)
  var length = compressBound(uLong(count))
  var output = [UInt8](repeating: 0, count: Int(length))
  compress2(&output, &length, zeros, uLong(count), 9)
  // A zlib stream is a deflate stream between a header of two bytes and a checksum of four.
  return Array(output[2..<Int(length) - 4])
}
