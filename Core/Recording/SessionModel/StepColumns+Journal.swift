import RecordCoding

extension StepColumns {
  /// Appends the steps of entries, and returns whether all entries could be read.
  package mutating func append(entries bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      guard let entry = JournalEntry(bytes, at: offset), stepCount < StepChunk.maximumStepCount
      else { return false }
      offset = entry.end
      guard let row = entry.row else { continue }
      guard !entry.isEvent else {
        append(event: bytes[row.dropFirst()], elapsed: entry.elapsed)
        continue
      }
      rows.append(contentsOf: bytes[row])
      if entry.distance > 0 { append(distance: entry.distance) }
      if let reads = entry.reads { append(reads: bytes[reads]) }
      endRow(elapsed: entry.elapsed)
    }
    return true
  }

  /// Appends the step whose action was published but not finished. Returns whether there is one.
  package mutating func append(unfinished bytes: [UInt8]) -> Bool {
    var decoder = RecordDecoder(bytes)
    guard stepCount < StepChunk.maximumStepCount, bytes.count > JournalEntry.headLength,
      (try? decoder.take(JournalEntry.headLength)) != nil,
      let distance = try? decoder.varint(UInt64.self),
      let elapsed = try? decoder.varint(UInt64.self),
      // Skip the flags, which may have any value until the step is finished.
      (try? decoder.take(1)) != nil, !decoder.isAtEnd
    else { return false }
    let flags: StepFlags = distance > 0 ? [.unfinished, .received] : .unfinished
    rows.append(byte: flags.rawValue)
    rows.append(contentsOf: bytes[decoder.position...])
    if distance > 0 { append(distance: distance) }
    endRow(elapsed: elapsed)
    return true
  }
}

private struct JournalEntry {
  static let headLength = 8

  let distance: UInt64
  let elapsed: UInt64
  /// The range of the row, or `nil` for an entry to skip.
  let row: Range<Int>?
  let reads: Range<Int>?
  let isEvent: Bool
  let end: Int

  /// Decodes the entry at an offset. Returns `nil` if it is invalid.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset + Self.headLength <= bytes.count else { return nil }
    let head = bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    let rowLength = Int(head & 0xffff_ffff)
    let length = Int(head >> 32)
    guard length > Self.headLength, length <= bytes.count - offset else { return nil }
    end = offset + length
    guard rowLength > 0 else {
      (distance, elapsed, row, reads, isEvent) = (0, 0, nil, nil, false)
      return
    }
    var decoder = RecordDecoder(bytes, in: offset + Self.headLength..<end)
    guard let distance = try? decoder.varint(UInt64.self),
      let elapsed = try? decoder.varint(UInt64.self), rowLength <= decoder.remaining
    else { return nil }
    self.distance = distance
    self.elapsed = elapsed
    let row = decoder.position..<decoder.position + rowLength
    self.row = row
    let flags = StepFlags(rawValue: bytes[row.lowerBound])
    isEvent = flags == .event
    guard isEvent || flags.isSubset(of: .finished), flags.isConsistent,
      flags.contains(.received) == (distance > 0),
      (try? decoder.take(rowLength)) != nil
    else { return nil }
    guard flags.contains(.reads) else {
      guard decoder.isAtEnd else { return nil }
      reads = nil
      return
    }
    guard let reads = try? decoder.countedRange(), decoder.isAtEnd else { return nil }
    self.reads = reads
  }
}
