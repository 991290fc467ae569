import CZlib

/// A zlib failure, usually caused by insufficient memory.
package struct DeflateError: Error, Equatable {
  package var code: Int32
}

/// Compresses bytes to a raw deflate stream (RFC 1951).
///
/// `level` ranges from 0 (stored) to 9 (smallest) and is clamped. If `repeating` is `false`,
/// repetitions are not matched, and each byte takes at least one bit.
package func deflated(
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

enum InflateError: Error, Equatable {
  /// The bytes are not a deflate stream, end early, or are followed by other bytes.
  case badStream
  case lengthMismatch
  /// zlib itself failed, usually because of insufficient memory.
  case failed(code: Int32)
}

/// Decompresses a raw deflate stream. Allocates only `rawLength` bytes, whatever it contains.
func inflated(
  _ bytes: [UInt8], in range: Range<Int>, rawLength: Int
) throws(InflateError) -> [UInt8] {
  precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
  var stream = z_stream()
  let started = inflateInit2_(
    &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  guard started == Z_OK else { throw .failed(code: started) }
  defer { inflateEnd(&stream) }

  var status = Z_OK
  // zlib rejects a null output even if it has nothing to write, so reserve at least one byte.
  let result = [UInt8](unsafeUninitializedCapacity: max(rawLength, 1)) { output, count in
    bytes[range].withUnsafeBufferPointer { input in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = uInt(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = uInt(rawLength)
      status = inflate(&stream, Z_FINISH)
      count = rawLength - Int(stream.avail_out)
    }
  }
  switch status {
  case Z_STREAM_END:
    guard result.count == rawLength else { throw .lengthMismatch }
    guard stream.avail_in == 0 else { throw .badStream }
    return result
  case Z_BUF_ERROR where result.count == rawLength && stream.avail_in > 0: throw .lengthMismatch
  case Z_BUF_ERROR, Z_DATA_ERROR, Z_NEED_DICT: throw .badStream
  default: throw .failed(code: status)
  }
}
