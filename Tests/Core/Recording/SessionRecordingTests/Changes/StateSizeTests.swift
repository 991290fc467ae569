import SessionRecording
import RecordCoding
import Testing

/// Memory is compared in blocks of 64 bytes. The remaining bytes are compared in other ways.
struct StateSizeTests {
  @Recordable
  struct Bytes: Equatable {
    var first: UInt8 = 0
    var second: UInt8 = 0
    var third: UInt8 = 0
  }

  @Recordable
  struct Block: Equatable {
    var start = 0
    var text = ""
    var numbers: [Int] = []
    var more: Double = 0
    var letters = ""
    var end: UInt64 = 0
  }

  @Recordable
  struct BlockAndByte: Equatable {
    var block = Block()
    var byte: UInt8 = 0
  }

  @Recordable
  struct Blocks: Equatable {
    var first = BlockAndByte()
    var second = BlockAndByte()
    var third = Bytes()
  }

  @Test("A change of any byte is detected in a state smaller than a block")
  func smaller() {
    follow(
      Bytes(), [{ $0.first += 1 }, { $0.second += 1 }, { $0.third += 1 }, { $0 = Bytes(third: 9) }])
  }

  @Test("A change of any value is detected in a state of exactly one block")
  func same() {
    #expect(MemoryLayout<Block>.size == 64)
    follow(
      Block(),
      [
        { $0.start += 1 }, { $0.text = "a text too long to be stored inline" },
        { $0.numbers.append(1) }, { $0.more = -0.0 }, { $0.letters = "é" },
        { $0.end = .max }, { $0 = Block(start: 5, end: 5) },
      ])
  }

  @Test("A change of a byte after a block is detected, and no change is written twice")
  func larger() {
    follow(
      BlockAndByte(),
      [
        { $0.byte += 1 }, { $0.block.end += 1 },
        { state in
          state.block.end += 1
          state.byte += 1
        },
      ])
  }

  @Test("Changes are detected in several blocks, even across a block boundary")
  func several() {
    follow(
      Blocks(),
      [
        { $0.first.byte += 1 },
        { $0.second.block.text = "a text that crosses into the next block" },
        { $0.second.block.end += 1 }, { $0.third.third += 1 },
        { state in
          state.first.block.start += 1
          state.second.block.numbers = [1, 2]
          state.second.byte += 1
          state.third.first += 1
        },
      ])
  }

  @Recordable
  struct Wide: Equatable {
    var field0 = false
    var field1 = false
    var field2 = false
    var field3 = false
    var field4 = false
    var field5 = false
    var field6 = false
    var field7 = false
    var field8 = false
    var field9 = false
    var field10 = false
    var field11 = false
    var field12 = false
    var field13 = false
    var field14 = false
    var field15 = false
    var field16 = false
    var field17 = false
    var field18 = false
    var field19 = false
    var field20 = false
    var field21 = false
    var field22 = false
    var field23 = false
    var field24 = false
    var field25 = false
    var field26 = false
    var field27 = false
    var field28 = false
    var field29 = false
    var field30 = false
    var field31 = false
    var field32 = false
    var field33 = false
    var field34 = false
    var field35 = false
    var field36 = false
    var field37 = false
    var field38 = false
    var field39 = false
    var field40 = false
    var field41 = false
    var field42 = false
    var field43 = false
    var field44 = false
    var field45 = false
    var field46 = false
    var field47 = false
    var field48 = false
    var field49 = false
    var field50 = false
    var field51 = false
    var field52 = false
    var field53 = false
    var field54 = false
    var field55 = false
    var field56 = false
    var field57 = false
    var field58 = false
    var field59 = false
    var field60 = false
    var field61 = false
    var field62 = false
    var field63 = false
    var field64 = false
    var field65 = false
    var field66 = false
    var field67 = false
    var field68 = false
    var field69 = false
  }

  @Recordable
  struct Around: Equatable {
    var isFirst = false
    var wide = Wide()
    var isLast = false
  }

  @Test("A track writes a structure with a mask longer than a word like its type")
  func wide() {
    follow(
      Around(),
      [
        { $0.isFirst.toggle() }, { $0.wide.field0.toggle() }, { $0.wide.field63.toggle() },
        { $0.wide.field64.toggle() }, { $0.wide.field69.toggle() },
        { state in
          state.isFirst.toggle()
          state.wide.field8.toggle()
          state.wide.field68.toggle()
          state.isLast.toggle()
        },
      ])
  }

  /// Makes each change, and compares the output of a track with the output of the type itself.
  private func follow<State: Recordable & Equatable>(
    _ initial: State, _ changes: [(inout State) -> Void]
  ) {
    var state = initial
    let track = StateTrack(state)
    for (number, change) in changes.enumerated() {
      let before = state
      change(&state)
      var expected = RecordEncoder()
      let hasChanged = expected.encodeChange(from: before, to: state)
      var actual = RecordEncoder()
      #expect(track.advance(to: &state, into: &actual) == hasChanged, "change \(number)")
      #expect(actual.bytes == expected.bytes, "change \(number)")
      #expect(track.state == state, "change \(number)")
    }
  }
}
