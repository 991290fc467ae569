/// A digest of 64 bits: FNV-1a, as published by its authors Fowler, Noll and Vo.
///
/// Other rooms add whole buffers, because a call for each byte would take most of the time.
package struct Digest: Hashable, Sendable {
  package static let length = 8

  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the digest of no bytes, which differs between seeds.
  package init(seed: UInt64) {
    value ^= seed
  }

  package init(_ bytes: UnsafeRawBufferPointer) {
    add(bytes)
  }

  /// Creates a digest from its bytes, the lowest first. Missing bytes are 0.
  package init(bytes: some Collection<UInt8>) {
    value = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* Self.prime }
    self.value = value
  }

  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* Self.prime
  }

  private static let prime: UInt64 = 0x100_0000_01B3

  /// The bytes of the digest in a log, the lowest first.
  package var bytes: [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

  package var text: String { String(value, radix: 16) }
}

// A faster form for long inputs.
extension Digest {
  /// Creates a digest of words of eight bytes, in four lanes.
  package init(words bytes: UnsafeRawBufferPointer) {
    self.init(seed: 0)
    // Each product depends on the previous one, so four are computed in parallel.
    var (one, two, three, four) = (value, value &+ 1, value &+ 2, value &+ 3)
    let rounds = bytes.count / 32
    for round in 0..<rounds {
      let offset = round &* 32
      one = Self.mixed(one, bytes.word(at: offset))
      two = Self.mixed(two, bytes.word(at: offset &+ 8))
      three = Self.mixed(three, bytes.word(at: offset &+ 16))
      four = Self.mixed(four, bytes.word(at: offset &+ 24))
    }
    value = Self.mixed(Self.mixed(Self.mixed(one, two), three), four)
    for byte in bytes[(rounds * 32)...] { value = Self.mixed(value, UInt64(byte)) }
  }

  private static func mixed(_ value: UInt64, _ word: UInt64) -> UInt64 {
    let product = (value ^ word) &* prime
    // The product alone never moves the upper bits of a word to lower positions.
    return product ^ product >> 32
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension RecordEncoder {
  package var digest: Digest { withUnsafeBytes { Digest($0) } }
}
