extension HostileLogs {
  /// The indices of the app's actions.
  private enum Action {
    static let pass: UInt8 = 0
    static let toggle: UInt8 = 1
    static let flags: UInt8 = 2
    static let units: UInt8 = 3
    static let note: UInt8 = 4
    static let draw: UInt8 = 5
  }

  private enum Flags {
    static let none: UInt8 = 0
    static let reads: UInt8 = 2
    static let effect: UInt8 = 4
    static let change: UInt8 = 8
  }

  private static let pass: [UInt8] = [Flags.none, Action.pass]
  private static let maxCount = maxLength - 200

  private static func step(
    _ row: [UInt8], rest: [UInt8] = []
  ) -> [(payload: [UInt8], steps: Int)] {
    [(chunk(row, rest: rest), 1)]
  }

  private static func changeRow(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
    [Flags.change, Action.pass] + change(field, bytes)
  }

  var steps: [HostileLog] { emptySteps + actions + changes + reads }

  /// Steps that do nothing, and blocks that claim more steps than they contain.
  private var emptySteps: [HostileLog] {
    let empty = keyframe(state())
    let full = (payload: Self.chunk(Self.pass, steps: 65_536), steps: 65_536)
    let single = Self.chunk(Self.pass)
    let equalRows = Self.chunk(
      Array(repeating: Self.pass, count: 65_536), tokens: .many(65_536), steps: 65_536)
    return [
      log("steps without content", empty, Array(repeating: full, count: 20)),
      log("blocks of one step", empty, Array(repeating: (single, 1), count: 400)),
      log(
        "chunks of one step", empty,
        [([UInt8](Array(repeating: single, count: 65_536).joined()), 65_536)]),
      log("rows that are the same", empty, [(equalRows, 65_536)]),
      log("a chunk that claims", empty, [(.varint(1 << 31), 65_536)]),
      log("rows that are claimed", empty, [([1] + .varint(1 << 31), 1)]),
      log("a block of claimed steps", empty, [(single, Int(Int32.max))]),
    ]
  }

  /// Steps whose actions contain long lists and strings.
  private var actions: [HostileLog] {
    let empty = keyframe(state())
    let count = Self.maxCount
    let units = [Flags.none, Action.units] + .varint(20_000) + .many(20_000)
    let manyUnits = Self.chunk(
      Array(repeating: units, count: 50), tokens: Array(0..<50), steps: 50)
    return [
      log(
        "an action of flags", empty,
        Self.step([Flags.none, Action.flags] + .varint(count) + .many(count))),
      log(
        "an action of units", empty,
        Self.step([Flags.none, Action.units] + .varint(count) + .many(count))),
      log(
        "an action of text", empty,
        Self.step([Flags.none, Action.note] + .counted(.many(count, 0x1b)))),
      log("actions of units", empty, [(manyUnits, 50)]),
    ]
  }

  private var changes: [HostileLog] {
    let empty = keyframe(state())
    let count = Self.maxCount
    let flags = keyframe(state(1, .varint(150_000) + .many(150_000)))
    let toggleAll = Self.changeRow(1, [0] + .varint(150_000) + .many(150_000))
    let toggleOne = Self.changeRow(1, [0, 1, 0])
    return [
      log(
        "inserted units", empty,
        Self.step(Self.changeRow(0, [1, 0, 0] + .varint(count) + .many(count)))),
      log(
        "inserted flags", empty,
        Self.step(Self.changeRow(1, [1, 0, 0] + .varint(150_000) + .many(150_000)))),
      log(
        "inserted text", empty,
        Self.step(Self.changeRow(8, [0, 0] + .counted(.many(count, 0x1b))))),
      log("all flags changed", flags, Self.step(toggleAll)),
      log("all flags changed often", flags, [(Self.chunk(toggleAll, steps: 8), 8)]),
      log("one flag of many changed often", flags, [(Self.chunk(toggleOne, steps: 1_000), 1_000)]),
    ]
  }

  private var reads: [HostileLog] {
    let empty = keyframe(state())
    let row = [Flags.reads, Action.draw]
    let known = [UInt8](Array(repeating: [2, 0], count: Self.maxCount / 2).joined())
    return [
      log("reads", empty, Self.step(row, rest: .counted(known))),
      log(
        "reads of no dependency", empty,
        Self.step(row, rest: .counted(.many(Self.maxCount, 99)))),
      log("a read that claims", empty, Self.step(row, rest: .varint(1 << 40))),
    ]
  }

  /// Steps of a few bytes, each of which changes a large state.
  var longSteps: [HostileLog] {
    let flags = keyframe(state(1, .varint(150_000) + .many(150_000)))
    let text = keyframe(state(8, .counted(.many(1_000_000, 0x41))))
    let numbers = Self.orderedNumbers.prefix(2_000)
    let set = keyframe(state(10, .varint(numbers.count) + numbers.joined()))
    /// The steps alternate between two rows.
    func blocks(_ one: [UInt8], _ other: [UInt8]) -> [(payload: [UInt8], steps: Int)] {
      let chunk = Self.chunk([one, other], tokens: .alternating(65_536), steps: 65_536)
      return Array(repeating: (chunk, 65_536), count: 4)
    }
    let toggle = Self.changeRow(1, [0, 1, 0])
    return [
      log("one flag of many changed in every step", flags, blocks(toggle, toggle)),
      log(
        "a flag inserted and removed", flags,
        blocks(Self.changeRow(1, [1, 0, 0, 1, 0]), Self.changeRow(1, [1, 0, 1, 0]))),
      log(
        "a long text changed", text,
        blocks(
          Self.changeRow(8, .varint(1_000_000) + [0, 1, 0x42]),
          Self.changeRow(8, .varint(1_000_000) + [0, 0]))),
      log(
        "a member inserted and removed", set,
        blocks(Self.changeRow(10, [0, 1, 0]), Self.changeRow(10, [1, 0, 0]))),
    ]
  }

  /// Rows with many or deeply nested effects.
  var rows: [HostileLog] {
    let empty = keyframe(state())
    let merge: UInt8 = 3
    let cancel: [UInt8] = [6, 0]
    let head: [UInt8] = [Flags.effect, Action.pass]
    let maxNodeCount = 1 << 18
    func step(_ effect: [UInt8]) -> [(payload: [UInt8], steps: Int)] {
      Self.step(head + effect)
    }
    let wide =
      [merge] + .varint(maxNodeCount - 1)
      + [UInt8](Array(repeating: cancel, count: maxNodeCount - 1).joined())
    let chunk = Self.chunk(head + wide)
    let deep = [UInt8](Array(repeating: [merge, 1], count: 500).joined()) + [0]
    return [
      log("wide effect", empty, step(wide)),
      log("wide effects", empty, [([UInt8](Array(repeating: chunk, count: 3).joined()), 3)]),
      log("wide effects in blocks", empty, Array(repeating: (chunk, 1), count: 30)),
      log("deep effect", empty, step(deep)),
      log(
        "too deep an effect", empty,
        step([UInt8](Array(repeating: [merge, 1], count: 1_000_000).joined()))),
      log("an effect that claims", empty, step([merge] + .varint(1 << 40))),
      log("a long identity", empty, step([6] + .counted(.many(Self.maxLength - 200, 0x41)))),
      log(
        "deep effects", empty,
        [
          (
            Self.chunk(
              Array(repeating: head + deep, count: 500),
              tokens: (0..<500).flatMap { [UInt8].varint($0) }, steps: 500), 500
          )
        ]),
    ]
  }
}
