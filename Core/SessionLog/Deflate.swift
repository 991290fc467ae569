import CZlib

/// A failure of zlib itself, for want of memory as a rule.
struct DeflateError: Error, Equatable {
  var code: Int32
}

/// Compresses bytes to a raw deflate stream (RFC 1951).
///
/// The level goes from 0, stored, to 9, smallest; a value outside is brought inside. Where nothing may
/// be repeated, no byte becomes less than a bit.
func deflated(
  _ bytes: [UInt8], level: Int, repeating: Bool = true
) throws(DeflateError) -> [UInt8] {
  var stream = z_stream()
  let level = Int32(min(max(level, 0), 9))
  let started = deflateInit2_(
    &stream, level, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL - 1,
    repeating ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  guard started == Z_OK else { throw DeflateError(code: started) }
  defer { deflateEnd(&stream) }

  let capacity = Int(deflateBound(&stream, uLong(bytes.count)))
  var status = Z_OK
  let result = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
    bytes.withUnsafeBufferPointer { input in
      // zlib declares its input mutable but only reads it.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = uInt(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = uInt(capacity)
      status = deflate(&stream, Z_FINISH)
      count = capacity - Int(stream.avail_out)
    }
  }
  guard status == Z_STREAM_END else { throw DeflateError(code: status) }
  return result
}
