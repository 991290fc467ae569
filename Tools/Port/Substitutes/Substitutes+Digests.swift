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
          static var blockSize: Int { get }
        }

        extension HashFunction {
          public static var blockSize: Int { 64 }
          public static func hash(data: some DataProtocol) -> HashDigest {
            var function = Self()
            function.update(data: data)
            return function.finalize()
          }
          public mutating func update(data: some DataProtocol) { input += data }
          public func finalize() -> HashDigest {
            let blockSize = Self.blockSize
            var bytes = input + [0x80]
            // The length has two bytes for each eight words; the upper ones are zero.
            if blockSize == 128, bytes.count % 128 > 112 { bytes += Array(repeating: 0, count: 16) }
            while bytes.count % blockSize != blockSize - 8 { bytes.append(0) }
            let length = UInt64(input.count * 8)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> (Self.shift($0, of: 8))) }
            let blocks = stride(from: 0, to: bytes.count, by: blockSize).map { start in
              stride(from: start, to: start + blockSize, by: 4).map { word in
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
    Substitute(
      names: ["SHA512"],
      text: """
        public struct SHA512: HashFunction {
          public var input: [UInt8] = []
          public static let isLittleEndian = false
          public init() {}
          private static let start: [UInt64] = [
            0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
            0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
          ]
          private static let constants: [UInt64] = [
            0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
            0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
            0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
            0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
            0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
            0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
            0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
            0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
            0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
            0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
            0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
            0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
            0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
            0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
            0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
            0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
            0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
            0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
            0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
            0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
          ]
          private static func rotated(_ word: UInt64, _ count: Int) -> UInt64 {
            word >> count | word << (64 - count)
          }
          // The words have twice the bits of those of the other functions.
          public static func words(of blocks: [[UInt32]]) -> [UInt32] {
            var sum = start
            for block in blocks {
              var words = stride(from: 0, to: 32, by: 2).map {
                UInt64(block[$0]) << 32 | UInt64(block[$0 + 1])
              }
              for index in 16..<80 {
                let (one, other) = (words[index - 15], words[index - 2])
                let first = rotated(one, 1) ^ rotated(one, 8) ^ one >> 7
                let second = rotated(other, 19) ^ rotated(other, 61) ^ other >> 6
                words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
              }
              var state = sum
              for index in 0..<80 {
                let (a, e) = (state[0], state[4])
                let first = rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41)
                let choice = (e & state[5]) ^ (~e & state[6])
                let next = state[7] &+ first &+ choice &+ constants[index] &+ words[index]
                let second = rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39)
                let majority = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2])
                state = [next &+ second &+ majority] + state.prefix(7)
                state[4] = state[4] &+ next
              }
              sum = zip(sum, state).map { $0 &+ $1 }
            }
            return sum.flatMap { [UInt32($0 >> 32), UInt32(truncatingIfNeeded: $0)] }
          }
          public static var blockSize: Int { 128 }
        }

        """),
  ]
}
