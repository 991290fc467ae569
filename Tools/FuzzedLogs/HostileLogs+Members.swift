/// Logs with hostile members, indices, gaps and journals.
extension HostileLogs {
  var members: [HostileLog] {
    let empty = keyframe(state())
    func built(
      _ name: String, length: UInt64 = 0, _ build: (inout HostileLogBuilder) -> Void
    ) -> HostileLog {
      var builder = HostileLogBuilder(header: header)
      builder.block(empty, steps: 0, keyframe: true)
      build(&builder)
      return HostileLog(name, builder.bytes, length: length)
    }
    let little = HostileLogBuilder.little(UInt32(1_400_000))
    let claim = UInt64(Int32.max)
    return [
      built("empty blocks") { log in
        for _ in 0..<400 { log.block([], steps: 0) }
        log.end()
      },
      built("empty keyframes") { log in
        for _ in 0..<250 { log.block(empty, steps: 0, keyframe: true) }
        log.end()
      },
      built("an index of a million") { log in
        log.end(index: little + .many(8 + 21 * 1_400_000))
      },
      built("an index that claims") { log in
        log.end(index: HostileLogBuilder.little(UInt32.max) + .many(8))
      },
      built("gaps") { log in
        for _ in 0..<200 { log.block(empty, steps: 0, keyframe: true, gap: claim) }
        log.end()
      },
      built("a gap to the last number") { log in
        log.block(empty, steps: 1, keyframe: true, gap: UInt64.max - 3)
        log.end()
      },
      built("copies of the header") { log in
        for _ in 0..<20 { log.append(4, header + .many(1_000_000, 0x20) + [10]) }
      },
      built("a lie about its length", length: claim + 1000) { log in
        log.append(1, empty, position: 1, steps: 1, claimedLength: claim)
      },
      built("a hole behind the blocks", length: 1 << 30) { _ in },
      damagedHeader,
      HostileLog("nothing but a hole", [], length: 1 << 30),
    ]
  }

  /// A log whose header is damaged, followed by members that only claim to be copies of it.
  private var damagedHeader: HostileLog {
    var builder = HostileLogBuilder(header: header)
    for _ in 0..<30 { builder.append(4, header + .many(1_000_000, 0x20) + [10]) }
    var bytes = builder.bytes
    bytes[30] ^= 1
    return HostileLog("copies of a damaged header", bytes)
  }

  var journals: [HostileLog] {
    var builder = HostileLogBuilder(header: header)
    builder.block(keyframe(state()), steps: 0, keyframe: true)
    let (log, binding) = (builder.bytes, builder.binding)
    func slot(
      capacity: UInt64, firstStep: UInt64 = 1, committed: UInt64, pending: UInt64 = 0,
      _ entries: [UInt8] = []
    ) -> [UInt8] {
      let little = { (value: UInt64) in HostileLogBuilder.little(value) }
      let head =
        Array("RPJOURN1".utf8) + HostileLogBuilder.little(binding) + .many(4) + little(capacity)
        + little(firstStep) + little(committed) + little(pending)
      let bytes = head + .many(64 - head.count) + entries
      return bytes + .many((4096 - bytes.count % 4096) % 4096)
    }
    func journal(_ name: String, _ bytes: [UInt8], length: UInt64 = 0) -> HostileLog {
      HostileLog("journal " + name, log, journal: HostileLog.File(bytes, length: length))
    }
    /// Returns the beginning of an entry: the length of its row and its own length.
    func entry(_ row: UInt64, _ length: UInt64) -> [UInt8] {
      HostileLogBuilder.little(row | length << 32)
    }
    let terabyte: UInt64 = 1 << 40
    let gigabyte: UInt64 = 1 << 30
    let pass = entry(2, 12) + [0, 0, 0, 0]
    let passes = [UInt8](Array(repeating: pass, count: 3_000).joined())
    return [
      journal("of a terabyte", slot(capacity: terabyte, committed: terabyte), length: terabyte),
      journal("of a gigabyte", slot(capacity: gigabyte, committed: gigabyte), length: gigabyte),
      journal(
        "with a step of a gigabyte",
        slot(
          capacity: 2 * gigabyte, committed: gigabyte + 64, entry(gigabyte - 10, gigabyte)),
        length: 2 * gigabyte),
      journal(
        "with an action of a gigabyte",
        slot(capacity: gigabyte, committed: 64, pending: gigabyte), length: gigabyte),
      journal("of no capacity", slot(capacity: 0, committed: 64)),
      journal("of a capacity beyond its end", slot(capacity: .max - 4095, committed: 64)),
      journal("of the last step", slot(capacity: 4096, firstStep: .max, committed: 64 + 12, pass)),
      journal(
        "of slots for the same step",
        [UInt8](
          Array(repeating: slot(capacity: 4096, committed: 64 + 12, pass), count: 9).joined())),
      journal(
        "of steps", slot(capacity: 40_960, committed: UInt64(64 + passes.count), passes)),
      journal("with pending before committed", slot(capacity: 4096, committed: 4096, pending: 1)),
    ]
  }
}
