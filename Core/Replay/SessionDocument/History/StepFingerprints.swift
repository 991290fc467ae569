import RecordCoding
import RecordedValues
import SessionLog
import SessionModel

/// The fingerprints of the steps of a log. Equal steps have equal fingerprints.
struct StepFingerprints {
  private(set) var actions: [UInt64] = []
  /// The fingerprint of each step's action, effect and state change.
  private(set) var wholes: [UInt64] = []
  /// The runs of steps without gaps: the number of the first step, and its index.
  private var runs: [(number: UInt64, index: Int)] = []

  init(_ reader: SessionReader) throws(SessionReadError) {
    let count = Int(clamping: min(reader.log.stepCount, 1 << 24))
    actions.reserveCapacity(count)
    wholes.reserveCapacity(count)
    let blocks = BlockPrefetcher(reader)
    var next: UInt64?
    for (index, info) in reader.log.blocks.enumerated() {
      if info.firstStep != next { runs.append((info.firstStep, actions.count)) }
      next = info.lastStep + 1
      let block = try blocks.block()
      do throws(BadBlock) {
        for chunk in block.chunks {
          try add(chunk, of: block.payload, reader.header, memberLength: info.memberLength)
        }
      } catch {
        throw reader.fault(inBlockAt: index, wholeSteps: info.firstStep - 1, error)
      }
      reader.onRead?()
      reader.watch?(info.lastStep)
    }
  }

  func number(at index: Int) -> UInt64 {
    let run = runs.last { $0.index <= index } ?? (1, 0)
    return run.number + UInt64(index - run.index)
  }

  private mutating func add(
    _ chunk: StepChunk, of payload: [UInt8], _ header: SessionHeader, memberLength: Int
  ) throws(BadBlock) {
    var memory = StateMemory.ofKeyframe(memberLength: memberLength)
    var rows: [(action: UInt64, whole: UInt64)] = []
    rows.reserveCapacity(chunk.rows.count)
    for row in chunk.rows {
      var fingerprint = Fingerprint(UInt64(row.flags.kindBits))
      var end = row.content.upperBound
      if row.flags.kind == .action {
        var decoder = RecordDecoder(payload, in: row.content)
        _ = try row.references(&decoder, header: header)
        try BadBlock.reading {
          if memory.left < memory.limit / 2 {
            memory = StateMemory.ofKeyframe(memberLength: memberLength)
          }
          _ = try decoder.decodeValue(of: header.action, in: header.schema, memory: &memory)
        }
        end = decoder.position
      }
      fingerprint.add(payload, row.content.lowerBound..<end)
      let action = fingerprint.value
      fingerprint.add(payload, end..<row.content.upperBound)
      fingerprint.add(row.flags.isUnfinished ? 1 : 0)
      rows.append((action, fingerprint.value))
    }
    for index in chunk.rowIndices {
      actions.append(rows[Int(index)].action)
      wholes.append(rows[Int(index)].whole)
    }
  }
}

extension StepFlags {
  /// The bits that distinguish actions, changes from outside, and marks.
  fileprivate var kindBits: UInt8 { intersection([.outside, .mark]).rawValue }
  fileprivate var isUnfinished: Bool { contains(.unfinished) }
}

/// A digest of the parts of a step, with the finalizer of MurmurHash3.
private struct Fingerprint {
  private var digest: Digest

  init(_ seed: UInt64) { digest = Digest(seed: seed) }

  mutating func add(_ byte: UInt8) { digest.add(byte) }

  mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
    bytes.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[range])) }
    add(0xff)
  }

  var value: UInt64 {
    var value = digest.value
    value = (value ^ value >> 33) &* 0xff51_afd7_ed55_8ccd
    value = (value ^ value >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return value ^ value >> 33
  }
}
