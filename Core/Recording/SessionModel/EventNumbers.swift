import RecordCoding

/// The numbers in the previous events of a block. The numbers of the next event differ little.
///
/// In a block, each number is the difference from the previous one of its kind. Effects of equal
/// steps then have equal events, which compress to almost nothing.
struct EventNumbers {
  private var effect: UInt64 = 0
  private var call: UInt64 = 0
  private var step: UInt64 = 0

  /// Writes an event with the differences of its numbers.
  mutating func append(differencesOf event: [UInt8], to encoder: inout RecordEncoder) {
    convert(event, in: event.indices, &encoder) { input, last, output throws(RecordDecodingError) in
      let number = try input.varint(UInt64.self)
      output.append(zigzag: Int64(bitPattern: number &- last))
      last = number
    }
  }

  /// Writes the event in a range of a payload, with its numbers in place of their differences.
  mutating func append(
    wholeOf payload: [UInt8], in range: Range<Int>, to encoder: inout RecordEncoder
  ) {
    convert(payload, in: range, &encoder) { input, last, output throws(RecordDecodingError) in
      last &+= UInt64(bitPattern: try input.zigzag())
      output.append(varint: last)
    }
  }

  /// Converts the numbers of an event. An event that cannot be read is copied, and a reader rejects
  /// it.
  private mutating func convert(
    _ bytes: [UInt8], in range: Range<Int>, _ encoder: inout RecordEncoder,
    _ convert: (inout RecordDecoder, inout UInt64, inout RecordEncoder)
      throws(RecordDecodingError) -> Void
  ) {
    let (start, previous) = (encoder.count, self)
    do throws(RecordDecodingError) {
      var decoder = RecordDecoder(bytes, in: range)
      let kind = try decoder.take(1)
      encoder.append(contentsOf: kind)
      try convert(&decoder, &effect, &encoder)
      switch kind.first {
      case 0: try convert(&decoder, &step, &encoder)
      case 1, 2, 3, 8: try convert(&decoder, &call, &encoder)
      default: break
      }
      encoder.append(contentsOf: try decoder.take(decoder.remaining))
    } catch {
      self = previous
      encoder.rewind(to: start)
      encoder.append(contentsOf: bytes[range])
    }
  }
}
