import CZlib

extension MemberSource {
  /// Inflates all gzip members of a file into a second file.
  ///
  /// Returns false if the file is damaged, begins with other bytes or is longer than the limit.
  func inflateMembers(into output: inout LogFile, limit: UInt64, beginning: [UInt8]) -> Bool {
    var stream = z_stream()
    // With 16 added, zlib reads the header and the trailer of gzip.
    guard
      inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else { return false }
    defer { inflateEnd(&stream) }
    var offset: UInt64 = 0
    var status = Z_STREAM_END
    var inflated = [UInt8](repeating: 0, count: 64 << 10)
    while offset < fileLength {
      guard var input = try? read(at: offset, count: 64 << 10), !input.isEmpty else { return false }
      offset += UInt64(input.count)
      var used = 0
      while used < input.count {
        if status == Z_STREAM_END {
          // Zeros after the last member are padding.
          if output.length > 0, input[used...].allSatisfy({ $0 == 0 }) { break }
          guard inflateReset(&stream) == Z_OK else { return false }
        }
        let count = input.withUnsafeMutableBufferPointer { input in
          inflated.withUnsafeMutableBufferPointer { buffer in
            stream.next_in = input.baseAddress.map { $0 + used }
            stream.avail_in = uInt(input.count - used)
            stream.next_out = buffer.baseAddress
            stream.avail_out = uInt(buffer.count)
            status = inflate(&stream, Z_NO_FLUSH)
            used = input.count - Int(stream.avail_in)
            return buffer.count - Int(stream.avail_out)
          }
        }
        guard status == Z_OK || status == Z_STREAM_END || (status == Z_BUF_ERROR && count > 0),
          output.length > 0 || inflated.prefix(count).starts(with: beginning.prefix(count)),
          output.length + UInt64(count) <= limit,
          (try? output.append(Array(inflated[..<count]))) != nil
        else { return false }
      }
    }
    return status == Z_STREAM_END
  }
}
