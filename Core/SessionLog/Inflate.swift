import CZlib

/// Why a deflate stream could not be read.
enum InflateError: Error, Equatable {
  /// It is not a deflate stream, or it ends early, or bytes follow it.
  case badStream
  /// It does not hold as many bytes as were expected.
  case lengthMismatch
  /// zlib itself failed, for want of memory as a rule.
  case failed(code: Int32)
}

/// Decompresses the raw deflate stream that fills `bytes[range]` and must hold `rawLength` bytes.
///
/// Takes no more memory than `rawLength`, whatever the stream holds.
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
  // zlib refuses a null output even when it has nothing to write, hence room for at least one byte.
  let result = [UInt8](unsafeUninitializedCapacity: max(rawLength, 1)) { output, count in
    bytes[range].withUnsafeBufferPointer { input in
      // zlib declares its input mutable but only reads it.
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
