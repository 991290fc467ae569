import SessionRecording
import DependencyInjection
import Foundation
import IdentifiedArrays
import RecordCoding
import TestSupport
import Testing

/// Tests that comparing the next state in place has the same result as comparing it by its type.
struct StateTrackTests {
  @Recordable
  struct State: Equatable {
    let name: String
    var flag = false
    var count = 0
    var small: UInt8 = 0
    var inner = Inner()
    var rows: IdentifiedArrayOf<Row> = []
    var numbers: [Int] = []
    var nested: [[String]] = []
    var choice = Choice.none
    var last: Double?
  }

  @Recordable
  struct Inner: Equatable {
    var text = ""
    var isOn = false
    var deep = Deep()
  }

  @Recordable
  struct Deep: Equatable {
    var a: Int8 = 0
    var b: Int64 = 0
  }

  @Recordable
  struct Row: Equatable, Identifiable {
    let id: Int
    var isDone = false
    var text = ""
    var children: [Row] = []
  }

  @Recordable
  enum Choice: Equatable {
    case none
    case number(Int)
    case row(Row, isLast: Bool)
  }

  @Test("A track writes every change like the type does", arguments: [0, 3, 70, 1_100])
  func sameBytes(rowCount: Int) {
    var random = SeededGenerator(seed: 1)
    var state = State(name: "first")
    for id in 0..<rowCount { state.rows.append(Row(id: id)) }
    let track = StateTrack(state)
    for step in 0..<400 {
      let before = state
      change(&state, step, &random)
      var expected = RecordEncoder()
      let hasChanged = expected.encodeChange(from: before, to: state)
      var actual = RecordEncoder()
      #expect(track.advance(to: &state, into: &actual) == hasChanged)
      #expect(actual.bytes == expected.bytes, "step \(step)")
      #expect(track.state == state)
    }
  }

  private func change(_ state: inout State, _ step: Int, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: state.flag.toggle()
    case 1: state.count += Int.random(in: -3...3, using: &random)
    case 2: state.small &+= 1
    case 3: state.inner.text += "é"
    case 4: state.inner.deep.b = .random(in: .min ... .max, using: &random)
    case 5: state.rows.append(Row(id: 10_000 + step))
    case 6: if !state.rows.isEmpty { state.rows.remove(at: state.rows.count / 2) }
    case 7:
      if let id = state.rows.randomElement(using: &random)?.id {
        state.rows[id: id]?.isDone.toggle()
        state.rows[id: id]?.children.append(Row(id: step))
      }
    case 8: state.numbers.append(step)
    case 9: if !state.numbers.isEmpty { state.numbers[state.numbers.count / 2] += 1 }
    case 10: state.nested.append(["a", "\(step)"])
    case 11: state.choice = .row(Row(id: step), isLast: step.isMultiple(of: 2))
    case 12: state.choice = .number(step)
    default:
      state.last = step.isMultiple(of: 3) ? nil : Double(step)
      state = State(
        name: step.isMultiple(of: 5) ? "other" : state.name, flag: !state.flag,
        count: state.count, small: state.small, inner: state.inner, rows: state.rows,
        numbers: state.numbers, nested: state.nested, choice: state.choice, last: state.last)
    }
  }

  @Test("A row that changes in place repeatedly is detected each time", arguments: [3, 1_100])
  func changesInPlace(rowCount: Int) {
    var state = State(name: "rows")
    for id in 0..<rowCount { state.rows.append(Row(id: id)) }
    let track = StateTrack(state)
    for step in 1...5 {
      // The rows have a single owner, so their memory stays in place.
      state.rows[id: 1]?.isDone.toggle()
      var encoder = RecordEncoder()
      #expect(track.advance(to: &state, into: &encoder), "step \(step)")
      #expect(track.state.rows[id: 1]?.isDone == state.rows[id: 1]?.isDone)
    }
  }

  @Test("Bytes that an empty optional leaves in memory are not a change")
  func leftovers() {
    var state = State(name: "leftovers")
    state.last = 1
    let track = StateTrack(state)
    state.last = nil
    var encoder = RecordEncoder()
    #expect(track.advance(to: &state, into: &encoder))
    encoder.reset()
    #expect(!track.advance(to: &state, into: &encoder))
    #expect(encoder.bytes.isEmpty)
  }

  /// Each bit changes a field, or moves the unchanged contents of a field to other memory.
  @Test("Equal values in different memory are not a change, whatever else changes")
  func equalElsewhere() {
    var initial = State(name: "equal")
    initial.inner.text = String(repeating: "text ", count: 8)
    (initial.numbers, initial.nested) = ([1, 2, 3], [["a"], ["b", "c"]])
    for fields in 0..<128 {
      let track = StateTrack(initial)
      var state = initial
      if fields & 1 != 0 { state.flag.toggle() }
      if fields & 2 != 0 { state.inner.isOn.toggle() }
      if fields & 4 != 0 { state.inner.deep.b += 1 }
      if fields & 8 != 0 { state.last = 1 }
      if fields & 16 != 0 { state.inner.text = String(state.inner.text.map(\.self)) }
      if fields & 32 != 0 { state.numbers = state.numbers.map(\.self) }
      if fields & 64 != 0 { state.nested = state.nested.map { $0.map(\.self) } }
      var expected = RecordEncoder()
      #expect(expected.encodeChange(from: initial, to: state) == (fields & 15 != 0))
      var actual = RecordEncoder()
      #expect(track.advance(to: &state, into: &actual) == (fields & 15 != 0), "fields \(fields)")
      #expect(actual.bytes == expected.bytes, "fields \(fields)")
    }
  }

  @Recordable
  struct Observed: Equatable {
    var count = 0 {
      didSet { changes += 1 }
    }
    var changes = 0
  }

  @Test("A track compares an observed property without calling its observer")
  func observed() {
    var state = Observed()
    let track = StateTrack(state)
    state.count = 3
    var encoder = RecordEncoder()
    #expect(track.advance(to: &state, into: &encoder))
    #expect(track.state == Observed(count: 3, changes: 1))
    #expect(state.changes == 1)
  }

  @Recordable
  struct Empty: Equatable {}

  @Test("A state without properties never changes")
  func empty() {
    var state = Empty()
    var encoder = RecordEncoder()
    #expect(!StateTrack(state).advance(to: &state, into: &encoder))
    #expect(encoder.bytes.isEmpty)
  }

  @Test("A track compares a state that is a single value")
  func plainValue() {
    var state = [1, 2, 3]
    let track = StateTrack(state)
    state[1] = 5
    var encoder = RecordEncoder()
    #expect(track.advance(to: &state, into: &encoder))
    #expect(track.state == [1, 5, 3])
  }
}
