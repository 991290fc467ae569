extension Substitutes {
  /// The digests of CryptoKit, with which clients make names of values.
  static let digests: [Substitute] = [
    Substitute(
      names: ["HashDigest", "HashFunction"],
      text: """
        public struct HashDigest: Sequence, Hashable, Sendable, CustomStringConvertible {
          let name: String
          let bytes: [UInt8]
          public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }
          public func withUnsafeBytes<R>(
            _ body: (UnsafeRawBufferPointer) throws -> R
          ) rethrows -> R { try bytes.withUnsafeBytes(body) }
          public var description: String {
            "\\(name) digest: \\(bytes.map { String(format: "%02x", $0) }.joined())"
          }
        }

        public protocol HashFunction: Sendable {
          typealias Digest = HashDigest
          init()
          var input: [UInt8] { get set }
          static func words(of blocks: [[UInt32]]) -> [UInt32]
          static var isLittleEndian: Bool { get }
        }

        extension HashFunction {
          public static func hash(data: some DataProtocol) -> HashDigest {
            var function = Self()
            function.update(data: data)
            return function.finalize()
          }
          public mutating func update(data: some DataProtocol) { input += data }
          public func finalize() -> HashDigest {
            var bytes = input + [0x80]
            while bytes.count % 64 != 56 { bytes.append(0) }
            let length = UInt64(input.count * 8)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (Self.shift($0, of: 8))) }
            let blocks = stride(from: 0, to: bytes.count, by: 64).map { start in
              stride(from: start, to: start + 64, by: 4).map { word in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[word + $1]) << Self.shift($1, of: 4) }
              }
            }
            let result = Self.words(of: blocks).flatMap { word in
              (0..<4).map { UInt8(truncatingIfNeeded: word >> Self.shift($0, of: 4)) }
            }
            return HashDigest(name: "\\(Self.self)", bytes: result)
          }
          private static func shift(_ byte: Int, of count: Int) -> Int {
            8 * (isLittleEndian ? byte : count - 1 - byte)
          }
        }

        extension UInt32 {
          func rotated(left count: Int) -> UInt32 { self << count | self >> (32 - count) }
          func rotated(right count: Int) -> UInt32 { rotated(left: 32 - count) }
        }

        """),
    Substitute(
      names: ["Insecure"],
      text: """
        public enum Insecure {
          public struct MD5: HashFunction {
            public var input: [UInt8] = []
            public static let isLittleEndian = true
            public init() {}
            private static let shifts = [
              [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
            ]
            private static let constants = (1...64).map {
              UInt32(abs(sin(Double($0))) * 4_294_967_296)
            }
            public static func words(of blocks: [[UInt32]]) -> [UInt32] {
              var sum: [UInt32] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
              for block in blocks {
                var (a, b, c, d) = (sum[0], sum[1], sum[2], sum[3])
                for index in 0..<64 {
                  let (mix, word): (UInt32, Int)
                  switch index / 16 {
                  case 0: (mix, word) = ((b & c) | (~b & d), index)
                  case 1: (mix, word) = ((d & b) | (~d & c), 5 * index + 1)
                  case 2: (mix, word) = (b ^ c ^ d, 3 * index + 5)
                  default: (mix, word) = (c ^ (b | ~d), 7 * index)
                  }
                  let turned = (a &+ mix &+ constants[index] &+ block[word % 16])
                    .rotated(left: shifts[index / 16][index % 4])
                  (a, d, c, b) = (d, c, b, b &+ turned)
                }
                sum = zip(sum, [a, b, c, d]).map { $0 &+ $1 }
              }
              return sum
            }
          }

          public struct SHA1: HashFunction {
            public var input: [UInt8] = []
            public static let isLittleEndian = false
            public init() {}
            public static func words(of blocks: [[UInt32]]) -> [UInt32] {
              var sum: [UInt32] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
              for block in blocks {
                var words = block
                for index in 16..<80 {
                  let word = words[index - 3] ^ words[index - 8]
                  words.append((word ^ words[index - 14] ^ words[index - 16]).rotated(left: 1))
                }
                var (a, b, c, d, e) = (sum[0], sum[1], sum[2], sum[3], sum[4])
                for index in 0..<80 {
                  let (mix, constant): (UInt32, UInt32)
                  switch index / 20 {
                  case 0: (mix, constant) = ((b & c) | (~b & d), 0x5a827999)
                  case 1: (mix, constant) = (b ^ c ^ d, 0x6ed9eba1)
                  case 2: (mix, constant) = ((b & c) | (b & d) | (c & d), 0x8f1bbcdc)
                  default: (mix, constant) = (b ^ c ^ d, 0xca62c1d6)
                  }
                  let next = a.rotated(left: 5) &+ mix &+ e &+ constant &+ words[index]
                  (e, d, c, b, a) = (d, c, b.rotated(left: 30), a, next)
                }
                sum = zip(sum, [a, b, c, d, e]).map { $0 &+ $1 }
              }
              return sum
            }
          }
        }

        """),
    Substitute(
      names: ["SHA256"],
      text: """
        public struct SHA256: HashFunction {
          public var input: [UInt8] = []
          public static let isLittleEndian = false
          public init() {}
          private static let primes = (2...311).filter { number in
            !(2..<number).contains { number % $0 == 0 }
          }
          private static func fraction(_ root: Double) -> UInt32 {
            UInt32((root - root.rounded(.down)) * 4_294_967_296)
          }
          private static let constants = primes.map { fraction(cbrt(Double($0))) }
          public static func words(of blocks: [[UInt32]]) -> [UInt32] {
            var sum = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
            for block in blocks {
              var words = block
              for index in 16..<64 {
                let (one, other) = (words[index - 15], words[index - 2])
                let first = one.rotated(right: 7) ^ one.rotated(right: 18) ^ one >> 3
                let second = other.rotated(right: 17) ^ other.rotated(right: 19) ^ other >> 10
                words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
              }
              var state = sum
              for index in 0..<64 {
                let (a, e) = (state[0], state[4])
                let first = e.rotated(right: 6) ^ e.rotated(right: 11) ^ e.rotated(right: 25)
                let choice = (e & state[5]) ^ (~e & state[6])
                let next = state[7] &+ first &+ choice &+ constants[index] &+ words[index]
                let second = a.rotated(right: 2) ^ a.rotated(right: 13) ^ a.rotated(right: 22)
                let majority = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2])
                state = [next &+ second &+ majority] + state.prefix(7)
                state[4] = state[4] &+ next
              }
              sum = zip(sum, state).map { $0 &+ $1 }
            }
            return sum
          }
        }

        """),
  ]
}
