/// What steps and their rows can hold.
extension HostileLogs {
  /// The number of an action among those of the app.
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
    static let draws: UInt8 = 2
    static let effect: UInt8 = 4
    static let change: UInt8 = 8
  }

  var steps: [HostileLog] {
    let empty = keyframe(state())
    let count = Self.longest - 200
    let pass: [UInt8] = [Flags.none, Action.pass]
    let full = (payload: Self.chunk(pass, steps: 65_536), steps: 65_536)
    let one = (payload: Self.chunk(pass), steps: 1)
    let single = Self.chunk(pass)
    func step(_ row: [UInt8], rest: [UInt8] = []) -> [(payload: [UInt8], steps: Int)] {
      [(Self.chunk(row, rest: rest), 1)]
    }
    func change(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
      [Flags.change, Action.pass] + Self.change(field, bytes)
    }
    let flags = keyframe(state(1, .varint(150_000) + .many(150_000)))
    let toggleAll = change(1, [0] + .varint(150_000) + .many(150_000))
    let toggleOne = change(1, [0, 1, 0])
    return [
      log("steps without content", empty, Array(repeating: full, count: 20)),
      log("blocks of one step", empty, Array(repeating: one, count: 400)),
      log(
        "chunks of one step", empty,
        [([UInt8](Array(repeating: single, count: 65_536).joined()), 65_536)]),
      log(
        "rows that are the same", empty,
        [
          (
            Self.chunk(
              Array(repeating: pass, count: 65_536), tokens: .many(65_536), steps: 65_536), 65_536
          )
        ]),
      log(
        "an action of flags", empty,
        step([Flags.none, Action.flags] + .varint(count) + .many(count))),
      log(
        "an action of units", empty,
        step([Flags.none, Action.units] + .varint(count) + .many(count))),
      log(
        "an action of text", empty, step([Flags.none, Action.note] + .counted(.many(count, 0x1b)))),
      log(
        "actions of units", empty,
        [
          (
            Self.chunk(
              Array(
                repeating: [Flags.none, Action.units] + .varint(20_000) + .many(20_000), count: 50),
              tokens: Array(0..<50), steps: 50), 50
          )
        ]),
      log("inserted units", empty, step(change(0, [1, 0, 0] + .varint(count) + .many(count)))),
      log("inserted flags", empty, step(change(1, [1, 0, 0] + .varint(150_000) + .many(150_000)))),
      log("inserted text", empty, step(change(8, [0, 0] + .counted(.many(count, 0x1b))))),
      log("all flags changed", flags, step(toggleAll)),
      log("all flags changed often", flags, [(Self.chunk(toggleAll, steps: 8), 8)]),
      log("one flag of many changed often", flags, [(Self.chunk(toggleOne, steps: 1_000), 1_000)]),
      log(
        "draws", empty,
        step(
          [Flags.draws, Action.draw],
          rest: .counted(
            [UInt8](
              Array(repeating: [2, 0], count: count / 2).joined())))),
      log(
        "draws of no dependency", empty,
        step([Flags.draws, Action.draw], rest: .counted(.many(count, 99)))),
      log("a draw that claims", empty, step([Flags.draws, Action.draw], rest: .varint(1 << 40))),
      log("a chunk that claims", empty, [(.varint(1 << 31), 65_536)]),
      log("rows that are claimed", empty, [([1] + .varint(1 << 31), 1)]),
      log("a block of claimed steps", empty, [(single, Int(Int32.max))]),
      log(
        "steps of version 1", keyframe(state(), supplement: nil), header: firstVersion,
        Array(repeating: full, count: 20)),
    ]
  }

  /// Steps of a few bytes, each of which changes a large state.
  var longSteps: [HostileLog] {
    let flags = keyframe(state(1, .varint(150_000) + .many(150_000)))
    let text = keyframe(state(8, .counted(.many(1_000_000, 0x41))))
    let numbers = Self.orderedNumbers.prefix(2_000)
    let set = keyframe(state(10, .varint(numbers.count) + numbers.joined()))
    func change(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
      [Flags.change, Action.pass] + Self.change(field, bytes)
    }
    /// Makes blocks whose steps are two that follow each other.
    func blocks(_ one: [UInt8], _ other: [UInt8]) -> [(payload: [UInt8], steps: Int)] {
      let chunk = Self.chunk([one, other], tokens: .alternating(65_536), steps: 65_536)
      return Array(repeating: (chunk, 65_536), count: 4)
    }
    let toggle = change(1, [0, 1, 0])
    return [
      log("one flag of many changed in every step", flags, blocks(toggle, toggle)),
      log(
        "a flag inserted and removed", flags,
        blocks(change(1, [1, 0, 0, 1, 0]), change(1, [1, 0, 1, 0]))),
      log(
        "a long text changed", text,
        blocks(
          change(8, .varint(1_000_000) + [0, 1, 0x42]), change(8, .varint(1_000_000) + [0, 0]))),
      log(
        "a member inserted and removed", set,
        blocks(change(10, [0, 1, 0]), change(10, [1, 0, 0]))),
    ]
  }

  /// Rows whose effects are many, or deep.
  var rows: [HostileLog] {
    let empty = keyframe(state())
    let merge: UInt8 = 3
    let cancel: [UInt8] = [6, 0]
    let head: [UInt8] = [Flags.effect, Action.pass]
    let most = 1 << 18
    func step(_ effect: [UInt8]) -> [(payload: [UInt8], steps: Int)] {
      [(Self.chunk(head + effect), 1)]
    }
    let wide =
      [merge] + .varint(most - 1) + [UInt8](Array(repeating: cancel, count: most - 1).joined())
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
      log("a long identity", empty, step([6] + .counted(.many(Self.longest - 200, 0x41)))),
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
